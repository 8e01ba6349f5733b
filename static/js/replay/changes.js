// One value after another, each told as a change of the one before: games/application/codec/changes.py says how. Pure.

/** What a change makes of a value; `null` changes nothing. The value itself stays as it is. */
export function applied(value, change) {
  if (!change) return value;
  const [kind, what, items] = change;
  if (kind === "=") return what;
  if (kind === "+") return [...value.slice(0, what), ...items];
  const made = Array.isArray(value) ? [...value] : { ...value };
  for (const [key, inner] of Object.entries(what)) {
    if (inner[0] === "-") delete made[key];
    else made[key] = applied(made[key], inner);
  }
  return made;
}
