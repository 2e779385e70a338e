// A new table: game, players, options, clock.
import { post } from "./api.js";
import { $, $$, fill, h, sign, toast } from "./dom.js";
import { botName } from "./people.js";
import "./shell.js";
import { page, say } from "./words.js";

const FEW = 3; // options that need not be folded away
const form = $("#new");
const game = () => page.games.find((g) => g.name === form.elements.game.value);

function showGame() {
  const { counts, least, options, presets } = game();
  const many = Math.max(least, Math.min(counts.at(-1), 2));
  fill($("#seats"), counts.map((n) => h("option", { value: n, selected: n === many }, String(n))));
  const rows = options.map((o) => {
    const id = `option-${o.name}`;
    const choices = o.choices.map(([value, label]) => h("option", { value }, label));
    const input = o.choices.length > 1
      ? h("select", { class: "input", id, name: id }, choices)
      : h("input", { class: "input", id, name: id, value: o.choices[0][0], autocomplete: "off" });
    return h("div", { class: "field" }, h("label", { for: id }, o.label), input);
  });
  const names = Object.entries(presets);
  fill($("#presets"));
  if (names.length) {
    const pick = h("select", { class: "input", id: "preset", onchange: () => usePreset(pick.value) },
      h("option", { value: "" }, say("js.preset_none")), names.map(([key, [label]]) => h("option", { value: key }, label)));
    fill($("#presets"), h("div", { class: "field" }, h("label", { for: "preset" }, say("js.preset")), pick));
  }
  fill($("#options"), rows);
  $("#options-box").hidden = !rows.length;
  $("#all-options").open = rows.length <= FEW;
  showPlayers();
}

function usePreset(key) {
  const values = key ? game().presets[key][1] : {};
  for (const o of game().options) {
    const value = o.name in values ? values[o.name] : o.default;
    $(`#option-${o.name}`).value = String(value);
  }
}

function showPlayers() {
  const before = $$("#players select").map((s) => s.value);
  const n = Number($("#seats").value);
  const choices = [["me", say("js.me")], ["open", say("js.seat_person")], ...page.bots.map((b) => [`bot:${b}`, botName(b)])];
  fill($("#players"), Array.from({ length: n }, (_, i) => {
    const usual = before[i] ?? (i ? (page.friends ? "open" : `bot:${page.bot}`) : "me");
    const pick = h("select", { class: "input", id: `player-${i}`, "aria-label": say("js.who_sits", { n: i + 1 }), onchange: showWords },
      choices.map(([value, label]) => h("option", { value, selected: value === usual }, label)));
    return h("li", { class: `s${i + 1}` }, sign(i), h("span", {}, pick, h("small", { class: "about" })));
  }));
  showWords();
}

const players = () => $$("#players select").map((s) => s.value);

function showWords() {
  const open = players().includes("open");
  $("#begin-words").textContent = say(open ? "js.open_table" : "js.start");
  $("#invited").hidden = !open;
  for (const pick of $$("#players select")) pick.nextElementSibling.textContent = page.levels.find((l) => `bot:${l.bot}` === pick.value)?.about ?? "";
}

form.addEventListener("change", (event) => {
  if (event.target.name === "game") showGame();
  if (event.target.id === "seats") showPlayers();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const [kind, seconds, increment] = $("#clock").value.split(":");
  const options = {};
  for (const o of game().options) {
    const value = $(`#option-${o.name}`).value;
    if (value !== String(o.default)) options[o.name] = value;
  }
  const start = !players().includes("open");
  const wish = {
    game: game().name, seats: Number($("#seats").value), players: players(), options, start,
    visibility: $("#visibility").value, order: $("#order").value, watch: $("#watch").checked, rated: $("#rated").checked,
    clock: { kind, seconds: Number(seconds ?? 0), increment: Number(increment ?? 0) },
  };
  $("#begin").disabled = true;
  try {
    const made = await post("/api/tables", wish);
    location.assign(`/t/${made.table.id}`);
  } catch (error) {
    $("#begin").disabled = false;
    toast(error.message);
  }
});

showGame();
