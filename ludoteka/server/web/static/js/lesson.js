// A lesson: boards beside the text that can be walked through.
import { Board } from "./board.js";
import { $$, button, h, icon } from "./dom.js";
import "./shell.js";
import { capital, page, say } from "./words.js";

for (const figure of $$("[data-board]")) {
  const frames = page.boards[Number(figure.dataset.board)];
  const frame = h("div", { class: "board" });
  figure.append(frame);
  const board = new Board(frame);
  const mats = frames[0].panels.map((p) => {
    const host = h("div", { class: "mat-in" });
    figure.append(host);
    return [p.id, new Board(host)];
  });
  let at = 0;
  const caption = h("figcaption", { "aria-live": "polite" });
  const show = (n) => {
    at = (n + frames.length) % frames.length;
    board.show(frames[at].board);
    for (const [id, mat] of mats) {
      const panel = frames[at].panels.find((p) => p.id === id);
      if (panel) mat.show({ ...panel.svg, label: panel.title });
    }
    caption.textContent =
      frames.length > 1
        ? `${at ? capital(frames[at].words) : say("js.position_before")} · ${say("js.step_of", { n: at + 1, most: frames.length })}`
        : "";
  };
  if (frames.length > 1) {
    figure.append(
      h(
        "div",
        { class: "steps" },
        button("", { class: "btn icon", "aria-label": say("js.step_back"), onclick: () => show(at - 1) }, icon("left")),
        caption,
        button("", { class: "btn icon", "aria-label": say("js.step_on"), onclick: () => show(at + 1) }, icon("right")),
      ),
    );
  }
  show(0);
}
