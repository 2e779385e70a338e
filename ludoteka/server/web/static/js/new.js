// A new table: game, players, options, clock.
import { LONG, get, post } from "./api.js";
import { $, $$, brought, fill, h, icon, sign, toast } from "./dom.js";
import { botName } from "./people.js";
import "./shell.js";
import { page, say } from "./words.js";

const FEW = 3; // options that need not be folded away
const form = $("#new");
const game = () => page.games.find((g) => g.name === form.elements.game.value);

function showGame() {
  const { counts, options, presets } = game();
  const many = counts.includes(2) ? 2 : counts[0];
  fill(
    $("#seats"),
    counts.map((n) => h("option", { value: n, selected: n === many }, String(n))),
  );
  const rows = options.map((o) => {
    const id = `option-${o.name}`;
    const choices = o.choices.map(([value, label]) => h("option", { value }, label));
    if (o.content) return own(o, id);
    const input =
      o.choices.length > 1
        ? h("select", { class: "input", id, name: id }, choices)
        : h("input", { class: "input", id, name: id, value: o.choices[0][0], autocomplete: "off" });
    return h("div", { class: "field" }, h("label", { for: id }, o.label), input);
  });
  const names = Object.entries(presets);
  fill($("#presets"));
  if (names.length) {
    const pick = h(
      "select",
      { class: "input", id: "preset", onchange: () => usePreset(pick.value) },
      h("option", { value: "" }, say("js.preset_none")),
      names.map(([key, [label]]) => h("option", { value: key }, label)),
    );
    fill($("#presets"), h("div", { class: "field" }, h("label", { for: "preset" }, say("js.preset")), pick));
  }
  fill($("#options"), rows);
  $("#options-box").hidden = !rows.length;
  $("#all-options").open = rows.length <= FEW || options.some((o) => o.content && $(`#option-${o.name}`).value !== String(o.default));
  showPlayers();
}

/** An option that takes a text of one's own: pasted or from a file, read by the server at once, or named by a link. */
function own(o, id) {
  const query = new URLSearchParams(location.search);
  const shared = query.get("game") === game().name && query.get(o.name);
  const word = h("input", { type: "hidden", id, name: id, value: shared || o.default });
  const said = h("p", { class: "small muted own-said", role: "status" }, say(shared ? "js.own_shared" : "js.own_how"));
  const text = h("textarea", { class: "input mono", rows: 5, spellcheck: "false", "aria-label": o.label, maxlength: 200000 });
  const file = h("input", { type: "file", accept: ".toml,.txt,text/plain" });
  const about = h("div", { class: "own-about" }); // what it brings, as it will stand at the table
  if (shared)
    get(`/api/contents/${encodeURIComponent(shared)}`, { game: game().name, option: o.name }).then(
      (kept) => fill(about, brought(kept.about)),
      () => {},
    );
  const choose = h("label", { class: "btn own-file" }, icon("plus"), say("js.own_file"), file);
  const bring = async () => {
    word.value = o.default;
    fill(about);
    said.classList.remove("bad");
    if (!text.value.trim()) {
      said.textContent = say("js.own_how");
      return;
    }
    said.textContent = say("js.own_reading");
    try {
      const kept = await post("/api/contents", { game: game().name, option: o.name, text: text.value }, {}, LONG);
      word.value = kept.word;
      fill(about, brought(kept.about));
      const link = `/new?${new URLSearchParams({ game: game().name, [o.name]: word.value })}`;
      fill(said, say("js.own_good"), " ", h("a", { href: link }, say("js.own_link")));
    } catch (error) {
      said.textContent = error.message;
      said.classList.add("bad");
    }
  };
  text.addEventListener("change", () => {
    reading = bring();
  });
  file.addEventListener("change", async () => {
    text.value = await (file.files[0]?.text() ?? "");
    reading = bring();
  });
  return h("fieldset", { class: "field own" }, h("legend", {}, o.label), text, h("div", { class: "btn-row" }, choose), said, about, word);
}
let reading = null; // the server reads a text: the table waits for it

/** The options of a ready-made set, and a number of players that it can be played with. */
function usePreset(key) {
  const [, values, fits] = key ? game().presets[key] : ["", {}, game().counts];
  const seats = $("#seats");
  if (!fits.includes(Number(seats.value))) {
    seats.value = String(fits[0]);
    showPlayers();
  }
  for (const o of game().options) {
    const value = o.name in values ? values[o.name] : o.default;
    $(`#option-${o.name}`).value = String(value);
  }
}

function showPlayers() {
  const before = $$("#players select").map((s) => s.value);
  const n = Number($("#seats").value);
  const choices = [
    ["me", say("js.me")],
    ["here", say("js.here")],
    ["open", say("js.seat_person")],
    ...page.people.map((p) => [`user:${p.id}`, p.name]),
    ...page.bots.map((b) => [`bot:${b}`, botName(b)]),
  ];
  fill(
    $("#players"),
    Array.from({ length: n }, (_, i) => {
      const usual = before[i] ?? (page.with[i - 1] ? `user:${page.with[i - 1]}` : i ? (page.friends ? "open" : `bot:${page.bot}`) : "me");
      const pick = h(
        "select",
        { class: "input", id: `player-${i}`, "aria-label": say("js.who_sits", { n: i + 1 }), onchange: showWords },
        choices.map(([value, label]) => h("option", { value, selected: value === usual }, label)),
      );
      const name = h("input", {
        class: "input called",
        maxlength: "30",
        hidden: true,
        "aria-label": say("js.here_name"),
        placeholder: say("js.here_name"),
        autocomplete: "off",
      });
      return h("li", { class: `s${i + 1}` }, sign(i), h("span", {}, pick, h("small", { class: "about" }), name));
    }),
  );
  showWords();
}

const players = () =>
  $$("#players select").map((s) => (s.value === "here" ? `me:${s.parentElement.querySelector(".called").value.trim()}` : s.value));

/** Whether somebody has to come before the match can begin. */
const waits = () => players().some((p) => p === "open" || p.startsWith("user:"));

function showWords() {
  const open = waits();
  $("#begin-words").textContent = say(open ? "js.open_table" : "js.start");
  $("#invited").hidden = !open;
  for (const pick of $$("#players select")) pick.parentElement.querySelector(".called").hidden = pick.value !== "here";
  for (const pick of $$("#players select"))
    pick.nextElementSibling.textContent = page.levels.find((l) => `bot:${l.bot}` === pick.value)?.about ?? "";
}

form.addEventListener("change", (event) => {
  if (event.target.name === "game") showGame();
  if (event.target.id === "seats") showPlayers();
});

/** What the server said against a text that still stands there. */
const refused = () => $("#options .own-said.bad")?.textContent ?? "";

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await reading;
  const [kind, seconds, increment] = $("#clock").value.split(":");
  const options = {};
  for (const o of game().options) {
    const value = $(`#option-${o.name}`).value;
    if (value !== String(o.default)) options[o.name] = value;
  }
  const start = !waits();
  const wish = {
    game: game().name,
    seats: Number($("#seats").value),
    players: players(),
    options,
    start,
    visibility: $("#visibility").value,
    order: $("#order").value,
    watch: $("#watch").checked,
    rated: $("#rated").checked,
    minutes: start ? 0 : Number($("#minutes").value),
    begins: start || !$("#begins").value ? null : new Date($("#begins").value).getTime() / 1000,
    clock: { kind, seconds: Number(seconds ?? 0), increment: Number(increment ?? 0) },
  };
  $("#begin").disabled = true;
  try {
    if (refused()) throw new Error(refused());
    const made = await post("/api/tables", wish);
    location.assign(`/t/${made.table.id}`);
  } catch (error) {
    $("#begin").disabled = false;
    toast(error.message);
  }
});

showGame();
$("#begin").disabled = false; // from now on a click is heard
