// The side of the table: log, chat, plans.
import { get, post, put } from "./api.js";
import { $, button, fill, h, icon, sign, toast } from "./dom.js";
import { nameOf } from "./people.js";
import { capital, say, span } from "./words.js";

const CHANCE = -1; // what a line of the log has for a seat; below it: an event that nobody was asked for

/** Tabs that follow the pattern of the web: arrows move, one panel shows. */
export function tabs(list) {
  const all = [...list.querySelectorAll('[role="tab"]')];
  const open = (tab) => {
    for (const t of all) {
      t.setAttribute("aria-selected", String(t === tab));
      t.tabIndex = t === tab ? 0 : -1;
      document.getElementById(t.getAttribute("aria-controls")).hidden = t !== tab;
    }
    tab.querySelector(".dot")?.remove();
  };
  for (const tab of all) {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = all[(all.indexOf(tab) + step + all.length) % all.length];
      open(next);
      next.focus();
    });
  }
}

export class Log {
  /** `point(line)` is called with the line under the pointer, or null. */
  constructor(host, { point, href, most = 400 }) {
    this.host = host;
    this.point = point;
    this.href = href;
    this.most = most;
    this.lines = [];
  }

  show(lines, table, now) {
    this.lines = lines;
    const rows = [];
    for (const group of runs(lines.slice(-this.most))) {
      const made = group.map((line) => this.#row(line, table, line.i >= now)).reverse();
      rows.unshift(...(group[0].seat === CHANCE && group.length > 1 ? [folded(made)] : made));
    }
    fill(this.host, rows);
  }

  /** Let a line be the one being looked at. */
  mark(step) {
    for (const row of this.host.querySelectorAll("li[data-i]")) row.classList.toggle("now", Number(row.dataset.i) === step - 1);
  }

  #row(line, table, fresh) {
    const seat = table.seats[line.seat];
    const who = seat ? h("b", {}, nameOf(seat), /^\p{Lu}/u.test(line.words) ? ": " : " ") : null;
    const words = seat ? line.words : capital(line.words);
    const by = ["standing", "premove"].includes(line.by) ? h("span", { class: "more" }, say(`js.by_${line.by}`)) : null;
    const number = this.href ? h("a", { class: "n", href: this.href(line.i + 1), "aria-label": say("js.see_move", { n: line.i + 1 }) }, String(line.i + 1)) : h("span", { class: "n" }, String(line.i + 1));
    const cls = `s${line.seat + 1}${fresh ? " now" : ""}${line.seat === CHANCE ? " chance" : ""}`;
    return h("li", { class: cls, "data-i": line.i, onpointerenter: () => this.point(line), onpointerleave: () => this.point(null) },
      line.seat < CHANCE ? icon("x") : sign(line.seat), h("span", {}, who, words), number, brought(line, table), by);
  }
}

/** What an action brought and cost: first to the one who did it, then to the others by name. */
function brought(line, table) {
  if (!line.notes?.length) return null;
  const seats = [...new Set(line.notes.map((n) => n.seat))].sort((a, b) => (b === line.seat) - (a === line.seat));
  const parts = seats.map((seat) => {
    const amounts = line.notes.filter((n) => n.seat === seat).map((n) => `${n.n > 0 ? "+" : "−"}${Math.abs(n.n)} ${n.what}`).join(", ");
    return seat === line.seat ? amounts : `${nameOf(table.seats[seat])} ${amounts}`;
  });
  return h("span", { class: "more" }, parts.join(" · "));
}

/** Lines in a row that are all chance, or all not. */
function runs(lines) {
  const found = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last && (last[0].seat === CHANCE) === (line.seat === CHANCE)) last.push(line);
    else found.push([line]);
  }
  return found;
}

/** Many outcomes of chance in a row are one line until somebody opens it. */
function folded(rows) {
  const list = h("details", {}, h("summary", {}, say("js.chance_n", { n: rows.length })), h("ol", {}, rows));
  return h("li", { class: "chance" }, sign(-1), list);
}

export class Chat {
  constructor(host, path, tab) {
    this.path = path;
    this.tab = tab;
    this.seen = 0;
    this.list = h("ol", { class: "chat", "aria-live": "polite", tabindex: "0", "aria-label": say("js.chat") });
    const input = h("input", { class: "input", maxlength: "1000", "aria-label": say("js.say"), placeholder: say("js.say"), autocomplete: "off" });
    const form = h("form", {
      class: "join", onsubmit: async (event) => {
        event.preventDefault();
        const text = input.value.trim();
        if (!text) return;
        input.value = "";
        await post(`${path}/chat`, { text }).catch((error) => { input.value = text; toast(error.message); });
      },
    }, input, button("", { type: "submit", class: "btn icon", "aria-label": say("js.send") }, icon("send")));
    host.append(this.list, form);
  }

  add(lines) {
    for (const line of lines) {
      if (line.id <= this.seen) continue;
      this.seen = line.id;
      const cls = line.system ? "system" : line.mine ? "mine" : "";
      this.list.append(h("li", { class: cls }, line.system ? null : h("b", {}, line.name, " "), h("span", {}, line.text)));
    }
    this.list.scrollTop = this.list.scrollHeight;
    const hidden = this.tab.getAttribute("aria-selected") !== "true";
    if (hidden && lines.some((l) => !l.system && !l.mine) && !$(".dot", this.tab)) this.tab.append(h("span", { class: "dot" }));
  }
}

/** Answers given in advance, and a note nobody else sees. */
export class Plan {
  constructor(host, path) {
    this.host = host;
    this.path = path;
    this.orders = { standing: [], premoves: [] };
    this.premoves = h("ol", { class: "orders" });
    this.standing = h("ol", { class: "orders" });
    this.only = h("input", { type: "checkbox", onchange: () => this.#setOnly() });
    const pre = h("input", { class: "input", "aria-label": say("js.premove"), placeholder: say("js.premove"), autocomplete: "off" });
    const when = h("input", { class: "input", "aria-label": say("js.when"), placeholder: say("js.when"), autocomplete: "off" });
    const answer = h("input", { class: "input", "aria-label": say("js.answer"), placeholder: say("js.answer"), autocomplete: "off" });
    this.note = h("textarea", { class: "input", rows: "3", maxlength: "10000", "aria-label": say("js.note"), onchange: () => this.#keepNote() });
    const plus = () => button("", { type: "submit", class: "btn icon", "aria-label": say("js.add") }, icon("plus"));
    const add = (inputs, make) => (event) => {
      event.preventDefault();
      if (!inputs[0].value.trim()) return;
      make();
      this.#save(() => inputs.forEach((i) => { i.value = ""; }));
    };
    host.append(
      h("h3", {}, say("js.premoves")), this.premoves,
      h("form", { class: "join", onsubmit: add([pre], () => this.orders.premoves.push(pre.value.trim())) }, pre, plus()),
      h("h3", {}, say("js.standing")), h("label", { class: "check" }, this.only, say("js.only")), this.standing,
      h("form", { class: "join", onsubmit: add([answer, when], () => this.orders.standing.push({ answer: answer.value.trim(), when: when.value.trim(), only: false })) }, answer, when, plus()),
      h("p", { class: "small muted" }, say("js.standing_help")),
      h("h3", {}, say("js.note")), this.note,
    );
  }

  async load() {
    try {
      this.orders = await get(`${this.path}/orders`);
      this.note.value = (await get(`${this.path}/note`)).text;
      this.#draw();
    } catch { /* a spectator has no plans */ }
  }

  #draw() {
    const row = (text, list, i) => h("li", {}, h("code", {}, text), button("", {
      class: "btn quiet icon", "aria-label": say("js.remove", { what: text }), onclick: () => { list.splice(i, 1); this.#save(); },
    }, icon("x")));
    const { premoves, standing } = this.orders;
    fill(this.premoves, premoves.map((p, i) => row(p, premoves, i)));
    const shown = standing.map((s, i) => (s.only ? null : row(s.when ? `${s.when} → ${s.answer}` : s.answer, standing, i)));
    fill(this.standing, shown);
    this.only.checked = standing.some((s) => s.only && s.answer === "*");
  }

  #setOnly() {
    const rest = this.orders.standing.filter((s) => !(s.only && s.answer === "*"));
    this.orders.standing = this.only.checked ? [...rest, { answer: "*", when: "", only: true }] : rest;
    this.#save();
  }

  async #save(done = () => {}) {
    try {
      this.orders = await put(`${this.path}/orders`, this.orders);
      done();
    } catch (error) {
      toast(error.message);
      await this.load();
    }
    this.#draw();
  }

  async #keepNote() {
    await put(`${this.path}/note`, { text: this.note.value }).catch((error) => toast(error.message));
  }
}

export const ago = (at) => span(Date.now() / 1000 - at);
