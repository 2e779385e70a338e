// Beside the last word: a hint, what may be started unasked, one step back or forward.
import { button, h, icon } from "./dom.js";
import { say } from "./words.js";

/** The buttons for the panel `act`; `idle` while nothing is chosen. */
export function steps(act, idle) {
  const row = [];
  if (idle && act.actions.length > 1 && act.table.mayHint?.()) {
    const hint = {
      class: "btn icon",
      id: "hint",
      "aria-label": say("js.hint"),
      title: say("js.hint"),
      onclick: () => act.advice.ask(act.n),
    };
    row.push(button("", hint, icon("lamp"), h("span", { class: "only-phone" }, say("js.hint"))));
  }
  // what may be started unasked, such as taking the word
  for (const event of idle ? act.events : []) row.push(button(event.label, { onclick: () => act.table.send({ text: event.text }) }));
  if (act.mine) row.push(...back(act));
  if (act.canRedo) {
    const redo = { class: "btn icon", "aria-label": say("js.redo"), title: say("js.redo"), onclick: () => act.table.redo() };
    row.push(button("", redo, icon("redo")));
  }
  return row;
}

/** The whole move back; of one with several actions also only the last, for which a phone has neither Shift nor a right button. */
function back(act) {
  const step = (atom) => (event) => {
    event.preventDefault();
    act.back(atom || event.shiftKey);
  };
  const whole = { class: "btn icon", id: "undo", "aria-label": say("js.undo"), title: say("js.undo_help"), onclick: step(false) };
  whole.oncontextmenu = step(true);
  const last = { class: "btn only-phone", id: "undo-last", onclick: step(true) };
  const several = !act.chosen && act.table.severalMade?.();
  return [button("", whole, icon("undo")), ...(several ? [button(say("js.undo_last"), last)] : [])];
}
