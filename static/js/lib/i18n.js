// Words in the reader's language: Django's catalogue where the page has loaded one, the English text elsewhere
// (tests, a catalogue that failed to load). Called by their usual names so that makemessages finds the strings.

export function gettext(text) {
  return globalThis.django?.gettext?.(text) ?? text;
}

export function ngettext(singular, plural, count) {
  return globalThis.django?.ngettext?.(singular, plural, count) ?? (count === 1 ? singular : plural);
}

export function pgettext(context, text) {
  return globalThis.django?.pgettext?.(context, text) ?? text;
}

/** Put named values into a sentence: fill("%(name)s passes", {name: "Bob"}). An unknown name stays as it is. */
export function fill(sentence, values) {
  return sentence.replace(/%\((\w+)\)s/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
