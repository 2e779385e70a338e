// The tutorial: tasks on real positions, answered in the same way as at a table.
import { Act } from "./act.js";
import { get, post } from "./api.js";
import { Board } from "./board.js";
import { $, fill, h, icon } from "./dom.js";
import { Mats } from "./mats.js";
import "./shell.js";
import { page, say } from "./words.js";

let number = 0;
let state = null;
let solved = false;
const path = () => `/api/learn/${page.game}/${number}`;
const boards = () => [board, ...mats.boards];
const point = (thing, element) => (state.actions.length && !solved ? act.point(thing, element) : null);
const board = new Board($("#board"), { onThing: point, zoom: true });
const mats = new Mats($("#under"), point);
const act = new Act($("#act-body"), {
  get path() { return path(); }, boards, quiet: () => tell(""), seat: () => undefined, sending: () => false, atOnce: () => false,
  ghost: (drawing) => board.plan(drawing, state.board), send, why, whyText: (text) => explain({ text }), undo: () => start(number), redo: () => {},
});

function tell(text, good = false, rule = "") {
  const box = $("#verdict");
  box.hidden = !text;
  box.className = `verdict ${good ? "good" : "no"}`;
  fill(box, icon(good ? "check" : "no"), " ", text, rule ? [" ", h("a", { href: `/rules/${page.game}#${rule}`, target: "_blank" }, rule)] : []);
}

async function start(n) {
  number = n;
  solved = false;
  $("#task").textContent = page.asks[n];
  $("#go").hidden = true;
  tell("");
  fill($("#dots"), page.asks.map((_, i) => h("li", { class: i < n ? "was" : i === n ? "on" : "", "aria-current": i === n ? "step" : null },
    h("button", { type: "button", "aria-label": say("js.task_n", { n: i + 1 }), onclick: () => start(i) }, String(i + 1)))));
  show(await get(`${path()}/`));
}

function show(next) {
  state = next;
  $("#zones").classList.toggle("wide", state.board.width > 1.9 * state.board.height);
  board.show(state.board);
  const words = new Set(page.asks[number].match(/[\p{L}\d]+/gu));
  board.hint((t) => !solved && words.has(t.at)); // small boards show no coordinates
  mats.show(state.panels.filter((p) => p.private || p.seat === null || p.seat === state.seat));
  $("#act").hidden = solved;
  act.show({ ...state, actions: solved ? [] : state.actions, n: `${number} ${solved}` }, { question: state.ask, mine: false });
  board.reveal();
}

async function send({ atoms }) {
  try {
    const answer = await post(`${path()}/`, { atoms });
    act.free();
    solved = answer.ok;
    act.picks = [];
    act.plan = null;
    show(answer.state);
    tell(answer.words, answer.ok);
    if (!answer.ok) return;
    const more = number + 1 < page.asks.length;
    $("#go").hidden = false;
    $("#go").textContent = say(more ? "js.next_task" : "js.play_now");
    $("#go").onclick = () => (more ? start(number + 1) : location.assign(`/new?game=${page.game}`));
    $("#go").focus();
  } catch (error) {
    act.free();
    tell(error.message, false, error.rule);
  }
}

async function why(thing, element, picks = [thing]) {
  const found = await act.plans.wish(picks) ?? await act.plans.wish([thing]);
  const one = found?.conditions.find((c) => !c.met);
  tell(one ? one.message : state.ask, false, one?.rule);
  element?.classList.add("asked");
}

async function explain(query) {
  const found = await get(`${path()}/why`, query).catch((error) => [{ message: error.message, rule: error.rule }]);
  tell(found[0]?.message ?? state.ask, false, found[0]?.rule);
}

start(0);
