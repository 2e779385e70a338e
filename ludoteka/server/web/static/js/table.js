// The table: keeps what the server tells, shows it, and sends what was decided. Knows no rule of any game.
import { Act } from "./act.js";
import { Refusal, get, post } from "./api.js";
import { Company } from "./company.js";
import { Curtain } from "./curtain.js";
import { Board, known, learn } from "./board.js";
import { Cards } from "./card.js";
import { Chooser } from "./chooser.js";
import { $, $$, around, fill, h, icon, sign, toast } from "./dom.js";
import { Final } from "./final.js";
import { subtitle, waitingFor } from "./headline.js";
import { Outbox, line } from "./live.js";
import { Views, phone } from "./layout.js";
import { Lens } from "./lens.js";
import { Moments, momentsOf } from "./moments.js";
import { Pace } from "./pace.js";
import { Orders } from "./orders.js";
import { Overview } from "./overview.js";
import { Places } from "./places.js";
import { Premoves } from "./premove.js";
import { Rail, nameOf, setLooks } from "./people.js";
import { Room } from "./room.js";
import { Sheet } from "./sheet.js";
import { Sight } from "./sight.js";
import { prefs, sound } from "./shell.js";
import { Chat, Log, Plan, tabs } from "./side.js";
import { Bubble } from "./wish.js";
import { page, say } from "./words.js";

const path = `/api/tables/${page.id}`;
let { table, state, log } = page.whole;
const cards = new Cards({
  path: () => `${path}/cards`,
  query: () => ({ code: page.code, seat: state.seat }),
  moment: () => state.n,
  dock: () => $("#act:not([hidden])") ?? $("#views"),
  lens: () => lens,
  shut: () => !$("#curtain").hidden, // they would tell what only the next one may know
});
let real = state; // with what a curtain may hide
let fresh = log.length; // log lines from here on are news to the reader
let coming = table; // what the server says of the table; it shows together with the position it belongs to
let wasMine = false;
let followed = -1; // the question that the view of a phone has gone to
let sheet = null; // the question on a phone

const mySeat = () => state.seat;
const boards = () => [board, ...places.boards, ...rail.boards];
const choosing = () => state.actions.length > 0 || premoves.on;

async function point(thing, element, less) {
  if (!choosing()) await premoves.begin();
  return choosing() ? act.point(thing, element, less) : why(thing, element);
}

const board = new Board($("#board"), {
  onThing: point,
  onHover: (thing) => act.look(thing),
  zoom: true,
});
const lens = new Lens(board, { carry: point });
const sight = new Sight(board);
const rail = new Rail($("#rail"), point, visit);
const places = new Places(point);
const chat = new Chat($("#chat"), path, $("#tab-chat"));
const orders = new Orders(path, mySeat, () => plan.draw());
const plan = new Plan($("#plan"), path, orders);
const premoves = new Premoves(h("div", { class: "ahead", hidden: true }), {
  path,
  seat: mySeat,
  orders,
  changed: () => {
    if (!state.actions.length) showAct();
    place();
  },
  waiting: () => table.status === "playing" && !state.actions.length && mySeat() !== null && $("#curtain").hidden,
  veiled: () => !$("#curtain").hidden,
});
const bubble = new Bubble({
  begin: goWay,
  places: (way) => board.things().filter((e) => way.some((turn) => turn.at.includes(e.dataset.at))),
  between: () => table.seats.filter((s, i) => i !== table.to_move && !s.gone && !state.view.sides?.[i]?.passed).length,
  shown: (redrawn) => {
    if (redrawn) act.draw();
    if (bubble.way.length && sheet?.height === "rest") sheet.set("half"); // its buttons stand there
    number();
  },
});
/** The steps of the way that a bubble shows, or else of what is planned. */
function number() {
  const way = bubble.way.map((turn) => turn.at);
  board.numbers(way.length ? way : premoves.steps, way.length > 0);
}
const lines = new Log($("#log"), {
  point: (line) => {
    board.hint(named(line));
  },
  href: (step) => `/r/${page.id}?step=${step}`,
});
const wanted = (thing, element) => {
  if (act.plan?.next.length) act.restart(); // another one than that whose start was being chosen
  return act.point(thing, element);
};
const chooser = new Chooser($(".stage"), cards, wanted, $("#act-body"));
const act = new Act($("#act-body"), {
  path,
  boards,
  cards,
  quiet: hush,
  moved: () => {
    place();
    uncover(false);
  },
  seat: mySeat,
  seats: () => table.seats,
  sending: () => Boolean(outbox.kept),
  why,
  whyText,
  undo,
  severalMade: () => Boolean(table.seats[log.at(-1)?.seat]?.mine && log.at(-1).together),
  redo: () => step("redo"),
  planning: () => premoves.on,
  send: (move) =>
    premoves.on ? premoves.add(move.atoms.join("; ")).then(() => act.free()) : outbox.send({ n: state.n, ...move, seat: mySeat() }),
  ghost: (drawing) => {
    board.plan(bubble.board ?? drawing ?? premoves.board, state.board);
    number();
  },
  foresee: (changes) => rail.preview(mySeat(), changes),
  watch: (places) => lens.watch(places),
  raise: (cards) => {
    if (cards) sheet?.set("full");
    else if (sheet?.height === "rest") sheet.set("half");
  },
  lower: () => sheet?.height === "full" && sheet.set("half"),
  arranging: arrange,
  mayHint: () => !premoves.on && !table.rated && table.seats.every((s) => s.kind === "bot" || s.mine),
  atOnce: (action) => prefs.get("at_once") === "yes" && act.actions.length > 1 && Boolean(action) && !act.plan?.proposed,
});
$("#act-body").append(places.spare.host, premoves.host);
const room = new Room($("#room"), path);
let end = null;
const company = new Company(path);
const curtain = new Curtain($("#curtain"), () => show());
const final = new Final($("#final"), {
  done: () => show(),
  totals: (list) => rail.totals(list),
  counted: (places, links) => board.counted(places, links),
  gained: (seat, gains) => rail.gained(seat, gains),
});
const moments = new Moments($("#main"), {
  gained: (seat, gains) => rail.gained(seat, gains),
  where: (at) =>
    board
      .things()
      .find((e) => e.dataset.at === at)
      ?.getBoundingClientRect(),
  mine: mySeat,
});
const outbox = new Outbox(page.id, {
  sent: ({ n }, move) => {
    connection(true, false);
    premoves.sent(move.atoms);
    hush(); // the panel stays busy until the new position is here, so that nothing is sent twice
    setTimeout(() => {
      if (state.n < n) get(path, { code: page.code }).then(take, () => act.free());
    }, 1500);
  },
  refused: (error) => {
    act.free();
    if (error.now) take(error.now);
    toast(error.rule ? `${error.message} [${error.rule}]` : error.message);
  },
  waiting: () => {
    act.free();
    connection(false, true);
  },
});

// what the server tells

/** @param {Told.Whole} whole */
function take(whole) {
  pace.drop();
  ({ table, state: real, log } = whole);
  coming = table;
  chat.add(whole.chat);
  show();
}

line.listen({
  table: (/** @type {Told.TableOut} */ news) => {
    coming = news; // its position follows at once, unless it is only a bot that has moved up in the line
    premoves.told();
    if (news.n !== state.n || news.in_line === table.in_line) return;
    table = news;
    show();
  },
  state: (/** @type {Told.News} */ news) => {
    const others = news.log.filter((l) => l.i >= log.length && l.seat >= 0 && !table.seats[l.seat]?.mine);
    pace.push({ ...news, table: coming }, others, momentsOf(news.log.filter((l) => l.i >= log.length)).length > 0);
  },
  chat: (/** @type {Told.ChatLine[]} */ news) => {
    chat.add(news);
    const said = news.filter((l) => !l.system && !l.mine);
    if (!said.length) return;
    views.news("chat");
    if (phone()) announce(icon("send"), h("b", {}, said.at(-1).name), ` ${said.at(-1).text}`); // until the next move
  },
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
  show: (/** @type {Told.News & { table: Told.TableOut }} */ news) => {
    if (news.state.n < state.n) return;
    const before = log.length;
    log = [...log.slice(0, news.log_from), ...news.log];
    if (news.state.n !== state.n) fresh = Math.min(before, news.log_from);
    const ends = table.status === "playing" && news.table.status === "finished";
    real = state = news.state;
    table = news.table;
    if (ends) final.begin(table, state, log);
    show();
    if (final.walking) final.draw();
    moments.show(momentsOf(log.slice(before)));
  },
});

/** What somebody did, in a line above the board of a phone and for those who listen. */
function tell(line) {
  const empty = (l) => !l.text.includes(" ") && !l.notes?.length; // a turn that ends: what was done in it is the news
  const done = (empty(line) && log.findLast((l) => l.i < line.i && l.i > line.i - 6 && l.seat === line.seat && !empty(l))) || line;
  announce(sign(done.seat), h("b", {}, nameOf(table.seats[done.seat])), ` ${(done.together ?? done).words}`);
}

/** A line above the board; where it is one line high it says by itself when there is more. */
function announce(sign, ...words) {
  const [line, text] = [$("#news"), h("span", {}, ...words)];
  fill(line, sign, text);
  line.classList.remove("more");
  line.classList.toggle("more", phone() && text.scrollHeight > text.clientHeight * 1.5);
}

function connection(online, kept) {
  const bar = $("#link");
  bar.hidden = online;
  if (!online) bar.textContent = say(kept ? "js.lost_kept" : "js.lost");
}

// what people see

function show() {
  learn([real.board, ...real.panels.map((p) => p.svg)]);
  setLooks(real.panels);
  state = curtain.veil(table, real, log);
  const mine = table.seats.some((s) => s.mine && s.gone !== "left");
  const over = table.status === "finished" && !final.walking;
  document.body.dataset.status = final.walking ? "playing" : table.status;
  document.body.classList.toggle("seated", mine);
  document.body.classList.toggle("watching", !mine);
  rail.show(table, state);
  places.layOut(table, state);
  if (known(state.board)) board.show(state.board);
  showPanels();
  room.show(table);
  showEnd(over);
  $("#act").hidden = table.status !== "playing" || !$("#curtain").hidden;
  const myTurn = table.status === "playing" && state.actions.length > 0;
  showAct();
  premoves.news(state.n);
  lines.show($("#curtain").hidden ? log : log.filter((l) => !l.secret), table, fresh);
  board.ticks(named(lastLine()));
  const told = [...log].reverse().find((l) => l.seat >= 0 && !table.seats[l.seat].mine);
  if (told) tell(told);
  const due = followed !== state.n;
  if (myTurn && due) views.follow(state.proposes);
  if (due) sight.next();
  followed = state.n;
  board.reveal();
  const golden = Boolean($("#board .hit.legal"));
  uncover(due);
  if (places.reveal(golden)) act.draw();
  company.show(table);
  $("#sub").textContent = final.walking ? say("js.final_scoring") : subtitle(table, state, log);
  for (const link of $$(".to-rules")) link.href = `/rules/${table.game}${state.rule ? `#${state.rule}` : ""}`;
  document.title = `${myTurn ? "● " : ""}${table.title} · Ludoteka`;
  if (myTurn && !wasMine) sound();
  wasMine = myTurn;
  $("#hand-over").parentElement.hidden = table.status !== "playing" || table.rated || table.source.startsWith("tournament:");
  $("#tab-plan").hidden = !mine || over;
  place();
}

/** What is golden on the board lies under no drawer. */
const uncover = (fresh) => places.uncover($$("#board .hit.legal"), fresh);

/** The question, or what is planned for the next own turn. */
function showAct() {
  const mine = table.seats.some((s) => s.mine && s.gone !== "left");
  const myTurn = table.status === "playing" && state.actions.length > 0;
  const caps = premoves.on ? "js.plan_caps" : myTurn ? "js.your_turn_caps" : table.status === "finished" ? "js.over_caps" : "js.wait_caps";
  $("#act").classList.toggle("mine", myTurn);
  $("#act").classList.toggle("planning", premoves.on);
  $("#act-caps").textContent = say(caps);
  const head = { question: state.ask || say("js.choose_now"), mine };
  if (premoves.on) Object.assign(head, { question: say("js.plan_ask", { what: premoves.ahead.ask }), hint: say("js.plan_how") });
  else if (!myTurn) Object.assign(head, waitingFor(table, mine));
  act.show(premoves.on ? premoves.state(state) : state, head);
}

/** The things of another seat, from its card; the same card closes them. A phone has a view for them. */
function visit(seat) {
  if (phone()) {
    views.show(table.seats[seat].mine ? "mine" : "others");
    rail.cards[seat].root.scrollIntoView({ block: "nearest" });
    return;
  }
  places.visit(seat);
}

/** The end is fetched when it comes: who sits down need not wait for it. */
async function showEnd(over) {
  if (!over && !end) return;
  end ??= import("./end.js").then(({ End }) => new End($("#end"), () => ({ table, state, log })));
  (await end).show(over);
}

function showPanels() {
  const choice = state.panels.find((p) => p.place === "choose");
  const picked = act.picks.find((p) => p.what !== undefined);
  const owners = new Map(state.panels.filter((p) => p.plays).map((p) => [p.plays, p.seat]));
  chooser.show(choice, state.actions, picked, owners, state.board);
  const handed = real.panels.some((p) => p.place === "hand"); // also behind a curtain
  places.show(table, state, handed);
}

/** Pieces are arranged: a phone goes closer to where they are, follows from one to the next, and back again afterwards. */
function arrange(shape, last) {
  const was = $("#act").classList.contains("arranging");
  sight.items = shape && ((t) => shape.items.some((item) => item.thing === t[shape.by]));
  if (was !== Boolean(shape)) {
    $("#act").classList.toggle("arranging", !was);
    if (phone()) sight.settle();
  } else if (last && phone()) board.follow((t) => t[shape.by] === last);
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
  bubble.close();
  for (const b of boards()) b.things().forEach((e) => e.classList.remove("asked"));
}

/** Go a way of two steps: the first now, the second when its turn comes if both are wanted. */
function goWay(way, both) {
  const texts = way.map((turn) => turn.atoms.join("; "));
  if (premoves.on) premoves.add(...(both ? texts : texts.slice(0, 1)));
  else act.begin(way[0].atoms);
  premoves.later = both && !premoves.on ? { seat: mySeat(), first: texts[0], second: texts[1] } : null;
}

async function why(thing, element, picks = [thing]) {
  const name = thing.label;
  if (!choosing()) {
    const seat = table.seats[table.to_move];
    if (table.status === "playing")
      bubble.open(name, { conditions: [{ message: seat ? say("js.moves_now", { name: nameOf(seat) }) : say("js.chance") }] }, element);
    return;
  }
  const text = meant(thing);
  const found = text
    ? { asked: page.verbs[text.split(" ")[0]], conditions: await reasons(text) }
    : ((await act.plans.wish(picks)) ?? (await act.plans.wish([thing])));
  hush();
  bubble.open(name, found ?? { conditions: [{ message: state.ask }] }, element);
  const again = element?.isConnected === false ? board.find(thing) : element; // drawn anew with the pieces of the way
  again?.classList.add("asked");
}

/** The action of a chosen verb at this place, if a place is all that it lacks. */
function meant(thing) {
  const verb = act.picks.find((p) => p.verb !== undefined)?.verb;
  const simple = thing.at !== undefined && act.pool.some((a) => a.verb === verb && Object.keys(a.args).join() === "at");
  return simple ? `${verb} ${thing.at}` : "";
}

async function reasons(text) {
  const found = get(`${path}/why`, { text, seat: mySeat() });
  const against = await found.catch((error) => [{ message: error.message, rule: error.rule }]);
  return against.length ? against : [{ message: state.ask }];
}

async function whyText(text, element) {
  bubble.open(text, { conditions: await reasons(text) }, element);
}

// going back

async function step(what, more = {}) {
  try {
    const answer = await post(`${path}/${what}`, { n: state.n, seat: mySeat(), ...more });
    if (answer.done === false) toast(say("js.undo_asked"));
  } catch (error) {
    if (error instanceof Refusal && error.now) take(error.now);
    toast(error.message);
  }
}
function undo(atom) {
  if (premoves.on) premoves.back();
  else step("undo", { atom });
}

/** The sheet of a phone covers the foot of the page: leave room for it. */
function place() {
  const sheet = $("#act");
  const tall = `${sheet.hidden ? 24 : Math.min(sheet.offsetHeight, innerHeight * 0.6) + 24}px`;
  for (const id of ["#zones", "#toasts"]) $(id).style.setProperty("--sheet", tall);
}

tabs($("#tabs"));
lens.carries($("#under"));
new Overview(board);
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
  golden: (name) =>
    (name === "board" || !$("#act-body :is(.choice, .arr-row)")) &&
    Boolean(
      $({ board: '#board .hit.legal, #under [data-place="hand"] .hit.legal', mine: "#under .hit.legal", others: "#rail .hit.legal" }[name]),
    ),
});
document.addEventListener("keydown", (event) => {
  if (around(event, "input, textarea, select") || event.ctrlKey || event.metaKey) return;
  if (event.key === "+" || event.key === "=") board.zoom(1.4);
  if (event.key === "-") board.zoom(1 / 1.4);
  if (event.key === "0") board.fit();
  if (event.key === "Escape") {
    hush();
    if (places.visited !== null) visit(places.visited);
  }
});
addEventListener("resize", () => {
  places.layOut(table, state);
  showPanels();
  act.draw();
  place();
});
company.listen();
chat.add(page.whole.chat);
show();
if (table.seats.some((s) => s.mine && s.kind === "human")) plan.load().then(() => premoves.refresh());
if (table.status !== "closed") line.open({ id: page.id, since: page.whole.since, code: page.code });
outbox.flush();
