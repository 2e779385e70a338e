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
    for (const group of runs(joined(lines).slice(-this.most))) {
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
    const by = ["standing", "premove", "auto"].includes(line.by) ? h("span", { class: "more" }, say(`js.by_${line.by}`)) : null;
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

/** Actions that were one move are one line: the last of them, which tells all. */
function joined(lines) {
  const part = new Set(lines.filter((l) => l.together).flatMap((l) => lines.slice(l.together.first, l.i).map((m) => m.i)));
  return lines.filter((l) => !part.has(l.i)).map((l) => (l.together ? { ...l, ...l.together } : l));
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
    this.orders = { standing: [], premoves: [], ask_all: false };
    this.offered = [];
    this.premoves = h("ol", { class: "orders" });
    this.forms = h("div", { class: "forms" });
    this.askAll = h("input", { type: "checkbox", onchange: () => { this.orders.ask_all = this.askAll.checked; this.#save(); } });
    const pre = h("input", { class: "input", "aria-label": say("js.premove"), placeholder: say("js.premove"), autocomplete: "off" });
    this.note = h("textarea", { class: "input", rows: "3", maxlength: "10000", "aria-label": say("js.note"), onchange: () => this.#keepNote() });
    const add = (event) => {
      event.preventDefault();
      if (!pre.value.trim()) return;
      this.orders.premoves.push(pre.value.trim());
      this.#save(() => { pre.value = ""; });
    };
    host.append(
      h("h3", {}, say("js.standing")), this.forms, h("label", { class: "check" }, this.askAll, say("js.ask_all")),
      h("h3", {}, say("js.premoves")), this.premoves,
      h("form", { class: "join", onsubmit: add }, pre, button("", { type: "submit", class: "btn icon", "aria-label": say("js.add") }, icon("plus"))),
      h("h3", {}, say("js.note")), this.note,
    );
  }

  async load() {
    try {
      this.orders = await get(`${this.path}/orders`);
      this.offered = await get(`${this.path}/orders/forms`);
      this.note.value = (await get(`${this.path}/note`)).text;
      this.#draw();
    } catch { /* a spectator has no plans */ }
  }

  #draw() {
    const { premoves, standing } = this.orders;
    fill(this.premoves, premoves.map((text, i) => h("li", {}, h("code", {}, text), button("", {
      class: "btn quiet icon", "aria-label": say("js.remove", { what: text }), onclick: () => { premoves.splice(i, 1); this.#save(); },
    }, icon("x")))));
    fill(this.forms, this.offered.length ? this.offered.map((form) => this.#form(form, standing)) : h("p", { class: "small muted" }, say("js.no_forms")));
    this.askAll.checked = this.orders.ask_all;
  }

  /** One kind of standing answer: on or off, with its number. */
  #form(form, standing) {
    const made = (n) => ({ ...form.standing, answer: form.standing.answer.replace("{n}", n) });
    const same = (s, n) => s.answer === made(n).answer && s.asked === form.standing.asked && s.last === form.standing.last;
    const numbers = form.numbers.length ? form.numbers : [0];
    const n = numbers.find((k) => standing.some((s) => same(s, k)));
    const choose = (on, k) => {
      this.orders.standing = standing.filter((s) => !numbers.some((m) => same(s, m)));
      if (on) this.orders.standing.push(made(k));
      this.#save();
    };
    const [before, after = ""] = form.label.split("{n}");
    const select = form.numbers.length ? h("select", { class: "input num", "aria-label": form.label.replace("{n}", "…") },
      form.numbers.map((k) => h("option", { value: k, selected: k === (n ?? 3) || null }, String(k)))) : null;
    const box = h("input", { type: "checkbox", "data-form": form.id, onchange: () => choose(box.checked, Number(select?.value ?? 0)) });
    box.checked = n !== undefined;
    select?.addEventListener("change", () => { if (box.checked) choose(true, Number(select.value)); });
    return h("label", { class: "check" }, box, h("span", {}, before, select, after));
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
