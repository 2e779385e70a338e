// What is chosen so far, as chips that take it back one by one.
import { fill, h } from "./dom.js";
import { capital, say } from "./words.js";

/** What was picked, in a word: things on drawings are described at length. */
const brief = ({ label = "", verb, field, text }) => ((verb ?? field ?? text) === undefined ? label.split(/[;,]/)[0] : label);

const chip = (what, onclick, gold = false) =>
  h("button", { type: "button", class: `chip x${gold ? " gold" : ""}`, "aria-label": say("js.unpick", { what }), onclick }, capital(what));

export function drawTrail(act) {
  const { picks, plan } = act;
  const made = act.atoms.length ? [chip(plan.title, () => act.restart())] : [];
  const chips = picks.map((pick, i) => chip(brief(pick), () => act.take(picks.slice(0, i)), i === picks.length - 1));
  const between = [...made, ...chips].flatMap((c, i) => (i ? [h("span", { "aria-hidden": "true" }, "›"), c] : [c]));
  fill(act.trail, between);
  const told = plan && !plan.next.length; // by the question
  act.trail.hidden = !between.length || told || (!made.length && picks.every((p) => p.text !== undefined)); // said by its preview
}
