// All tables, pairing of those who want the same, and a record from elsewhere to look at.
import { get, LONG, post } from "./api.js";
import { $, fill, h, toast } from "./dom.js";
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

/** Who waits for the same now, and how long it usually takes. */
async function showWait() {
  const { game, seats, clock } = pair;
  try {
    const [waiting, usual] = await Promise.all([get("/api/pairing"), get("/api/pairing/usual", { game: game.value, clock: clock.value })]);
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
$("#pair-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const wish = {
    game: pair.game.value,
    seats: Number(pair.seats.value),
    clock: pair.clock.value,
    minutes: Number(pair.minutes.value),
    rated: pair.rated?.checked ?? false,
  };
  try {
    const found = await post("/api/pairing", wish);
    location.assign(`/t/${found.table.id}`);
  } catch (error) {
    toast(error.message);
  }
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
