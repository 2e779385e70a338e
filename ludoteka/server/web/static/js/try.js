// The tutorial: tasks on real positions.
import { get, post } from "./api.js";
import { $, fill, h } from "./dom.js";
import "./shell.js";
import { Trial } from "./trial.js";
import { page, say } from "./words.js";

let number = 0;
let solved = false;
const trial = new Trial({
  path: () => `/api/learn/${page.game}/${number}`,
  moment: () => number,
  closed: () => solved,
  send,
  undo: () => start(number),
});

async function start(n) {
  number = n;
  solved = false;
  $("#task").textContent = page.asks[n];
  $("#go").hidden = true;
  trial.tell("");
  fill(
    $("#dots"),
    page.asks.map((_, i) =>
      h(
        "li",
        { class: i < n ? "was" : i === n ? "on" : "", "aria-current": i === n ? "step" : null },
        h("button", { type: "button", "aria-label": say("js.task_n", { n: i + 1 }), onclick: () => start(i) }, String(i + 1)),
      ),
    ),
  );
  show(await get(`${trial.path()}/`));
}

function show(state) {
  trial.show(state);
  const words = new Set(page.asks[number].match(/[\p{L}\d]+/gu));
  trial.board.hint((t) => !solved && words.has(t.at)); // small boards show no coordinates
}

async function send({ atoms }) {
  const answer = await post(`${trial.path()}/`, { atoms });
  solved = answer.ok;
  trial.again();
  show(answer.state);
  trial.tell(answer.words, answer.ok);
  if (!answer.ok) return;
  const more = number + 1 < page.asks.length;
  $("#go").hidden = false;
  $("#go").textContent = say(more ? "js.next_task" : "js.play_now");
  $("#go").onclick = () => (more ? start(number + 1) : location.assign(`/new?game=${page.game}`));
  $("#go").focus();
}

start(0);
