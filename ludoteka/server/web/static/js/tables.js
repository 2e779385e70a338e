// All tables, pairing of those who want the same, and a record from elsewhere to look at.
import { get, LONG, post } from "./api.js";
import { $, $$, fill, h, toast } from "./dom.js";
import "./shell.js";
import { page, say, span } from "./words.js";

const pair = $("#pair-form").elements;

function showSeats() {
  const counts = page.games.find((g) => g.name === pair.game.value).counts.filter((n) => n > 1);
  fill(
    pair.seats,
    counts.map((n) => h("option", { value: n }, String(n))),
  );
}

/** Those who wait for a game, with any clock and number of seats. */
function showWaiting(waiting) {
  for (const card of $$("#pairs .pair")) {
    const n = waiting.filter((w) => w.game === card.dataset.game).reduce((sum, w) => sum + w.people, 0);
    $("small", card).textContent = n ? say("js.pair_n", { n }) : "";
  }
}

/** Who waits for the same now, and how long it usually takes. */
async function showWait() {
  const { game, seats, clock } = pair;
  try {
    const [waiting, usual] = await Promise.all([get("/api/pairing"), get("/api/pairing/usual", { game: game.value, clock: clock.value })]);
    showWaiting(waiting);
    const same = waiting.filter((w) => w.game === game.value && w.seats === Number(seats.value) && w.clock === clock.value);
    const n = same.reduce((sum, w) => sum + w.people, 0);
    const words = [n ? say("js.pair_waiting", { n, span: span(Date.now() / 1000 - same[0].since) }) : say("js.pair_nobody")];
    if (usual.seconds !== null) words.push(say("js.pair_usual", { span: span(usual.seconds) }));
    $("#pair-wait").textContent = words.join(" ");
  } catch {
    $("#pair-wait").textContent = "";
  }
}

showSeats();
showWait();
pair.game.addEventListener("change", showSeats);
$("#pair-form").addEventListener("change", showWait);
async function find(game, seats, clock) {
  try {
    const wish = { game, seats, clock, minutes: Number(pair.minutes.value), rated: pair.rated?.checked ?? false };
    const found = await post("/api/pairing", wish);
    location.assign(`/t/${found.table.id}`);
  } catch (error) {
    toast(error.message);
  }
}
$("#pair-form").addEventListener("submit", (event) => {
  event.preventDefault();
  find(pair.game.value, Number(pair.seats.value), pair.clock.value);
});
// one click: with those who wait already, else a table of the smallest size
for (const one of $$("#pairs button"))
  one.addEventListener("click", async () => {
    const { game } = one.closest(".pair").dataset;
    const { clock } = one.dataset;
    const waiting = await get("/api/pairing").catch(() => []);
    const least = Math.min(...page.games.find((g) => g.name === game).counts.filter((n) => n > 1));
    find(game, waiting.find((w) => w.game === game && w.clock === clock)?.seats ?? least, clock);
  });

$("#import").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = event.target.elements.text.value;
  if (!text.trim()) return;
  try {
    const made = await post("/api/import", { text: text.endsWith("\n") ? text : `${text}\n` }, {}, LONG);
    location.assign(`/r/${made.table.id}?code=${made.table.code ?? ""}`);
  } catch (error) {
    toast(error.message);
  }
});
