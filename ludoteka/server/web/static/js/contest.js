// Two sides that measure their strength: who, with what, how many are added, and what follows. Knows no rule.
import { art, fill, h, icon, sign } from "./dom.js";
import { nameOf } from "./people.js";
import { capital, say } from "./words.js";

/** Answers that only say how many. */
const counting = (actions) => actions.length > 0 && actions.every((a) => Object.keys(a.args).join() === "n");

export class Fight {
  /** The panel `act` knows those at the table and plans the answers. */
  constructor(act) {
    this.act = act;
    this.root = h("div", { class: "fight", hidden: true });
    this.open = null; // the question how many: its answers, and what is planned before it
  }

  /** The answer that a plan gives to the open question; null if it gives none. */
  answer(plan) {
    return (plan && this.open?.pool.find((a) => a.text === plan.atoms[this.open.base.length])) || null;
  }

  /** The plan with its one answer, where nothing can be added: it is not asked by itself. */
  nothing({ atoms, next }) {
    if (next.length !== 1 || !counting(next)) return null;
    this.open = { pool: next, base: [...atoms], ask: "", held: 0 };
    return [...atoms, next[0].text];
  }

  /** Show how it stands `now`, or as it would with the plan; `pool` is what may be answered after the atoms `base`. */
  draw(now, plan, pool, base, ask) {
    this.another = Boolean(now && plan?.contest && plan.contest.title !== now.title); // begins when this one is over
    const fight = (!this.another && plan?.contest) || now;
    this.asked = fight && counting(pool) && pool.some((a) => !plan || plan.next.length || a.text === plan.atoms[base.length]);
    if (this.asked) this.open = { pool, base: [...base], ask, held: fight.held || now?.held || 0 };
    else if (!fight || !this.answer(plan)) this.open = null;
    this.root.hidden = !fight;
    const over = this.answer(plan) && (this.another || !plan.contest); // then the plan says how it ends
    if (!fight) return;
    const n = this.answer(plan)?.args.n;
    fill(this.root, this.#sides(fight, over ? n : null), this.#answers(fight, n), over ? null : this.#words(fight));
  }

  /** `more` is what the last word would add to the own side, null before it. */
  #sides({ title, sides, counted }, more) {
    const seated = (seat) => this.act.table.seats?.()[seat];
    const several = (this.act.table.seats?.() ?? []).filter((s) => s.mine).length > 1; // at one device: only who is asked is "you"
    const own = (seat) => Boolean(seated(seat)?.mine) && (!several || seat === this.act.table.seat());
    const side = ({ seat, strength, made, open }) => {
      const who = seated(seat);
      const last = open && own(seat) ? more : null;
      return h(
        "div",
        { class: `camp${own(seat) ? " own" : ""}` },
        h("span", { class: "who" }, sign(seat), h("b", {}, own(seat) ? capital(say("js.you")) : who ? nameOf(who) : "")),
        h("b", { class: "strength num" }, strength + (last ?? 0)),
        h("small", { class: "made" }, open ? `${made} + ${last ?? "?"}` : made),
      );
    };
    const [one, other] = sides.map(side);
    const rival = seated(sides[0].seat); // who begins it is named; of oneself the question says so
    const begins = rival && !own(sides[0].seat) ? h("small", { class: "muted" }, `${nameOf(rival)} ${sides[0].role}`) : null;
    return [
      h("p", { class: "title" }, art(counted), h("span", {}, title), begins),
      h("div", { class: "camps" }, one, h("span", { class: "between" }, icon("swords")), other),
    ];
  }

  /** What lies in the hand and how many of it: touch the last one to add, or a number. */
  #answers({ counted }, chosen) {
    if (!this.open || this.open.pool.length < 2) return null;
    const { pool, base, held } = this.open;
    const pick = (n) => {
      const wish = pool.find((a) => a.args.n === n);
      if (wish) this.act.begin([...base, wish.text]);
    };
    const tile = (i) =>
      h(
        "button",
        {
          type: "button",
          class: `held${i < (chosen ?? 0) ? " added" : ""}`,
          tabindex: "-1",
          "aria-hidden": "true",
          onclick: () => pick(chosen === i + 1 ? i : i + 1),
        },
        art(counted),
      );
    const number = (a) =>
      h(
        "button",
        {
          type: "button",
          class: "choice",
          "aria-label": a.label,
          "aria-pressed": String(a.args.n === chosen),
          onclick: () => pick(a.args.n),
        },
        h("span", {}, a.args.n),
      );
    return [
      held
        ? h(
            "div",
            { class: "helds" },
            Array.from({ length: held }, (_, i) => tile(i)),
          )
        : null,
      h("div", { class: "choices numbers num" }, pool.map(number)),
    ];
  }

  #words({ need, outcomes }) {
    const signs = { yes: "check", no: "x" };
    return [
      h("p", { class: "need" }, need),
      h(
        "ul",
        {},
        outcomes.map(([hope, said]) => h("li", { class: hope }, signs[hope] ? icon(signs[hope]) : null, h("span", {}, said))),
      ),
    ];
  }
}
