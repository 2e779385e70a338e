// The line to type a move in, for those who rather write than point.
import { complete } from "./choose.js";
import { fill, h } from "./dom.js";
import { say } from "./words.js";

/** A form for the actions of the panel `act`: what is typed is chosen there, or the reason is asked why not. */
export function commandLine(act) {
  const list = h("datalist", { id: "commands" });
  const input = h("input", {
    class: "input",
    id: "command",
    list: "commands",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": say("js.command"),
    placeholder: say("js.command"),
    oninput: () =>
      fill(
        list,
        complete(act.actions, input.value, 24).map((a) => h("option", { value: a.text }, a.label)),
      ),
  });
  const enter = (event) => {
    event.preventDefault();
    const typed = input.value.trim();
    const found = act.actions.filter((a) => a.text.toLowerCase() === typed.toLowerCase());
    const near = found.length ? found : complete(act.actions, typed, 2);
    if (near.length === 1) {
      input.value = "";
      act.byKey = true;
      act.take([{ text: near[0].text, label: near[0].label }]);
    } else if (typed) act.table.whyText(typed, input);
  };
  return h("form", { class: "command", autocomplete: "off", onsubmit: enter }, input, list);
}
