// The home page: one click to a match against bots, and a link to somebody's table.
import { post } from "./api.js";
import { $, $$, toast } from "./dom.js";
import "./shell.js";
import { page } from "./words.js";

async function playBots(button) {
  button.disabled = true;
  const seats = Number(button.dataset.seats);
  const players = ["me", ...Array(seats - 1).fill(`bot:${page.bot}`)];
  try {
    const made = await post("/api/tables", { game: button.dataset.play, seats, players, visibility: "link", start: true });
    location.assign(`/t/${made.table.id}`);
  } catch (error) {
    button.disabled = false;
    toast(error.message);
  }
}

for (const button of $$("[data-play]")) button.addEventListener("click", () => playBots(button));
$("#code-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = new FormData(event.target).get("link").trim();
  const found = /\/t\/([a-z0-9]+)(\?code=[a-z0-9]+)?/.exec(text) ?? /^([a-z0-9]{10})$/.exec(text);
  if (found) location.assign(`/t/${found[1]}${found[2] ?? ""}`);
});
