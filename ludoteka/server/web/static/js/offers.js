// What can be chosen by a button: verbs, values, whole actions, with what their cards say.
import { narrow, offers } from "./choose.js";
import { $$, h } from "./dom.js";
import { capital, hasName, named, page, say } from "./words.js";

const MANY = 40; // buttons for the values of one field; beyond that the line to type in serves better
export const COUNTED = 9; // more golden things than that nobody counts
const WORDS = 44; // letters of a remark on a button
const SHORT = 24; // and of a name on it

/** What a choice is about, for its card, where that is the point of it. */
const chosenThing = (verb, { what = undefined }) => (what !== undefined && page.telling?.includes(verb) ? { "data-what": what } : null);

/** What there is to choose from within a verb: the names of its things, if they are few and short. */
function among(actions) {
  const values = [...new Set(actions.map((a) => a.args.what))];
  const words = values.map((v) => named("what", v));
  const few = words.join(", ").length <= WORDS;
  if (few && values.every((v) => v !== undefined && hasName("what", v))) return words.join(", ");
  return actions.length > COUNTED ? "" : say("js.ways", { n: actions.length });
}

/** What an action is called where it is the only one of its verb: what it does here, in a line of its own if it is long. */
const briefly = ({ label }, name) => (label.length <= SHORT ? [capital(label), ""] : [capital(name), label]);

/** What actions are called side by side: by their things alone where they are of one verb that the question names. */
function titles(actions) {
  const [{ verb }] = actions;
  const alike = page.telling?.includes(verb) && actions.every((a) => a.verb === verb && Object.keys(a.args).join() === "what");
  const short = alike && actions.every((a) => hasName("what", a.args.what));
  return actions.map((a) => capital(short ? named("what", a.args.what) : a.label));
}

/** Buttons for what is left to choose in the panel `act`, where no drawing in sight serves. */
export function buttons(act, left) {
  const there = new Set();
  for (const board of act.table.boards()) {
    for (const e of board.things()) {
      if (!e.getClientRects().length || e.closest(".spare")) continue; // folded away or about to be: a button must serve
      for (const kind of ["at", "what", "seat"]) if (e.dataset[kind] !== undefined) there.add(`${kind} ${e.dataset[kind]}`);
    }
  }
  for (const e of $$(".chooser:not([hidden]) .cand")) there.add(`what ${e.dataset.what}`);
  const offer = offers(left, act.picks, (kind, value) => there.has(`${kind} ${value}`));
  const choice = (label, small, pick, thing = null) =>
    h(
      "button",
      {
        type: "button",
        class: "choice",
        ...thing,
        onclick: () => act.pick(pick),
        ...act.looking(() => narrow(act.pool, [...act.picks, pick])),
      },
      h("span", {}, label, small ? h("small", {}, small) : null),
      thing ? h("span", { class: "told" }) : null,
    );
  const usual = act.plan?.proposed ? act.plan.atoms[0] : ""; // the main button is this one
  const others = (actions) => actions.filter((a) => a.text !== usual);
  const list = (all) => {
    const actions = others(all);
    const called = actions.length ? titles(actions) : [];
    return h(
      "div",
      { class: "choices one" },
      actions.map((a, i) => choice(called[i], "", { text: a.text, label: a.label }, chosenThing(a.verb, a.args))),
    );
  };
  if (offer.kind === "actions") return [list(offer.actions), folded(act, offer.folded, list)];
  if (offer.kind === "verbs") {
    const chief = act.plan?.next.length || offer.groups.length <= 2 ? chiefOf(offer.groups) : null;
    const verbs = h(
      "div",
      { class: "choices" },
      offer.groups
        .filter((g) => g !== chief && others(g.actions).length)
        .map(({ verb, actions, whole }) => {
          const name = page.verbs[verb] ?? capital(verb);
          if (actions.length === 1) return choice(...briefly(actions[0], name), { text: actions[0].text, label: name });
          return whole
            ? others(actions).map((a) => choice(capital(a.label), "", { text: a.text, label: a.label }))
            : choice(capital(name), among(actions), { verb, label: name });
        }),
    );
    return chief ? [list(chief.actions), verbs] : verbs;
  }
  if (offer.kind === "values" && offer.values.length <= MANY) {
    const pick = (v) => ({ field: offer.field, value: v, label: capital(named(offer.field, v)) });
    const cls = offer.numbers ? "choices numbers num" : "choices";
    const list = h(
      "div",
      { class: cls },
      offer.values.map((v) => choice(capital(named(offer.field, v)), "", pick(v), chosenThing(left[0].verb, { [offer.field]: v }))),
    );
    const told = act.ask.textContent.includes("?"); // by the question itself
    return offer.field === "n" && offer.numbers && !told ? [h("p", { class: "small muted" }, say("js.how_many")), list] : list;
  }
  return [];
}

/** What a plan has come to ask, or a question that is about little else, of several verbs: the only one whose things have cards, none of which is in sight. */
function chiefOf(groups) {
  const telling = groups.filter((g) => page.telling?.includes(g.verb) && g.actions.length > 1);
  return telling.length === 1 && !telling[0].seen ? telling[0] : null;
}

/** What can be chosen on the board anyway, for those who rather read than point. */
function folded(act, actions, list) {
  if (!actions.length) return null;
  const fold = h("details", { class: "folded" }, h("summary", {}, say("js.on_board", { n: actions.length })), list(actions));
  fold.open = act.unfolded === true;
  fold.addEventListener("toggle", () => act.table.moved?.());
  return fold;
}
