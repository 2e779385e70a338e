// What can be done now: the question, what is chosen so far, what is left to choose, and the last word.
import { LONG, get, post } from "./api.js";
import { complete, narrow, narrows, offers, pickMore } from "./choose.js";
import { button, fill, h, icon } from "./dom.js";
import { capital, named, page, say } from "./words.js";

const MANY = 40; // buttons for the values of one field; beyond that the line to type in serves better

export class Act {
  /**
   * `table` gives what the panel needs to know of the rest of the page: boards(), send(text), undo(), redo(),
   * why(thing, element), sending(), path.
   */
  constructor(host, table) {
    this.host = host;
    this.table = table;
    this.picks = [];
    this.actions = [];
    this.byKey = false;
    this.plan = 0;
    this.ask = h("p", { class: "ask", id: "ask" });
    this.hint = h("p", { class: "hint" });
    this.trail = h("div", { class: "trail" });
    this.offered = h("div", { class: "offered" });
    this.preview = h("div", { class: "preview", hidden: true });
    this.advice = h("div", { class: "advice", hidden: true, "aria-live": "polite" });
    this.last = h("div", { class: "last-word" });
    this.said = h("div", { class: "sr", "aria-live": "polite" });
    this.line = this.#commandLine();
    const foot = h("div", { class: "foot-row" }, this.line, this.last);
    host.append(this.ask, this.hint, this.trail, this.advice, this.offered, this.preview, foot, this.said);
    document.addEventListener("keydown", (event) => this.#key(event), true);
    document.addEventListener("pointerdown", () => { this.byKey = false; }, true);
  }

  /** A new position: what is asked and what may be done. Who calls it brings the board into place afterwards, once for all. */
  show(state, { question, hint = "", mine }) {
    const fresh = state.n !== this.n;
    this.n = state.n;
    this.actions = state.actions;
    this.mine = mine;
    this.question = question;
    this.quiet = hint;
    this.canRedo = state.can_redo;
    this.events = state.events;
    if (fresh || !narrow(this.actions, this.picks).length) this.picks = [];
    if (fresh) this.free();
    if (fresh) this.forget();
    this.draw();
    if (fresh) this.said.textContent = question;
    const golden = this.table.boards().some((b) => b.root.querySelector(".hit.legal"));
    if (fresh && this.offered.childElementCount && !golden) this.table.raise?.(); // nothing but buttons answers this
  }

  get candidates() {
    return narrow(this.actions, this.picks);
  }

  /** Somebody points at a thing on a drawing. */
  point(thing, element) {
    const clean = { at: thing.at, what: thing.what, seat: thing.seat, label: thing.label };
    const same = (p) => p.at === thing.at && p.what === thing.what && p.seat === thing.seat && p.verb === undefined;
    const chosen = this.picks.findIndex((p) => same(p) && !p.field);
    if (chosen >= 0 && !narrow(this.actions, [...this.picks, clean]).length) {
      this.take(this.picks.slice(0, chosen)); // pointing again takes it back
      return;
    }
    const next = pickMore(this.actions, this.picks, clean);
    if (next) this.take(next);
    else this.table.why(thing, element, this.picks);
  }

  take(picks) {
    this.picks = picks;
    this.table.quiet();
    const left = this.candidates;
    const last = left.length === 1 && picks.length && this.table.atOnce(left[0]);
    if (last) this.send(left[0]); // before drawing: what is on its way needs no preview
    this.draw();
    this.table.boards()[0]?.reveal();
    this.table.moved?.();
  }

  draw() {
    const { actions, picks } = this;
    const left = this.candidates;
    const one = actions.length && left.length === 1 ? left[0] : null;
    const verbs = new Set(left.map((a) => a.verb));
    const decided = picks.length && verbs.size === 1 ? page.verbs[left[0].verb] : "";
    this.ask.textContent = decided && one ? say("js.really", { what: decided }) : decided || this.question;
    this.#mark(left);
    this.hint.textContent = actions.length > 1 && !one ? this.#count(left) : this.quiet;
    this.#trail();
    this.unfolded = this.offered.querySelector(".folded")?.open ?? this.unfolded; // asked here: the event of it comes late
    fill(this.offered, actions.length && !one ? this.#offers(left) : []);
    this.host.classList.toggle("pointing", actions.length > 1 && !one && !this.offered.querySelector(".choice:not(.folded .choice)"));
    this.#lastWord(one);
    this.line.hidden = !actions.length || Boolean(one);
    this.#ways(one ? [one] : []);
  }

  #count(left) {
    const things = this.table.boards().reduce((n, b) => n + b.things().filter((e) => e.matches(".legal")).length, 0);
    return things ? say("js.choose_things", { n: left.length }) : say("js.choose", { n: left.length });
  }

  #mark(left) {
    const { actions, picks } = this;
    const chosen = (t) => picks.some((p) => p.verb === undefined && p.field === undefined && p.text === undefined
      && p.at === t.at && p.what === t.what && p.seat === t.seat);
    for (const board of this.table.boards()) {
      board.mark((t) => {
        if (!actions.length) return "";
        if (chosen(t)) return "chosen";
        return narrows(left, actions, picks, t) && left.length > 1 ? "legal" : "";
      });
    }
  }

  #trail() {
    const chips = this.picks.map((pick, i) => {
      const gold = i === this.picks.length - 1;
      const label = pick.label ?? "";
      return h("button", {
        type: "button", class: `chip x${gold ? " gold" : ""}`, "aria-label": say("js.unpick", { what: label }),
        onclick: () => this.take(this.picks.slice(0, i)),
      }, label);
    });
    const between = chips.flatMap((c, i) => (i ? [h("span", { "aria-hidden": "true" }, "›"), c] : [c]));
    fill(this.trail, between);
    this.trail.hidden = this.picks.every((p) => p.text !== undefined); // a whole action is said by its preview
  }

  #offers(left) {
    const there = new Set();
    for (const board of this.table.boards()) {
      for (const e of board.things()) {
        if (!e.getClientRects().length) continue; // folded away: a button must serve
        for (const kind of ["at", "what", "seat"]) if (e.dataset[kind] !== undefined) there.add(`${kind} ${e.dataset[kind]}`);
      }
    }
    const offer = offers(left, this.picks, (kind, value) => there.has(`${kind} ${value}`));
    const choice = (label, small, pick) => h("button", {
      type: "button", class: "choice", onclick: () => this.take([...this.picks, pick]),
      ...this.#previewing(() => narrow(this.actions, [...this.picks, pick])),
    }, h("span", {}, label, small ? h("small", {}, small) : null));
    if (offer.kind === "actions") {
      const list = (actions) => h("div", { class: "choices one" }, actions.map((a) => choice(capital(a.label), "", { text: a.text, label: a.label })));
      return [list(offer.actions), this.#folded(offer.folded, list)];
    }
    if (offer.kind === "verbs") {
      return h("div", { class: "choices" }, offer.groups.map(({ verb, actions }) => {
        const name = page.verbs[verb] ?? capital(verb);
        return actions.length === 1
          ? choice(capital(name), "", { text: actions[0].text, label: name })
          : choice(capital(name), say("js.ways", { n: actions.length }), { verb, label: name });
      }));
    }
    if (offer.kind === "values" && offer.values.length <= MANY) {
      const pick = (v) => ({ field: offer.field, value: v, label: capital(named(offer.field, v)) });
      const cls = offer.numbers ? "choices numbers num" : "choices";
      const list = h("div", { class: cls }, offer.values.map((v) => choice(capital(named(offer.field, v)), "", pick(v))));
      return offer.field === "n" && offer.numbers ? [h("p", { class: "small muted" }, say("js.how_many")), list] : list;
    }
    return [];
  }

  /** What can be chosen on the board anyway, for those who rather read than point. */
  #folded(actions, list) {
    if (!actions.length) return null;
    const fold = h("details", { class: "folded" }, h("summary", {}, say("js.on_board", { n: actions.length })), list(actions));
    fold.open = this.unfolded === true;
    fold.addEventListener("toggle", () => this.table.moved?.());
    return fold;
  }

  #lastWord(one) {
    const row = [];
    if (one) {
      row.push(button(say("js.confirm"), { class: "btn primary big grow", id: "confirm", onclick: () => this.send(one) }, icon("check")));
    }
    const undo = { class: "btn icon", id: "undo", "aria-label": say("js.undo"), title: say("js.undo"), onclick: () => this.back() };
    if (!one && this.actions.length > 1 && this.table.mayHint?.()) {
      const hint = { class: "btn icon", id: "hint", "aria-label": say("js.hint"), title: say("js.hint"), onclick: () => this.advise() };
      row.push(button("", hint, icon("lamp"), h("span", { class: "only-phone" }, say("js.hint"))));
    }
    // what may be started unasked, such as taking the word
    for (const event of one ? [] : this.events) row.push(button(event.label, { onclick: () => this.send(event) }));
    if (this.mine) row.push(button("", undo, icon("undo")));
    if (this.canRedo) {
      const redo = { class: "btn icon", "aria-label": say("js.redo"), title: say("js.redo"), onclick: () => this.table.redo() };
      row.push(button("", redo, icon("redo")));
    }
    fill(this.last, row);
    this.#preview(one);
    if (one && this.byKey) this.last.querySelector("#confirm")?.focus();
  }

  // ways on the board, before they are gone

  /** Somebody looks at a thing, without choosing it. */
  look(thing) {
    const left = this.candidates;
    if (!this.actions.length) return;
    this.#ways(left.length === 1 ? left : thing ? narrow(this.actions, [...this.picks, thing]) : []);
  }

  #ways(actions) {
    this.table.boards()[0]?.ways(actions.length === 1 ? actions[0].ways ?? [] : []);
  }

  #previewing(actions) {
    const show = () => this.#ways(actions());
    const hide = () => this.#ways(this.candidates);
    return { onpointerenter: show, onfocus: show, onpointerleave: hide, onblur: hide };
  }

  // a bot's advice

  forget() {
    this.advice.hidden = true;
    this.asked = null;
  }

  async advise() {
    if (this.asked === this.n) return;
    const n = this.n;
    this.asked = n;
    const dots = h("span", { class: "think", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
    fill(this.advice, h("p", { class: "muted small" }, say("js.hint_thinks"), dots));
    this.advice.hidden = false;
    this.host.scrollTop = 0;
    this.table.moved?.();
    try {
      const found = await post(`${this.table.path}/hint`, { n, seat: this.table.seat() }, {}, LONG);
      if (this.asked === n) this.#advised(found);
    } catch (error) {
      if (this.asked !== n) return;
      this.asked = null;
      fill(this.advice, h("p", { class: "muted small" }, error.message));
    }
    this.table.moved?.();
  }

  #advised(found) {
    const hints = found.filter((f) => this.actions.some((a) => a.text === f.text));
    const rows = hints.map((f) => h("button", {
      type: "button", class: "choice", onclick: () => this.take([{ text: f.text, label: f.words }]),
      ...this.#previewing(() => this.actions.filter((a) => a.text === f.text)),
    }, h("span", {}, capital(f.words), h("small", {}, f.why))));
    fill(this.advice, h("div", { class: "choices one" }, rows.length ? rows : h("p", { class: "muted" }, say("js.hint_none"))),
      h("p", { class: "muted small" }, say("js.hint_from")));
  }

  /** One step back: first what is chosen, then what is done. */
  back() {
    if (this.picks.length) this.take(this.picks.slice(0, -1));
    else this.table.undo();
  }

  async #preview(one) {
    const asked = ++this.plan;
    if (!one || this.busy || this.table.sending()) {
      this.preview.hidden = true;
      return;
    }
    fill(this.preview, h("div", { class: "row" }, h("span", {}, capital(one.label)), h("code", {}, one.text)));
    this.preview.hidden = false;
    const found = await get(`${this.table.path}/preview`, { text: one.text, seat: this.table.seat() }).catch(() => null);
    if (asked !== this.plan || !found) return;
    for (const who of new Set(found.notes.map((n) => n.who))) {
      const amounts = found.notes.filter((n) => n.who === who).map((n) => (n.n
        ? h("b", { class: n.n > 0 ? "gain num" : "loss num" }, `${n.n > 0 ? "+" : "−"}${Math.abs(n.n)} ${n.what} `) : `${n.what} `));
      this.preview.append(h("div", { class: "row" }, h("span", {}, who), h("span", {}, amounts)));
    }
    const then = found.then && h("div", { class: "row muted" }, h("span", {}, found.then));
    if (then) this.preview.append(then);
    this.said.textContent = [one.label, ...found.notes.map((n) => `${n.who} ${n.n || ""} ${n.what}`), found.then].join(". ");
    this.table.moved?.();
  }

  send(action) {
    if (this.busy) return;
    this.busy = true;
    this.host.classList.add("busy");
    this.table.send(action.text);
  }

  free() {
    this.busy = false;
    this.host.classList.remove("busy");
  }

  // the keyboard

  #commandLine() {
    const list = h("datalist", { id: "commands" });
    const input = h("input", {
      class: "input", id: "command", list: "commands", autocomplete: "off", spellcheck: "false", "aria-label": say("js.command"),
      placeholder: say("js.command"),
      oninput: () => fill(list, complete(this.actions, input.value, 24).map((a) => h("option", { value: a.text }, a.label))),
    });
    return h("form", {
      class: "command", autocomplete: "off",
      onsubmit: (event) => {
        event.preventDefault();
        const typed = input.value.trim();
        const found = this.actions.filter((a) => a.text.toLowerCase() === typed.toLowerCase());
        const near = found.length ? found : complete(this.actions, typed, 2);
        if (near.length === 1) {
          input.value = "";
          this.byKey = true;
          if (this.candidates.length === 1 && this.candidates[0].text === near[0].text) this.send(near[0]);
          else this.take([{ text: near[0].text, label: near[0].label }]);
        } else if (typed) this.table.whyText(typed, input);
      },
    }, input, list);
  }

  #key(event) {
    const typing = event.target.closest?.("input, textarea, select, dialog");
    if (["Tab", "Enter", " ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].includes(event.key)) this.byKey = true;
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.picks.length) this.take(this.picks.slice(0, -1));
    else if (event.key === "/" && !this.line.hidden) {
      event.preventDefault();
      this.line.querySelector("input").focus();
    } else if (event.key === "u" && this.mine) this.back();
    else if (event.key === "b") this.table.boards()[0]?.root.querySelector('[tabindex="0"]')?.focus();
  }
}
