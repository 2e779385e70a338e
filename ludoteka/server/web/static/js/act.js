// What can be done now: the question, what is chosen so far, the plan it makes, and the last word.
//
// A click on a thing asks the server what could be wanted with it (plans.js); where many actions name it, they are
// narrowed here first (choose.js). What is planned is shown and confirmed once. Pieces without an order: arrange.js.
import { Advice } from "./advice.js";
import { Arranging } from "./arrange.js";
import { drawArranging } from "./arranging.js";
import { narrow, narrows, pickMore } from "./choose.js";
import { commandLine } from "./command.js";
import { Fight } from "./contest.js";
import { button, fill, h, icon, keepFocus } from "./dom.js";
import { listen } from "./keys.js";
import { COUNTED, buttons } from "./offers.js";
import { Plans, thingsOf } from "./plans.js";
import { covers, preview, repeats, spoken, total } from "./preview.js";
import { prefs } from "./shell.js";
import { steps } from "./steps.js";
import { drawTrail } from "./trail.js";
import { capital, page, say } from "./words.js";

const FEW = 12; // actions left that the server is asked to plan for; more are narrowed first

export class Act {
  /**
   * `table` gives what the panel needs to know of the rest of the page: boards(), send(move), undo(), redo(),
   * why(thing, element, picks), ghost(drawing), sending(), planning() (a move for later), path.
   */
  constructor(host, table) {
    this.host = host;
    this.table = table;
    this.picks = [];
    this.actions = [];
    this.plan = null; // what Confirm would send
    this.options = []; // the other plans for the same things
    this.arranging = null;
    this.byKey = false;
    this.typing = false; // the line for commands was asked for
    this.plans = new Plans(
      () => table.path,
      () => table.seat(),
      () => table.planning?.(),
      () => this.n,
    );
    this.ask = h("p", { class: "ask", id: "ask" });
    this.hint = h("p", { class: "hint" });
    this.trail = h("div", { class: "trail" });
    this.offered = h("div", { class: "offered" });
    this.preview = h("div", { class: "preview", hidden: true });
    this.last = h("div", { class: "last-word" });
    this.said = h("div", { class: "sr", "aria-live": "polite" });
    this.line = commandLine(this);
    this.fight = new Fight(this);
    this.advice = new Advice(table, {
      choose: (text, label) => this.take([{ text, label }]),
      offered: (text) => this.actions.some((a) => a.text === text),
      looking: (text) => this.looking(() => this.actions.filter((a) => a.text === text)),
    });
    const foot = h("div", { class: "foot-row" }, this.line, this.last);
    host.append(this.ask, this.hint, this.trail, this.fight.root, this.preview, foot, this.advice.host, this.offered, this.said);
    listen(this);
  }

  /**
   * A new position: what is asked and what may be done. Who calls it brings the board into place afterwards, once for all.
   * @param {Told.StateOut} state
   * @param {{ question: string, hint?: string, mine: boolean }} asked
   */
  show(state, { question, hint = "", mine }) {
    const fresh = state.n !== this.n;
    this.n = state.n;
    this.actions = state.actions;
    this.arrangement = state.arrangement ?? null;
    this.openings = new Set((state.openings ?? []).map(([kind, name]) => `${kind} ${name}`));
    this.mine = mine;
    this.question = question;
    this.quiet = hint;
    this.contest = state.panels?.find((p) => p.contest)?.contest ?? null;
    this.canRedo = state.can_redo;
    this.events = state.events ?? [];
    if (fresh) this.#afresh(state);
    this.draw();
    if (!fresh) return;
    this.host.scrollTop = 0; // another question is read from its first answer on
    this.said.textContent = question;
    this.table.lower?.(); // it came up for another question
    this.#rise();
  }

  /** Buttons that are read, or nothing but buttons: they come up by themselves, all the way if they stand `below` a preview. */
  #rise(below = false) {
    const golden =
      this.table.boards().some((b) => b.root.querySelector(".hit.legal")) && this.actions.some((a) => Object.keys(a.args).length);
    const cards = this.offered.querySelectorAll(".told").length > 1;
    if ((this.offered.childElementCount || this.fight.asked) && (!golden || cards))
      this.table.raise?.(cards || (below && !this.fight.asked));
    else if (golden && below) this.table.lower?.(); // what is pointed at next lies behind it
  }

  #afresh(state) {
    this.picks = [];
    this.plan = null;
    this.options = [];
    this.proposing = false;
    this.plans.forget();
    const answers = h("div", { class: "offered" }); // another question: a list of its own, nothing slides to another place
    this.offered.replaceWith(answers);
    this.offered = answers;
    this.arranging = this.actions.length && this.shape && !this.shape.optional ? this.#arrange() : null;
    this.free();
    this.advice.forget();
    if (this.actions.length === 1 && !this.arranging) this.#propose([this.actions[0].text]);
    else if (this.actions.length && state.proposes && !this.arranging) this.#propose([]);
  }

  /** What is chosen from now: the actions after the plan if it is not complete, else those of the position. */
  get pool() {
    return this.plan?.next.length ? this.plan.next : this.actions;
  }

  /** What can be arranged: after the plan, or now. */
  get shape() {
    return this.plan?.arrangement ?? this.arrangement;
  }

  get candidates() {
    return narrow(this.pool, this.picks);
  }

  get atoms() {
    return this.plan?.next.length ? this.plan.atoms : [];
  }

  /** Whether anything is, that could be taken back before what is done. */
  get chosen() {
    return Boolean(this.picks.length || (this.plan && !this.plan.proposed) || this.arranging?.past.length);
  }

  // choosing

  /** Somebody points at a thing on a drawing; `less` takes a piece away. */
  async point(thing, element, less = false) {
    const clean = { at: thing.at, what: thing.what, seat: thing.seat, label: thing.label };
    if (this.arranging) return this.#put(clean, element, less);
    const same = (p) => p.at === thing.at && p.what === thing.what && p.seat === thing.seat && p.verb === undefined;
    const chosen = this.picks.findIndex((p) => same(p) && !p.field);
    if (chosen >= 0 && !narrow(this.pool, [...this.picks, clean]).length) return this.take(this.picks.slice(0, chosen));
    const more = pickMore(this.pool, this.picks, clean);
    const complete = this.plan && !this.plan.next.length; // who has decided and points elsewhere begins anew
    for (const next of complete && more.length > 1 ? [more, [clean]] : [more]) {
      const left = narrow(this.pool, next);
      if (left.length > FEW || (left.length && !thingsOf(next)) || this.#where(left, next)) return this.take(next);
      const found = thingsOf(next) ? await this.plans.about(next, this.atoms) : [];
      if (found === null) return undefined; // something else was asked meanwhile
      if (found.length) return this.#planned(next, found);
      if (left.length) return this.take(next);
    }
    return this.table.why(thing, element, more); // what was picked stays picked
  }

  /** Whether a place is still to be pointed at. */
  #where(left, picks) {
    const free = (name) => new Set(left.map((a) => a.args[name]).filter((v) => v !== undefined && !picks.some((p) => p.at === v))).size;
    return left.length > 1 && ["at", "to"].some((name) => free(name) > 1);
  }

  #planned(picks, found) {
    this.picks = picks;
    this.table.quiet();
    this.#choosePlan(found[0], found.slice(1));
  }

  #choosePlan(plan, options = this.options) {
    const nothing = plan && this.fight.nothing(plan);
    if (nothing) {
      this.#change(nothing);
      return;
    }
    this.plan = plan;
    this.options = options;
    if (plan?.next.length) this.picks = [];
    this.arranging = plan?.arrangement && !this.table.planning?.() ? this.#arrange() : null;
    if (plan && !options.length && !plan.next.length && this.table.atOnce(plan)) this.send();
    this.draw();
    this.host.scrollTop = 0; // the question first
    if (plan?.next.length) this.#rise(true);
    else if (plan) this.table.lower?.(); // all is said: the ghost on the board is looked at
    this.table.boards()[0]?.reveal();
    this.table.moved?.();
  }

  /** The usual answer, shown before anything is chosen; the others wait for it, so that it does not push them away. */
  async #propose(atoms) {
    const { n } = this;
    this.proposing = true;
    const plan = await this.plans.of(atoms);
    if (this.n !== n) return;
    this.proposing = false;
    if (plan && !this.picks.length && !this.plan) this.#choosePlan({ ...plan, proposed: true }, []);
    else this.draw();
    this.#rise();
  }

  /** Plan these atoms, chosen elsewhere. */
  begin(atoms) {
    this.picks = [];
    return this.#change(atoms);
  }

  async #change(atoms) {
    const plan = await this.plans.of(atoms);
    if (plan) this.#choosePlan(plan, []);
  }

  async take(picks) {
    const { atoms } = this;
    const left = narrow(this.pool, picks);
    this.table.quiet();
    if (!picks.length) this.#drop();
    this.picks = picks;
    if (left.length === 1 && picks.length) {
      const plan = await this.plans.of([...atoms, left[0].text]);
      if (plan === undefined) return;
      if (plan) {
        this.picks = picks;
        this.#choosePlan(plan, []);
        return;
      }
    } else if (picks.length) this.#drop();
    this.draw();
    if (picks.length) this.#rise();
    this.table.boards()[0]?.reveal();
    this.table.moved?.();
  }

  /** The plan is given up, but for what it was made of so far. */
  #drop() {
    if (!this.plan?.next.length) this.plan = null;
    this.options = [];
  }

  // drawing

  draw() {
    this.table.arranging?.(this.arranging ? this.shape : null, this.arranging?.last);
    this.advice.host.classList.toggle("taken", Boolean(this.arranging || this.plan?.next.length)); // it gives way to what is asked next
    if (this.arranging) return drawArranging(this);
    for (const board of this.table.boards()) board.count(null);
    const { actions, picks, plan } = this;
    const left = this.candidates;
    const verbs = new Set(left.map((a) => a.verb));
    const decided = picks.length && verbs.size === 1 ? page.verbs[left[0].verb] : "";
    this.table.ghost?.(plan && !plan.proposed ? plan.board : null);
    this.table.foresee?.(plan && !plan.proposed ? plan.lines.flatMap((line) => line.amounts) : []);
    this.fight.draw(this.contest, plan, this.pool, this.atoms, this.question);
    this.table.watch?.(((plan?.proposed ? null : plan?.contest) ?? this.contest)?.at ?? []);
    const how =
      this.fight.open?.pool.length > 1 && this.fight.answer(plan) && !plan.next.length && !this.fight.open.base.length
        ? this.fight.open.ask
        : "";
    const only = this.fight.asked && this.fight.open.pool.length === 1 ? this.fight.open.pool[0].label : "";
    this.ask.textContent =
      how ||
      (only && say("js.really", { what: capital(only) })) ||
      (plan && !plan.ask ? say("js.really", { what: capital(plan.title) }) : plan?.ask || decided || this.question);
    this.#mark(left);
    this.hint.textContent = actions.length > 1 && (!plan || plan.ask) ? this.#count() : this.quiet;
    drawTrail(this);
    this.unfolded = this.offered.querySelector(".folded")?.open ?? this.unfolded; // asked here: the event of it comes late
    const offered = actions.length && (plan ? plan.ask || (plan.proposed && !covers(plan, actions)) : !this.proposing);
    const answers = offered && !this.fight.asked ? buttons(this, left) : [];
    const open = Boolean(plan?.next.length); // what is still open needs the room
    keepFocus(this.offered, () => fill(this.offered, this.#others(open), answers));
    this.table.cards?.describe(this.offered);
    this.host.classList.toggle("pointing", actions.length > 1 && !plan && !this.offered.querySelector(".choice:not(.folded .choice)"));
    this.drawPreview();
    this.#lastWord();
    this.line.hidden = !actions.length || Boolean(plan) || !(this.typing || prefs.get("notation") === "yes");
    this.#ways(plan?.ways ?? []);
    return undefined;
  }

  /** That there is something golden, or how few; a large number would say nothing. */
  #count() {
    const things = this.table
      .boards()
      .reduce((n, b) => n + b.things().filter((e) => e.matches(".legal") && e.getClientRects().length).length, 0);
    if (!things) return "";
    return things > COUNTED ? say("js.choose_golden") : say("js.choose_things", { n: things });
  }

  #mark(left) {
    const { actions, picks, pool } = this;
    const chosen = (t) =>
      picks.some(
        (p) =>
          p.verb === undefined && p.field === undefined && p.text === undefined && p.at === t.at && p.what === t.what && p.seat === t.seat,
      );
    const opens = (t) =>
      !picks.length && !this.atoms.length && ["at", "what", "seat"].some((kind) => this.openings.has(`${kind} ${t[kind]}`));
    for (const board of this.table.boards()) {
      board.mark((t) => {
        if (!actions.length) return "";
        if (chosen(t)) return "chosen";
        if (this.plan && !this.plan.ask && !this.plan.proposed) return "";
        return (narrows(left, pool, picks, t) && (left.length > 1 || this.atoms.length)) || opens(t) ? "legal" : "";
      });
    }
  }

  /** Other plans for the same things; in few words where other questions follow. */
  #others(few) {
    if (!this.options.length) return null;
    return h(
      "div",
      { class: few ? "choices one rather few" : "choices one rather" },
      h("p", { class: "small muted" }, say("js.or_else")),
      this.options.map((plan) =>
        h(
          "button",
          {
            type: "button",
            class: "choice",
            onclick: () => this.#choosePlan(plan, [this.plan, ...this.options.filter((p) => p !== plan)]),
          },
          h("span", {}, capital(plan.title), few ? null : h("small", {}, total(plan))),
        ),
      ),
    );
  }

  pick(pick) {
    const begins = this.shape?.optional && !this.atoms.length && (pick.verb ?? pick.text?.split(" ")[0]) === this.shape.verbs[0];
    if (begins) this.#startArranging();
    else this.take([...this.picks, pick]);
  }

  drawPreview() {
    const plan = this.fight.another ? { ...this.plan, contest: null } : this.plan;
    this.preview.hidden = !plan || this.busy || this.table.sending();
    if (!plan) fill(this.preview, []);
    if (this.preview.hidden) return;
    fill(
      this.preview,
      preview(plan, (atoms) => this.#change(atoms)),
    );
    this.preview.hidden = (repeats(plan) || (plan.contest && this.fight.answer(plan))) && prefs.get("notation") !== "yes";
    this.said.textContent = spoken(plan);
  }

  #lastWord() {
    const { plan } = this;
    const row = [];
    if (plan) {
      const label = this.table.planning?.()
        ? say("js.plan_it")
        : (this.fight.answer(plan)?.label ?? page.confirms?.[plan.verb] ?? page.verbs[plan.verb] ?? say("js.confirm"));
      const cls = plan.next.length ? "btn big grow" : "btn primary big grow"; // gold things come first while something is open
      row.push(button(capital(label), { class: cls, id: "confirm", onclick: () => this.send() }, icon("check")));
      if (plan.stay && !this.table.planning?.())
        row.push(
          button(say("js.stay"), { class: "btn big", id: "stay", title: say("js.stay_help"), onclick: () => this.#sendStaying(plan) }),
        );
    }
    fill(this.last, [...row, ...steps(this, !plan)]);
    if (plan && this.byKey) this.last.querySelector("#confirm")?.focus();
  }

  /** The same without the end of the turn. */
  #sendStaying(plan) {
    this.plan = { ...plan, atoms: plan.stay, stay: null };
    this.send();
  }

  // ways on the board, before they are gone

  /** Somebody looks at a thing, without choosing it. */
  look(thing) {
    if (!this.actions.length || this.plan || this.arranging) return;
    const found = thing ? narrow(this.pool, [...this.picks, thing]) : [];
    this.#ways(found.length === 1 ? (found[0].ways ?? []) : []);
  }

  #ways(list) {
    this.table.boards()[0]?.ways(list);
  }

  looking(actions) {
    const show = () => {
      const found = actions();
      if (found.length === 1) this.#ways(found[0].ways ?? []);
    };
    const hide = () => this.#ways(this.plan?.ways ?? []);
    return { onpointerenter: show, onfocus: show, onpointerleave: hide, onblur: hide };
  }

  // arranging

  #arrange() {
    return new Arranging(this.shape, () => {
      this.draw();
      this.table.moved?.();
    });
  }

  #startArranging() {
    this.plan = null;
    this.arranging = this.#arrange();
    this.picks = [];
    this.draw();
    this.table.moved?.();
  }

  #put(thing, element, less) {
    const name = thing[this.shape.by];
    if (this.arranging.item(name)) this.arranging.step(name, less ? -1 : 1);
    else this.table.why(thing, element, []);
  }

  // sending and going back

  send() {
    if (this.busy || !(this.arranging ? this.arranging.ready : this.plan)) return;
    this.busy = true;
    this.host.classList.add("busy");
    this.table.send(this.arranging ? { atoms: this.atoms, arrange: this.arranging.plan } : { atoms: this.plan.atoms });
  }

  free() {
    this.busy = false;
    this.host.classList.remove("busy");
  }

  restart() {
    this.arranging = null;
    this.plan = null;
    this.options = [];
    this.take([]);
  }

  /** One step back: first what is arranged or chosen, then what is done, whole or only its last `atom`. */
  back(atom = false) {
    if (this.arranging?.back()) return;
    if (this.arranging && (this.plan || this.shape.optional)) this.restart();
    else if (this.picks.length) this.take(this.picks.slice(0, -1));
    else if (this.plan && !this.plan.proposed) this.restart();
    else this.table.undo(atom);
  }
}
