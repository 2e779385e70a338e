// The keyboard of the panel with the question: Enter, Esc, U, B, and / for the line to type in.

const WALK = ["Tab", "Enter", " ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

/** Keys wherever the focus is; `act.byKey` says that somebody goes without a mouse. */
export function listen(act) {
  document.addEventListener("keydown", (event) => pressed(act, event), true);
  const pointed = () => {
    act.byKey = false;
  };
  document.addEventListener("pointerdown", pointed, true);
}

function pressed(act, event) {
  if (event.key === "Escape" && event.target.id === "command") return leaveLine(act, event.target);
  if (WALK.includes(event.key)) act.byKey = true;
  if (event.target.closest?.("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === "Escape" && (act.chosen || (act.arranging && act.shape.optional))) act.back();
  else if (
    event.key === "Enter" &&
    !event.target.closest?.("button, a, .hit:not(.chosen), summary") &&
    act.last.querySelector("#confirm")
  ) {
    event.preventDefault();
    event.stopPropagation(); // the chosen thing would take it for another click
    act.send();
  } else if (event.key === "/" && act.actions.length && !act.plan && !act.arranging) {
    event.preventDefault();
    act.typing = true; // until Esc
    act.draw();
    act.line.querySelector("input").focus();
  } else if (event.key.toLowerCase() === "u" && act.mine) act.back(event.shiftKey);
  else if (event.key === "b") act.table.boards()[0]?.root.querySelector('[tabindex="0"]')?.focus();
  return undefined;
}

function leaveLine(act, line) {
  line.value = "";
  line.blur();
  act.typing = false;
  act.draw();
}
