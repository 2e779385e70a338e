// The table: keeps what the server tells, shows it, and sends what was decided. Knows no rule of any game.
import { Act } from "./act.js";
import { Refusal, get, post } from "./api.js";
import { Board, known, learn } from "./board.js";
import { $, button, fill, h, icon, sign, toast } from "./dom.js";
import { End } from "./end.js";
import { Outbox, line } from "./live.js";
import { Shelf, Views, formOf, phone } from "./layout.js";
import { Mats } from "./mats.js";
import { Pace } from "./pace.js";
import { amounts } from "./preview.js";
import { Rail, inCard, nameOf } from "./people.js";
import { Room } from "./room.js";
import { Sheet } from "./sheet.js";
import { prefs, sound } from "./shell.js";
import { Chat, Log, Plan, tabs } from "./side.js";
import { page, say } from "./words.js";

const path = `/api/tables/${page.id}`;
let { table, state, log } = page.whole;
let fresh = log.length; // log lines from here on are news to the reader
let coming = table; // what the server says of the table; it shows together with the position it belongs to
let wasMine = false;
let bubble = null;
let sheet = null; // the question on a phone

const mySeat = () => state.seat;
const boards = () => [board, ...now.boards, ...aids.boards, ...things.boards, ...mats.boards, ...rail.boards];
const point = (thing, element, less) => (state.actions.length ? act.point(thing, element, less) : why(thing, element));

const board = new Board($("#board"), { onThing: point, onHover: (thing) => act.look(thing), onDrag: (from, to) => act.drag(from, to), zoom: true });
const rail = new Rail($("#rail"), point, visit);
const things = new Shelf($("#mine"), point);
const mats = new Shelf($("#under"), point);
const others = new Mats($("#others"));
let visited = null; // whose things are open
const now = new Mats($("#now"), point);
const aids = new Mats($("#aids"), point);
const chat = new Chat($("#chat"), path, $("#tab-chat"));
const plan = new Plan($("#plan"), path);
const lines = new Log($("#log"), {
  point: (line) => {
    board.hint(named(line));
  },
  href: (step) => `/r/${page.id}?step=${step}`,
});
const act = new Act($("#act-body"), {
  path, boards, quiet: hush, moved: place, seat: mySeat, sending: () => Boolean(outbox.kept), why, whyText, undo, redo,
  send: (move) => outbox.send({ n: state.n, ...move, seat: mySeat() }),
  ghost: (drawing) => board.plan(drawing, state.board),
  raise: () => { if (sheet?.height === "rest") sheet.set("half"); },
  mayHint: () => !table.rated && table.seats.every((s) => s.kind === "bot" || s.mine),
  atOnce: (action) => prefs.get("at_once") === "yes" && act.actions.length > 1 && Boolean(action) && !act.plan?.proposed,
});
const room = new Room($("#room"), path, () => table);
const end = new End($("#end"), () => ({ table, state, log }));
const outbox = new Outbox(page.id, {
  sent: ({ n }) => {
    connection(true, false);
    hush(); // the panel stays busy until the new position is here, so that nothing is sent twice
    setTimeout(() => { if (state.n < n) get(path, { code: page.code }).then(take, () => act.free()); }, 1500);
  },
  refused: (error) => {
    act.free();
    if (error.now) take(error.now);
    toast(error.rule ? `${error.message} [${error.rule}]` : error.message);
  },
  waiting: () => { act.free(); connection(false, true); },
});

// what the server tells

function take(whole) {
  pace.drop();
  ({ table, state, log } = whole);
  coming = table;
  chat.add(whole.chat);
  show();
}

line.listen({
  table: (news) => {
    coming = news; // its position follows at once, unless it is only a bot that has moved up in the line
    if (news.n !== state.n || news.in_line === table.in_line) return;
    table = news;
    show();
  },
  state: (news) => {
    const others = news.log.filter((l) => l.i >= log.length && l.seat >= 0 && !table.seats[l.seat]?.mine);
    pace.push({ ...news, table: coming }, others);
  },
  chat: (news) => { chat.add(news); if (news.some((l) => !l.system && !l.mine)) views.news("chat"); },
  link: (online) => {
    connection(online, Boolean(outbox.kept));
    if (online) outbox.flush();
  },
});

const pace = new Pace({
  glance: (line) => {
    tell(line);
    board.ticks(named(line));
  },
  show: (news) => {
    if (news.state.n < state.n) return;
    const before = log.length;
    log = [...log.slice(0, news.log_from), ...news.log];
    if (news.state.n !== state.n) fresh = Math.min(before, news.log_from);
    state = news.state;
    table = news.table;
    show();
  },
});

/** What somebody did, in a line above the board of a phone and for those who listen. */
function tell(line) {
  const seat = table.seats[line.seat];
  fill($("#news"), sign(line.seat), h("span", {}, h("b", {}, nameOf(seat)), ` ${line.words}`));
}

function connection(online, kept) {
  const bar = $("#link");
  bar.hidden = online;
  if (!online) bar.textContent = say(kept ? "js.lost_kept" : "js.lost");
}

// what people see

function show() {
  const mine = table.seats.some((s) => s.mine && s.gone !== "left");
  const over = table.status === "finished";
  document.body.dataset.status = table.status;
  document.body.classList.toggle("seated", mine);
  learn([state.board, ...state.panels.map((p) => p.svg)]);
  rail.show(table, state);
  layOut();
  if (known(state.board)) board.show(state.board);
  showPanels();
  room.show(table);
  end.show(over);
  $("#act").hidden = over || table.status === "waiting" || table.status === "closed";
  const myTurn = table.status === "playing" && state.actions.length > 0;
  $("#act").classList.toggle("mine", myTurn);
  const head = { question: state.ask || say("js.choose_now"), mine };
  if (!myTurn) Object.assign(head, waitingFor(mine));
  act.show(state, head);
  $("#act-caps").textContent = say(myTurn ? "js.your_turn_caps" : over ? "js.over_caps" : "js.wait_caps");
  lines.show(log, table, fresh);
  board.ticks(named(lastLine()));
  const told = [...log].reverse().find((l) => l.seat >= 0 && !table.seats[l.seat].mine);
  if (told) tell(told);
  board.reveal();
  if ([things, mats].map((shelf) => shelf.reveal()).some(Boolean)) act.draw();
  undoAsked();
  gone();
  $("#sub").textContent = subtitle();
  document.title = `${myTurn ? "● " : ""}${table.title} · Ludoteka`;
  if (myTurn && !wasMine) sound("turn");
  wasMine = myTurn;
  $("#tab-plan").hidden = !mine || over;
  place();
}

/** Round or turn, whose move it is, and whether it counts. */
function subtitle() {
  if (table.status !== "playing") return say(`js.status_${table.status}`);
  const { round, rounds } = state.view;
  const movers = log.map((l) => l.seat).filter((seat) => seat >= 0);
  const turns = movers.filter((seat, i) => seat !== movers[i - 1]).length;
  let when = say("js.turn_n", { n: Math.max(1, turns) });
  if (round === 0) when = say("js.before");
  else if (round) when = rounds ? say("js.round_of", { n: Math.min(round, rounds), most: rounds }) : say("js.chapter_n", { n: round });
  const seat = table.seats[table.to_move];
  const who = state.actions.length ? say("js.your_turn_caps") : seat ? say("js.moves_short", { name: nameOf(seat) }) : say("js.chance");
  return [when, who, table.rated ? say("js.rated") : ""].filter(Boolean).join(" · ");
}

/** Which places there are: by the form of the board and the number of seats, never by what happens. */
function layOut() {
  const zones = $("#zones");
  const form = formOf(state.board);
  zones.dataset.form = form;
  zones.classList.toggle("wide", form === "row");
  zones.style.setProperty("--ratio", (state.board.width / state.board.height).toFixed(4));
  const tall = innerHeight - 60;
  $("#rail").classList.toggle("tight", !phone() && (innerWidth <= 1180 || (form === "row" ? tall < 760 : table.seats.length * 150 + 340 > tall)));
}

/** The things of another seat, from its card; the same card closes them. */
function visit(seat) {
  if (phone()) return;
  visited = visited === seat ? null : seat;
  showOthers();
}

function showOthers() {
  const theirs = state.panels.filter((p) => p.seat !== null && !p.private && !p.now && (phone() ? p.seat !== state.seat : p.seat === visited));
  others.show(phone() ? theirs.filter((p) => !inCard(p)) : theirs, table.seats);
  $("#others").hidden = !phone() && !theirs.length;
}

function waitingFor(mine) {
  if (table.status !== "playing") return { question: "", hint: "" };
  const seat = table.seats[table.to_move];
  if (!seat) return { question: say("js.chance"), hint: "" };
  const hint = mine ? say("js.plan_hint") : say("js.watching");
  if (table.in_line) return { question: say(`js.waiting_${Math.min(table.in_line, 6)}`, { n: table.in_line }), hint };
  return { question: say("js.moves_now", { name: nameOf(seat) }), hint };
}

/** Hands, tracks, mats: what lies neither on the board nor in the card of a seat, mine first. */
function showPanels() {
  const form = formOf(state.board);
  const narrow = phone() || innerWidth <= 1180;
  const beside = !narrow && innerHeight >= 800;
  const rank = (p) => (p.place === "hand" ? 0 : own(p) ? 1 : p.place === "act" ? 3 : 2);
  const own = (p) => p.seat !== null && p.seat === state.seat;
  now.show(state.panels.filter((p) => p.now));
  const rest = state.panels.filter((p) => !p.now && (p.seat === null || p.private || (own(p) && !inCard(p)))).sort((a, b) => rank(a) - rank(b));
  aids.show(rest.filter((p) => beside && p.place === "act"));
  const shelved = rest.filter((p) => !(beside && p.place === "act"));
  const left = (p) => !narrow && (form === "square" || (form === "map" && p.place !== "hand" && (own(p) || p.place === "mine")));
  things.show(shelved.filter(left), table.seats);
  mats.show(shelved.filter((p) => !left(p)), table.seats);
  showOthers();
}

/** Which things a line of the log names. */
function named(line) {
  const words = line ? line.text.split(" ").slice(1) : [];
  return (t) => t.at !== undefined && words.includes(t.at);
}

/** The last action of a seat, as long as it is news. */
function lastLine() {
  const last = [...log].reverse().find((l) => l.seat >= 0);
  return last && last.i >= fresh ? last : null;
}

// why not?

function hush() {
  bubble?.remove();
  bubble = null;
  for (const b of boards()) b.things().forEach((e) => e.classList.remove("asked"));
}

function ruleLink(rule) {
  return rule ? h("span", { class: "ref" }, " ", h("a", { href: `/rules/${table.game}#${rule}`, target: "_blank" }, rule)) : null;
}

/** A bubble beside the thing: what was wished, what is in its way and what is not, what would help. */
function sayWhy(name, { asked = "", conditions, helps = [], way = [] }, element) {
  hush();
  const row = (c) => h("p", { class: c.met ? "met" : "unmet" }, icon(c.met ? "check" : "x"), h("span", {}, c.message, ruleLink(c.rule)));
  bubble = h("div", { class: "why", role: "status" }, h("b", {}, name),
    asked ? h("p", { class: "asked-for" }, say("js.you_asked", { what: asked })) : null, conditions.map(row),
    helps.length ? h("p", { class: "small" }, say("js.would_help"), " ", helps.map((o) => o.label).join(" · ")) : null,
    way.length ? h("div", { class: "way" }, h("b", {}, say("js.two_turns")),
      way.map((turn, i) => h("div", { class: "row" }, h("span", {}, `${i + 1}. ${turn.title}`), h("span", {}, amounts(turn.amounts)))),
      button(say("js.begin"), { class: "btn primary", id: "begin", onclick: () => { hush(); act.begin(way[0].atoms); } })) : null,
    button("", { class: "btn quiet icon shut", "aria-label": say("js.close"), onclick: hush }, icon("x")));
  const phone = matchMedia("(max-width: 760px)").matches;
  const host = $("#board");
  if (phone || !element || !host.contains(element)) {
    bubble.classList.add("dock");
    (phone ? $("#act") : $("#act-body")).prepend(bubble);
    if (!phone && element) $("#act").scrollIntoView({ block: "nearest" });
    return;
  }
  host.append(bubble);
  const [hit, frame] = [element.getBoundingClientRect(), host.getBoundingClientRect()];
  const { offsetWidth: w, offsetHeight: tall } = bubble;
  const x = hit.x + hit.width / 2 - frame.x;
  const left = Math.max(4, Math.min(frame.width - w - 4, x - w / 2));
  const below = hit.y - frame.y < tall + 16;
  bubble.classList.toggle("below", below);
  const y = below ? hit.bottom - frame.y + 12 : hit.y - frame.y - tall - 12;
  bubble.style.cssText = `left:${left}px;top:${y}px;--tip:${x - left}px`;
}

async function why(thing, element, picks = [thing]) {
  const name = thing.label;
  if (!state.actions.length) {
    const seat = table.seats[table.to_move];
    if (table.status === "playing") sayWhy(name, { conditions: [{ message: seat ? say("js.moves_now", { name: nameOf(seat) }) : say("js.chance") }] }, element);
    return;
  }
  const found = await act.plans.wish(picks) ?? await act.plans.wish([thing]);
  sayWhy(name, found ?? { conditions: [{ message: state.ask }] }, element);
  element?.classList.add("asked");
}

async function whyText(text, element) {
  const asked = get(`${path}/why`, { text, seat: mySeat() });
  const reasons = await asked.catch((error) => [{ message: error.message, rule: error.rule }]);
  sayWhy(text, { conditions: reasons.length ? reasons : [{ message: state.ask }] }, element);
}

// going back

async function step(what) {
  try {
    const answer = await post(`${path}/${what}`, { n: state.n, seat: mySeat() });
    if (answer.done === false) toast(say("js.undo_asked"));
  } catch (error) {
    if (error instanceof Refusal && error.now) take(error.now);
    toast(error.message);
  }
}
function undo() { step("undo"); }
function redo() { step("redo"); }

function undoAsked() {
  const host = $("#asked");
  const asker = table.undo_asked_by === null ? null : table.seats[table.undo_asked_by];
  const mine = table.seats.find((s) => s.mine && !table.undo_agreed.includes(s.seat));
  host.hidden = !asker || !mine || asker.mine;
  if (host.hidden) return;
  const answer = (agree) => () => post(`${path}/undo/answer`, { agree, seat: mine.seat }).catch((e) => toast(e.message));
  fill(host, h("p", {}, say("js.undo_wanted", { name: nameOf(asker) })), h("div", { class: "btn-row" },
    button(say("js.agree"), { class: "btn primary", onclick: answer(true) }), button(say("js.refuse"), { onclick: answer(false) })));
}

function gone() {
  const host = $("#gone");
  host.hidden = table.status !== "playing" || !table.seats.some((s) => s.mine && s.gone === "timeout");
  if (host.hidden) return;
  fill(host, h("p", {}, say("js.timed_out")),
    button(say("js.come_back"), { class: "btn primary", onclick: () => post(`${path}/back`).catch((e) => toast(e.message)) }));
}

/** The sheet of a phone covers the foot of the page: leave room for it. */
function place() {
  const sheet = $("#act");
  const tall = `${sheet.hidden ? 24 : Math.min(sheet.offsetHeight, innerHeight * 0.6) + 24}px`;
  for (const id of ["#zones", "#toasts"]) $(id).style.setProperty("--sheet", tall);
}

tabs($("#tabs"));
$("#zoom-in").addEventListener("click", () => board.zoom(1.4));
$("#zoom-out").addEventListener("click", () => board.zoom(1 / 1.4));
$("#zoom-fit").addEventListener("click", () => board.fit());
sheet = new Sheet($("#act"), $("#grip"), place);
const views = new Views($("#views"), $("#zones"), {
  opened: (name) => {
    if (name === "log" || name === "chat") $(`#tab-${name}`).click();
    hush();
    act.draw(); // a button must serve for what is not in sight
  },
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey) return;
  if (event.key === "+" || event.key === "=") board.zoom(1.4);
  if (event.key === "-") board.zoom(1 / 1.4);
  if (event.key === "0") board.fit();
  if (event.key === "Escape") { hush(); if (visited !== null) visit(visited); }
});
addEventListener("resize", () => { layOut(); showPanels(); act.draw(); place(); });
$("#leave").addEventListener("click", async () => {
  try {
    const { message } = await get(`${path}/leave`);
    if (confirm(message)) await post(`${path}/leave`);
  } catch (error) { toast(error.message); }
});
chat.add(page.whole.chat);
show();
performance.mark("board"); // the first picture stands
if (table.seats.some((s) => s.mine)) plan.load();
if (table.status !== "closed") line.open({ id: page.id, since: page.whole.since, code: page.code });
outbox.flush();
