// A puzzle: a position, three tries, and what each try reached.
import { get, post } from "./api.js";
import { $, fill, h, icon, sign } from "./dom.js";
import { setLooks } from "./people.js";
import "./shell.js";
import { Trial } from "./trial.js";
import { page, say } from "./words.js";

let puzzle = null;
const done = () => puzzle !== null && (puzzle.solved || puzzle.left <= 0);
const trial = new Trial({
  path: () => `/api/puzzles/${page.game}/${page.number}`,
  moment: () => `${page.number} ${puzzle?.left}`,
  closed: done,
  send,
  undo: () => show(puzzle),
});

const worth = (value) => (value === null ? say("js.try_unknown") : say("js.try_worth", { n: value }));

function show(next) {
  puzzle = next;
  trial.again();
  trial.show(next.state);
  const mine = next.state.panels.filter((p) => p.seat === next.state.seat);
  const own = mine.find((p) => p.plays) ?? mine[0];
  $("#you-play").hidden = !own;
  setLooks(next.state.panels);
  if (own) fill($("#you-play"), sign(own.seat), h("span", {}, say("js.you_play", { name: own.plays || own.title })));
  $("#tries-left").textContent = say("js.tries_left", { n: next.left });
  fill(
    $("#tries"),
    next.tries.map((t) =>
      h("li", { class: t.ok ? "good" : "" }, icon(t.ok ? "check" : "x"), h("span", {}, t.label), h("b", {}, worth(t.value))),
    ),
  );
  $("#done").hidden = !done();
  $("#hint").hidden = done();
  if (!done()) return;
  $("#hints").hidden = false;
  $("#best").textContent = say(next.solved ? "js.puzzle_solved" : "js.puzzle_answer", { answer: next.answer, n: next.best });
  $("#next").focus();
}

async function send({ atoms }) {
  const next = await post(`${trial.path()}/`, { atoms });
  show(next);
  const last = next.tries.at(-1);
  if (last) trial.tell(last.ok ? say("js.try_right") : say("js.try_wrong", { label: last.label, worth: worth(last.value) }), last.ok);
}

$("#hint").addEventListener("click", () => {
  $("#hints").hidden = false;
  $("#hint").disabled = true;
});

async function start() {
  const next = await get(`${trial.path()}/`);
  fill(
    $("#themes"),
    next.themes.map((theme) => h("span", { class: "chip" }, theme)),
  );
  $("#rule").hidden = !next.rule;
  $("#rule").href = `/rules/${page.game}#${next.rule}`;
  $("#rule").textContent = next.rule;
  show(next);
}
start();
