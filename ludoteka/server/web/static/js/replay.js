// The replay: any position of a match, step by step or by itself, through any eyes the server allows.
import { Analysis } from "./analysis.js";
import { get, post } from "./api.js";
import { Board, known } from "./board.js";
import { Cards } from "./card.js";
import { $, $$, around, fill, h, icon, tintOf, toast } from "./dom.js";
import { Mats } from "./mats.js";
import { Rail, inCard, nameOf } from "./people.js";
import "./shell.js";
import { Log } from "./side.js";
import { capital, page, say } from "./words.js";

const { table, log } = page.whole;
const over = table.status === "finished";
const last = log.length;
const path = `/api/tables/${page.id}`;
const slider = $("#slider");
const board = new Board($("#board"), { zoom: true });
const rail = new Rail($("#rail"), null);
const mats = new Mats($("#under"));
const seen = new Map(); // step and eyes -> position: going back costs nothing
let eyes = new URLSearchParams(location.search).get("seat") ?? "";
let step = Math.max(0, Math.min(last, page.step ?? (over ? 0 : last)));
let timer = 0;
let tints = "";
new Cards({ path: () => `${path}/cards`, query: () => ({ code: page.code, seat: eyes, step }), moment: () => `${step} ${eyes}` });

const lines = new Log($("#log"), { point: () => {}, href: (n) => `?step=${n}`, most: Infinity });

function position(n) {
  const key = `${n} ${eyes}`;
  if (!seen.has(key)) {
    const asked = get(`${path}/at/${n}`, { code: page.code, seat: eyes });
    seen.set(key, asked);
    asked.catch(() => seen.delete(key));
  }
  return seen.get(key);
}

async function show(n) {
  step = Math.max(0, Math.min(last, n));
  slider.value = step;
  slider.style.setProperty("--at", `${(100 * step) / Math.max(1, last)}%`);
  const here = new URL(location.href);
  here.searchParams.set("step", String(step));
  if (eyes) here.searchParams.set("seat", eyes);
  else here.searchParams.delete("seat");
  history.replaceState(null, "", here);
  const wanted = step;
  let state;
  try {
    state = await position(wanted);
  } catch (error) {
    toast(error.message);
    stop();
    return;
  }
  if (wanted !== step) return;
  draw(state);
  if (step < last) position(step + 1).catch(() => {});
}

function draw(state) {
  rail.show({ ...table, past: true, status: step < last ? "playing" : table.status, to_move: state.to_move, deadline: null }, state);
  const now = table.seats.map((s) => tintOf(s.seat)).join();
  if (now !== tints) {
    tints = now; // only now it is known how this game shows its seats: factions come after the beginning
    lines.show(log, table, last + 1);
    if (analysis) judgeLines();
  }
  $("#zones").classList.toggle("wide", state.board.width > 1.9 * state.board.height);
  if (known(state.board)) board.show(state.board);
  mats.show(state.panels.filter((p) => !inCard(p)));
  const line = log[step - 1];
  const who = line && table.seats[line.seat] ? `${nameOf(table.seats[line.seat])} ` : "";
  $("#did").textContent = line ? capital(who + line.words) : say("js.beginning");
  const words = line ? line.text.split(" ").slice(1) : [];
  board.ticks((t) => t.at !== undefined && words.includes(t.at));
  const age = page.ages.begins.findLast(([at]) => at <= step)?.[1];
  $("#now").textContent = [age ? capital(say(`js.${page.ages.unit}`, { n: age })) : "", say("js.step_of", { n: step, most: last })]
    .filter(Boolean)
    .join(" · ");
  lines.mark(step);
  follow();
  judge();
  $("#save-svg").href =
    `/r/${page.id}/board.svg?${new URLSearchParams({ step: String(step), code: page.code, ...(eyes && { seat: eyes }) })}`;
  $("#go-on").hidden = !over || state.to_move < 0;
}

/** The log shows the line of the position without moving the page. */
function follow() {
  const [pane, row] = [$("#pane-log"), $("#log li.now")];
  if (!row) return;
  row.closest("details")?.setAttribute("open", "");
  pane.scrollTop += row.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
}

/** What the analysis says about the action that led here. */
function judge() {
  const words = analysis?.words(step) ?? "";
  $("#worth").hidden = !words;
  $("#worth").textContent = words;
  analysis?.at(step);
}

/** Losses beside their lines in the log. */
function judgeLines() {
  for (const row of $$("#log li[data-i]")) {
    const d = analysis.of(Number(row.dataset.i) + 1);
    if (d && d.loss >= 0.05) row.querySelector(".n")?.before(h("span", { class: "loss num" }, `−${Math.round(d.loss * 100)} %`));
  }
  judge();
}

function stop() {
  clearInterval(timer);
  timer = 0;
  $("#play").setAttribute("aria-pressed", "false");
  fill($("#play"), icon("play"));
}

function play() {
  if (timer) return stop();
  if (step >= last) show(0);
  timer = setInterval(() => (step < last ? show(step + 1) : stop()), 850);
  $("#play").setAttribute("aria-pressed", "true");
  fill($("#play"), icon("pause"));
}

/** Where rounds or turns begin. */
const marks = page.ages.begins.map(([at]) => at);
const jump = (back) => show(back ? (marks.findLast((m) => m < step) ?? 0) : (marks.find((m) => m > step) ?? last));

slider.max = last;
slider.addEventListener("input", () => {
  stop();
  show(Number(slider.value));
});
$("#first").addEventListener("click", () => show(0));
$("#back").addEventListener("click", () => show(step - 1));
$("#next").addEventListener("click", () => show(step + 1));
$("#last").addEventListener("click", () => show(last));
$("#play").addEventListener("click", play);
$("#round-back").addEventListener("click", () => jump(true));
$("#round-next").addEventListener("click", () => jump(false));
for (const [id, way] of [
  ["#round-back", "back"],
  ["#round-next", "next"],
])
  $(id).textContent = say(`js.${page.ages.unit}_${way}`);
$("#ticks").hidden = marks.length >= 60;
if (marks.length < 60)
  fill(
    $("#ticks"),
    marks.map((m) => h("i", { style: `left:${(100 * m) / Math.max(1, last)}%` })),
  );
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || around(event, "input, select, textarea")) return;
  if (event.key === " " && around(event, "button, a, summary")) return;
  const act = {
    ArrowLeft: () => show(step - 1),
    ArrowRight: () => show(step + 1),
    " ": play,
    Home: () => show(0),
    End: () => show(last),
    PageUp: () => jump(true),
    PageDown: () => jump(false),
  }[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});
$("#log").addEventListener("click", (event) => {
  const row = event.target.closest("li[data-i]");
  if (row) {
    event.preventDefault();
    stop();
    show(Number(row.dataset.i) + 1);
  }
});

fill(
  $("#eyes"),
  h("option", { value: "" }, say("js.eyes_usual")),
  over ? table.seats.map((s) => h("option", { value: s.seat }, nameOf(s))) : [],
);
$("#eyes").value = eyes;
if ($("#eyes").selectedIndex < 0) {
  eyes = "";
  $("#eyes").value = "";
}
$("#eyes").addEventListener("change", () => {
  eyes = $("#eyes").value;
  show(step);
});
$("#share").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    toast(say("js.copied"));
  } catch {
    toast(location.href, { stay: true });
  }
});
$("#save-record").hidden = !over;
$("#save-record").href = `${path}/record?${new URLSearchParams({ code: page.code })}`;
$("#save-record").download = `${table.game}-${page.id}.txt`;
$("#save-png").addEventListener("click", async () => {
  const text = await (await fetch($("#save-svg").href, { signal: AbortSignal.timeout(12000) })).text();
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await picture.decode();
  const canvas = h("canvas", { width: picture.width * 2, height: picture.height * 2 });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  h("a", { href: canvas.toDataURL("image/png"), download: `${table.game}-${page.id}-${step}.png` }).click();
});
$("#go-on").addEventListener("click", async () => {
  const players = table.seats.map((_, i) =>
    i === Math.max(0, log[step]?.seat ?? 0) ? "me" : `bot:${page.bots[Math.min(1, page.bots.length - 1)]}`,
  );
  try {
    const made = await post(`${path}/continue`, { step, players }, { code: page.code });
    await post(`/api/tables/${made.table.id}/start`);
    location.assign(`/t/${made.table.id}`);
  } catch (error) {
    toast(error.message);
  }
});

const analysis = over
  ? new Analysis($("#analysis"), {
      table,
      log,
      go: (n) => {
        stop();
        show(n);
      },
      changed: judgeLines,
    })
  : null;
show(step);
