// The side of the table: log, chat, plans.
import { get, post, put } from "./api.js";
import { $, button, fill, h, icon, sign, toast } from "./dom.js";
import { applyMutes, speaker, unheard } from "./manners.js";
import { nameOf } from "./people.js";
import { capital, page, say, span } from "./words.js";

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

  /**
   * @param {Told.LogLine[]} lines
   * @param {Told.TableOut} table
   * @param {number} now
   */
  show(lines, table, now) {
    this.lines = lines;
    const rows = [];
    for (const group of runs(
      joined(lines)
        .filter((l) => !silent(l))
        .slice(-this.most),
    )) {
      const row = (line) => this.#row(line, table, line.i >= now);
      const told = group.filter((line) => !thrown(line));
      if (group[0].seat === CHANCE && told.length > 1)
        rows.unshift(...group.flatMap((line) => dividers(line, table)).reverse(), folded(told.map(row).reverse(), manyOf(group[0])));
      else rows.unshift(...group.flatMap((line) => [told.includes(line) ? row(line) : null, ...dividers(line, table)]).reverse());
    }
    fill(this.host, rows);
  }

  /** Let a line be the one being looked at; of actions that were one move, the line that tells all. */
  mark(step) {
    const rows = [...this.host.querySelectorAll("li[data-i]")];
    const i = step ? Math.min(...rows.map((row) => Number(row.dataset.i)).filter((n) => n >= step - 1)) : -1;
    for (const row of rows) row.classList.toggle("now", Number(row.dataset.i) === i);
  }

  #row(line, table, fresh) {
    const seat = table.seats[line.seat];
    const who = seat ? h("b", {}, nameOf(seat), /^\p{Lu}/u.test(line.words) ? ": " : " ") : null;
    const words = seat ? line.words : capital(line.words);
    const by = ["standing", "premove", "auto"].includes(line.by) ? h("span", { class: "more" }, say(`js.by_${line.by}`)) : null;
    const number = this.href
      ? h("a", { class: "n", href: this.href(line.i + 1), "aria-label": say("js.see_move", { n: line.i + 1 }) }, String(line.i + 1))
      : h("span", { class: "n" }, String(line.i + 1));
    const cls = `s${line.seat + 1}${fresh ? " now" : ""}${line.seat === CHANCE ? " chance" : ""}`;
    return h(
      "li",
      { class: cls, "data-i": line.i, onpointerenter: () => this.point(line), onpointerleave: () => this.point(null) },
      line.seat < CHANCE ? icon("x") : sign(line.seat),
      h("span", {}, who, words),
      number,
      brought(line, table),
      by,
    );
  }
}

/** A die whose moment between the lines says all that its line would. */
const thrown = ({ seat, told = [], notes = [] }) => seat === CHANCE && !notes.length && told.some((t) => t.kind === "die");

/** Between the lines: rounds, wars, the final scoring and whatever else everybody stopped for. */
function dividers(line, table) {
  const moments = (line.told ?? []).filter((t) => t.kind);
  const rows = moments.map((t) => {
    const alone = t.kind === "income" && new Set(t.gains.map((g) => g.seat)).size < 2; // it stands in the headline
    const counted = t.gains.length ? "" : t.counts.map((n, seat) => `${nameOf(table.seats[seat])} ${n}`).join(" · ");
    const shares = alone ? [] : sharesOf(t.gains, table);
    return h(
      "li",
      { class: `mark ${t.kind}`, "data-i": thrown(line) ? line.i : null },
      h("b", {}, t.text),
      t.more && !(t.kind === "final" && (shares.length || counted)) ? h("small", {}, t.more) : null,
      shares.length ? shares : counted ? h("small", {}, counted) : null,
    );
  });
  const first = moments.findIndex((t) => t.kind === "final");
  if (first >= 0) rows.splice(first, 0, h("li", { class: "mark round" }, h("b", {}, say("js.final_scoring"))));
  return rows;
}

/** What each seat receives, in a line of its own; the reader also learns where it comes from. */
const sharesOf = (gains, table) =>
  [...new Set(gains.map((g) => g.seat))].map((seat) => {
    const own = gains.filter((g) => g.seat === seat).map((g) => (table.seats[seat].mine ? g : { ...g, more: "" }));
    return h("small", { class: "share" }, sign(seat), h("span", {}, h("b", {}, nameOf(table.seats[seat])), ` ${bySeat(own, table, seat)}`));
  });

/** Gains and losses by seat: "Ann +2 coins, +1 worker · Bob +1 coin". The seat that needs no name is `but`. */
function bySeat(notes, table, but = -1) {
  const seats = [...new Set(notes.map((n) => n.seat))].sort((a, b) => Number(b === but) - Number(a === but));
  return seats
    .map((seat) => {
      const amounts = notes
        .filter((n) => n.seat === seat)
        .map((n) => `${n.n > 0 ? "+" : "−"}${Math.abs(n.n)}\u00a0${n.what}${n.more ? ` (${n.more})` : ""}`)
        .join(", ");
      return seat === but ? amounts : `${nameOf(table.seats[seat])} ${amounts}`;
    })
    .join(" · ");
}

/** What an action brought and cost, but for what its moments tell. */
function brought({ seat, told = [], notes = [] }, table) {
  const facts = told.filter((t) => !t.kind).map((t) => t.text);
  const text = [...facts, bySeat(notes, table, seat)].filter(Boolean).join(" · ");
  return text ? h("span", { class: "more" }, text) : null;
}

/** Actions that were one move are one line: the last of them, which tells all. */
function joined(lines) {
  const part = new Set(lines.filter((l) => l.together).flatMap((l) => lines.slice(l.together.first, l.i).map((m) => m.i)));
  const whole = (l) => ({ ...l, ...l.together, told: lines.slice(l.together.first, l.i + 1).flatMap((m) => m.told ?? []) });
  return lines.filter((l) => !part.has(l.i)).map((l) => (l.together ? whole(l) : l));
}

/** What a game calls many outcomes of one kind in a row, such as tiles that are drawn; else whatever chance did. */
function manyOf(line) {
  if (line.seat !== CHANCE) return "";
  const own = `log.${line.text.split(" ")[0]}_n`;
  return page.names?.[own] ? own : "js.chance_n";
}

/** What only sets the order of answers, by a message of the game that says nothing: the answers themselves are told. */
export const silent = (line, names = page.names) => line.seat === CHANCE && names?.[`log.${line.text.split(" ")[0]}`] === "";

/** Lines in a row that are all chance of a kind, or all none. */
function runs(lines) {
  const found = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last && manyOf(last[0]) === manyOf(line)) last.push(line);
    else found.push([line]);
  }
  return found;
}

/** Many outcomes of chance in a row are one line until somebody opens it. */
function folded(rows, many) {
  const list = h("details", {}, h("summary", {}, say(many, { n: rows.length })), h("ol", {}, rows));
  return h("li", { class: "chance" }, sign(-1), list);
}

export class Chat {
  constructor(host, path, tab) {
    this.path = path;
    this.tab = tab;
    this.seen = 0;
    this.list = h("ol", { class: "chat", "aria-live": "polite", tabindex: "0", "aria-label": say("js.chat") });
    const input = h("input", {
      class: "input",
      maxlength: "1000",
      "aria-label": say("js.say"),
      placeholder: say("js.say"),
      autocomplete: "off",
    });
    const form = h(
      "form",
      {
        class: "join",
        onsubmit: async (event) => {
          event.preventDefault();
          const text = input.value.trim();
          if (!text) return;
          input.value = "";
          await post(`${path}/chat`, { text }, { code: page.code }).catch((error) => {
            input.value = text;
            toast(error.message);
          });
        },
      },
      input,
      button("", { type: "submit", class: "btn icon", "aria-label": say("js.send") }, icon("send")),
    );
    host.append(this.list, form);
  }

  add(lines) {
    for (const line of lines) {
      if (line.id <= this.seen) continue;
      this.seen = line.id;
      const cls = line.system ? "system" : line.mine ? "mine" : "";
      this.list.append(
        h("li", { class: cls, "data-person": line.person }, line.system ? null : speaker(line, page.id), h("span", {}, line.text)),
      );
    }
    applyMutes(this.list);
    this.list.scrollTop = this.list.scrollHeight;
    const hidden = this.tab.getAttribute("aria-selected") !== "true";
    if (hidden && lines.some((l) => !l.system && !l.mine && !unheard.has(l.person)) && !$(".dot", this.tab))
      this.tab.append(h("span", { class: "dot" }));
  }
}

/** Standing answers, and a note nobody else sees. */
export class Plan {
  constructor(host, path, orders) {
    this.path = path;
    this.orders = orders;
    this.offered = [];
    this.forms = h("div", { class: "forms" });
    this.askAll = h("input", { type: "checkbox", onchange: () => orders.change({ ask_all: this.askAll.checked }) });
    this.note = h("textarea", {
      class: "input",
      rows: "3",
      maxlength: "10000",
      "aria-label": say("js.note"),
      onchange: () => this.#keepNote(),
    });
    host.append(
      h("h3", {}, say("js.standing")),
      this.forms,
      h("label", { class: "check" }, this.askAll, say("js.ask_all")),
      h("h3", {}, say("js.note")),
      this.note,
    );
  }

  async load() {
    try {
      await this.orders.load();
      this.offered = await get(`${this.path}/orders/forms`);
      this.note.value = (await get(`${this.path}/note`)).text;
      this.draw();
    } catch {
      /* a spectator has no plans */
    }
  }

  draw() {
    const { standing } = this.orders;
    fill(
      this.forms,
      this.offered.length ? this.offered.map((form) => this.#form(form, standing)) : h("p", { class: "small muted" }, say("js.no_forms")),
    );
    this.askAll.checked = this.orders.ask_all;
  }

  /** One kind of standing answer: on or off, with its number. */
  #form(form, standing) {
    const made = (n) => ({ ...form.standing, answer: form.standing.answer.replace("{n}", n) });
    const same = (s, n) => s.answer === made(n).answer && s.asked === form.standing.asked && s.last === form.standing.last;
    const numbers = form.numbers.length ? form.numbers : [0];
    const n = numbers.find((k) => standing.some((s) => same(s, k)));
    const choose = (on, k) => {
      const others = standing.filter((s) => !numbers.some((m) => same(s, m)));
      this.orders.change({ standing: on ? [...others, made(k)] : others });
    };
    const [before, after = ""] = form.label.split("{n}");
    const select = form.numbers.length
      ? h(
          "select",
          { class: "input num", "aria-label": form.label.replace("{n}", "…") },
          form.numbers.map((k) => h("option", { value: k, selected: k === (n ?? 3) || null }, String(k))),
        )
      : null;
    const box = h("input", { type: "checkbox", "data-form": form.id, onchange: () => choose(box.checked, Number(select?.value ?? 0)) });
    box.checked = n !== undefined;
    select?.addEventListener("change", () => {
      if (box.checked) choose(true, Number(select.value));
    });
    return h("label", { class: "check" }, box, h("span", {}, before, select, after));
  }

  async #keepNote() {
    await put(`${this.path}/note`, { text: this.note.value }).catch((error) => toast(error.message));
  }
}

export const ago = (at) => span(Date.now() / 1000 - at);
