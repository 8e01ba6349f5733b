// Laying down a hand: which card goes face down, how the rest is grouped, and the last question before a knock, gin or
// big gin. The server answers with every arrangement that is within the limit; the player takes the first or another.

import { h, setText } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";
import { cardButton, cardGroup } from "table/card.js";
import { cardName } from "table/cards.js";

/**
 * `dialog`: the <dialog>; `ask(question)` returns the id of its answer in `state().arrangements`; `send(action)`
 * commands. Returns `open({kind, card, cards})` and `refresh()`, to be called after every change of state.
 */
export function createKnock({ dialog, state, ask, send }) {
  const title = dialog.querySelector("#knock-title");
  const body = dialog.querySelector("[data-slot=knock]");
  const yes = dialog.querySelector("[data-slot=knock-yes]");
  let plan = null; // {kind, card, cards}
  let asked = null;
  let shown = null;
  let list = [];

  function open(wanted) {
    plan = wanted;
    choose(wanted.card);
    if (!dialog.open) dialog.showModal();
    yes.focus();
  }

  function choose(card) {
    plan.card = card;
    list = [];
    shown = null;
    asked = ask({ q: "arrangements", ...(card ? { card } : {}) });
    paint();
  }

  const count = () => plan.cards.find(([card]) => card === plan.card)?.[1] ?? 0;

  function paint() {
    const gin = plan.kind.startsWith("big_gin");
    if (gin) setText(title, gettext("Big gin: all eleven cards?"));
    else if (count() === 0) setText(title, gettext("Go gin?"));
    else setText(title, fill(gettext("Knock with %(count)s?"), { count: count() }));
    setText(yes, yesLabel(gin));
    body.replaceChildren(...[gin ? null : discards(), arrangements()].filter(Boolean));
  }

  function yesLabel(gin) {
    if (gin) return gettext("Show big gin");
    if (count() === 0) return gettext("Go gin");
    const chosen = list[picked()];
    return fill(gettext("Knock with %(count)s"), { count: chosen ? chosen.count : count() });
  }

  function discards() {
    if (plan.cards.length < 2) {
      return h("p", { text: fill(gettext("The %(card)s goes face down."), { card: cardName(plan.card) }) });
    }
    const label = gettext("Card to put face down");
    const row = h("div", { class: "knock__cards cards--small", role: "group", "aria-label": label, dir: "ltr" });
    for (const [card, left] of plan.cards) {
      const button = cardButton(card);
      button.setAttribute("aria-pressed", String(card === plan.card));
      button.addEventListener("click", () => choose(card));
      row.append(h("span", { class: "knock__card" }, button, h("small", { text: String(left) })));
    }
    return h("div", {}, h("p", { class: "eyebrow", text: gettext("Face down goes") }), row);
  }

  function arrangements() {
    if (list.length === 0) {
      return h("p", { class: "soft", text: gettext("Your cards are grouped for the least count.") });
    }
    const legend = list.length > 1 ? gettext("Lay down as") : gettext("You lay down");
    const ways = list.map(arrangement);
    return h("fieldset", { class: "knock__ways" }, h("legend", { class: "eyebrow", text: legend }), ...ways);
  }

  function arrangement(way, index) {
    const input = h("input", { type: "radio", name: "way", value: String(index), checked: index === 0 });
    input.addEventListener("change", () => setText(yes, yesLabel(plan.kind.startsWith("big_gin"))));
    const melds = way.melds.map((meld, number) => cardGroup(meld, (number % 3) + 1, gettext("Meld")));
    if (way.deadwood) melds.push(cardGroup(way.deadwood, null, gettext("Deadwood")));
    return h(
      "label",
      { class: "knock__way" },
      list.length > 1 ? input : null,
      h("span", { class: "knock__melds cards--tiny" }, ...melds),
      h("b", { class: "number", text: String(way.count) }),
    );
  }

  const picked = () => Number(body.querySelector("input[name=way]:checked")?.value ?? 0);

  yes.addEventListener("click", () => {
    const melds = list[picked()]?.melds ?? null;
    dialog.close();
    send(plan.card ? { kind: plan.kind, card: plan.card, melds } : { kind: plan.kind, melds });
  });

  return {
    open,
    refresh() {
      if (!dialog.open) return;
      const { arrangements: answer, view } = state();
      if (!["shed", "last_chance"].includes(view?.phase) || (plan.card && !stillOpen(state(), plan))) dialog.close();
      else if (answer?.id === asked && shown !== asked) {
        shown = asked;
        list = answer.list;
        paint();
      }
    },
  };
}

function stillOpen(state, plan) {
  const may = state.view?.can ?? {};
  const counts = may.knock ?? may.knock_last ?? {};
  return plan.card in counts || (may.gin ?? may.gin_last ?? []).includes(plan.card);
}
