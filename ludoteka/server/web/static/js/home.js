// The home page: one click to a match against bots, and a link to somebody's table. My tables stay up to date.
import { anew } from "./anew.js";
import { post } from "./api.js";
import { $, $$, toast } from "./dom.js";
import { prefs } from "./shell.js";
import { page, say } from "./words.js";

const level = $("#bot-level");
const seats = $("#play-seats");
const choose = $("#choose-game");
const asked = $("#choose-title").textContent;

/** As many players as wanted, if the game can be played by so many; else as near as it goes. */
function company(counts) {
  const wish = Number(seats.value);
  return counts.reduce((best, n) => (Math.abs(n - wish) < Math.abs(best - wish) ? n : best));
}

async function play(button, game, counts) {
  button.disabled = true;
  remember();
  const n = company(counts);
  const players = ["me", ...Array(n - 1).fill(`bot:${level.value}`)];
  try {
    const made = await post("/api/tables", { game, seats: n, players, visibility: "link", start: true });
    location.assign(`/t/${made.table.id}`);
  } catch (error) {
    button.disabled = false;
    toast(error.message);
  }
}

const remember = () => {
  prefs.set("level", level.value);
  prefs.set("company", seats.value);
};

function showLevel() {
  $("#level-about").textContent = page.levels.find((l) => l.bot === level.value)?.about ?? "";
}

/** Ask for level and players: for one game, or for any. */
function ask(game = null) {
  choose.dataset.one = game ? "yes" : "";
  const one = $("#play-one");
  one.hidden = !game;
  $("#choose-title").textContent = game?.title ?? asked;
  for (const option of seats.options) option.hidden = !(game?.counts ?? [2, 3, 4, 5]).includes(Number(option.value));
  if (game) {
    one.textContent = say("js.play_title", { title: game.title });
    one.onclick = () => play(one, game.play, game.counts);
  }
  choose.showModal();
}

if (page.levels.some((l) => l.bot === prefs.get("level"))) level.value = prefs.get("level");
if (prefs.get("company")) seats.value = prefs.get("company");
level.addEventListener("change", () => {
  prefs.set("level", level.value);
  showLevel();
});
showLevel();

const counts = (button) => button.dataset.counts.split(" ").map(Number);
$("#play-bots").addEventListener("click", () => ask());
if (location.hash === "#bots") ask(); // from another page
choose.addEventListener("click", (event) => {
  if (event.target === choose || event.target.closest("[data-close]")) choose.close();
});
for (const button of $$("[data-start]")) button.addEventListener("click", () => play(button, button.dataset.start, counts(button)));
for (const button of $$("[data-play]")) {
  button.addEventListener("click", () => {
    if (prefs.get("company")) play(button, button.dataset.play, counts(button)); // asked once, remembered
    else ask({ play: button.dataset.play, title: button.dataset.title, counts: counts(button) });
  });
}
$("#code-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("[name=link]", event.target).value.trim();
  const found = /\/t\/([a-z0-9]+)(\?code=[a-z0-9]+)?/.exec(text) ?? /^([a-z0-9]{10})$/.exec(text);
  if (found) location.assign(`/t/${found[1]}${found[2] ?? ""}`);
  else toast(say("js.no_link"));
});

let told = false;
document.addEventListener("my-tables", () => {
  if (told) anew("mine");
  told = true; // the first news is what the page was made with
});
