// Tournaments: announce one, enter, give up, begin, call off. Everything asks the API and shows what came of it.
import { anew } from "./anew.js";
import { post } from "./api.js";
import { $, $$, fill, h, toast } from "./dom.js";
import { on } from "./forms.js";
import "./shell.js";
import { page } from "./words.js";

const LOOK = 20_000; // milliseconds

const form = $("#cup-form");
if (form) {
  const { game, size, form: kind } = form.elements;
  const seats = () => {
    const counts = page.games.find((g) => g.name === game.value).counts.filter((n) => n > 1 && n <= 6);
    fill(
      size,
      counts.map((n) => h("option", { value: n }, String(n))),
    );
  };
  const shown = () => {
    for (const field of form.querySelectorAll("[data-forms]")) field.hidden = !field.dataset.forms.split(" ").includes(kind.value);
  };
  game.addEventListener("change", seats);
  kind.addEventListener("change", shown);
  seats();
  shown();
}

on("#cup-form", async (f) => {
  const number = (name) => Number(f[name].value);
  const plan = {
    form: f.form.value,
    size: number("size"),
    rounds: number("rounds"),
    through: number("through"),
    group: number("group"),
    up: number("up"),
    laps: number("laps"),
    pause: 24 * number("pause"),
    seasons: number("seasons"),
    most: number("most"),
    hours: 24 * number("days"),
    clock: f.clock.value,
    final: f.final.checked,
    rated: f.rated.checked,
  };
  const starts = f.starts.value ? new Date(f.starts.value).getTime() / 1000 : null;
  const made = await post("/api/tournaments", { name: f.name.value, game: f.game.value, about: f.about.value, starts, plan });
  location.assign(`/tournaments/${made.id}`);
});

const main = $("main");
const id = main.dataset.cup;
$('.cup-rounds [aria-current="step"]')?.scrollIntoView({ block: "nearest", inline: "center" }); // on a phone they scroll
for (const one of $$("[data-do]"))
  one.addEventListener("click", async () => {
    if (one.dataset.sure && !confirm(one.dataset.sure)) return;
    one.disabled = true;
    try {
      await post(`/api/tournaments/${id}/${one.dataset.do}`);
      location.reload();
    } catch (error) {
      one.disabled = false;
      toast(error.message);
    }
  });
on("#bots-form", async ({ bot, many }) => {
  await post(`/api/tournaments/${id}/bots`, { bot: bot.value, many: Number(many.value) });
  location.reload();
});

/** A tournament goes on by itself, and so does its page; whoever is on the way to a table gets there. */
let leaving = false;
addEventListener("beforeunload", () => {
  leaving = true;
});
async function look() {
  if (document.hidden) return;
  const now = (await anew("cup-live"))?.querySelector("main").dataset;
  if (!now || leaving) return;
  if (now.status !== main.dataset.status || now.round !== main.dataset.round) location.reload(); // other buttons and rounds, too
}
if (main.dataset.status === "open" || main.dataset.status === "playing") {
  document.addEventListener("my-tables", look);
  setInterval(look, LOOK);
}
