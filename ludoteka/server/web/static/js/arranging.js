// Pieces without an order in the panel of the question; the plan itself is arrange.js.
import { button, fill, h, icon } from "./dom.js";
import { steps } from "./steps.js";
import { drawTrail } from "./trail.js";
import { capital } from "./words.js";

/** The panel `act` while pieces are arranged: a row for each thing, presets, and what else may be done. */
export function drawArranging(act) {
  const { arranging, shape } = act;
  act.ask.textContent = shape.ask;
  act.hint.textContent = "";
  drawTrail(act);
  act.drawPreview();
  act.line.hidden = true;
  act.table.ghost?.(null);
  const focus = document.activeElement?.closest(".arr-row")?.getAttribute("data-thing");
  const at = [...(document.activeElement?.parentElement?.children ?? [])].indexOf(document.activeElement);
  const rest = act.pool.filter((a) => !shape.verbs.includes(a.verb));
  const more =
    rest.length && rest.length <= 6 && !shape.optional
      ? h(
          "div",
          { class: "choices one" },
          rest.map((a) =>
            h(
              "button",
              {
                type: "button",
                class: "choice",
                onclick: () => {
                  act.arranging = null;
                  act.take([{ text: a.text, label: a.label }]);
                },
              },
              h("span", {}, capital(a.label)),
            ),
          ),
        )
      : null;
  fill(act.offered, arranging.rows(), more);
  if (focus)
    act.offered
      .querySelector(`.arr-row[data-thing="${CSS.escape(focus)}"]`)
      ?.querySelector(".stepper")
      .children[at]?.focus();
  for (const board of act.table.boards()) {
    const marked = {};
    board.mark((t) => arranging.look(t[shape.by], marked));
    board.count(arranging.pieces ? arranging : null);
  }
  const row = [
    arranging.ready
      ? button(capital(arranging.label), { class: "btn primary big grow", id: "confirm", onclick: () => act.send() }, icon("check"))
      : button(arranging.missing, { class: "btn big grow dashed", id: "not-yet", disabled: true }),
  ];
  fill(act.last, [...row, ...steps(act, false)]);
}
