// The home page: one click to a match against bots, and a link to somebody's table. My tables stay up to date.
import { post } from "./api.js";
import { $, $$, toast } from "./dom.js";
import { prefs } from "./shell.js";
import { page, say } from "./words.js";

const level = $("#bot-level");

async function playBots(button) {
  button.disabled = true;
  const seats = Number(button.dataset.seats);
  const players = ["me", ...Array(seats - 1).fill(`bot:${level.value}`)];
  try {
    const made = await post("/api/tables", { game: button.dataset.play, seats, players, visibility: "link", start: true });
    location.assign(`/t/${made.table.id}`);
  } catch (error) {
    button.disabled = false;
    toast(error.message);
  }
}

function showLevel() {
  $("#level-about").textContent = page.levels.find((l) => l.bot === level.value)?.about ?? "";
}

if (page.levels.some((l) => l.bot === prefs.get("level"))) level.value = prefs.get("level");
level.addEventListener("change", () => { prefs.set("level", level.value); showLevel(); });
showLevel();

const choose = $("#choose-game");
$("#play-bots").addEventListener("click", () => choose.showModal());
choose.addEventListener("click", (event) => { if (event.target === choose || event.target.closest("[data-close]")) choose.close(); });
for (const button of $$("[data-play]")) button.addEventListener("click", () => playBots(button));
$("#code-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = new FormData(event.target).get("link").trim();
  const found = /\/t\/([a-z0-9]+)(\?code=[a-z0-9]+)?/.exec(text) ?? /^([a-z0-9]{10})$/.exec(text);
  if (found) location.assign(`/t/${found[1]}${found[2] ?? ""}`);
  else toast(say("js.no_link"));
});

let told = false;
document.addEventListener("my-tables", async () => {
  if (!told) { told = true; return; } // the first news is what the page was made with
  const answer = await fetch(location.href, { headers: { accept: "text/html" }, signal: AbortSignal.timeout(12000) }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("mine");
  if (fresh) $("#mine").replaceChildren(...fresh.children);
});
