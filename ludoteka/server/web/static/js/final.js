// The final scoring, step by step beside the board; then all steps as one table.
import { around, art, button, fill, h, icon, sign } from "./dom.js";
import { nameOf, shared } from "./people.js";
import { ruleLink } from "./wish.js";
import { say } from "./words.js";

const EACH = 1200; // milliseconds until the next step, unless somebody walks by hand
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The steps that the last action of the match told.
 * @param {Told.LogLine[]} log
 */
export const stepsOf = (log) => (log.at(-1)?.told ?? []).filter((t) => t.kind === "final");

const gained = (step, seat) => step.gains.filter((g) => g.seat === seat).reduce((sum, g) => sum + g.n, 0);
const plus = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "–");

export class Final {
  /** `done()` is called when everything has been seen; at each step `totals(list)` with the points of the seats after it
   * and `counted(places, links)` with what earned most and which of it belongs together; `gained(seat, gains)` shows what a seat
   * got up to now and returns that. */
  constructor(host, { done, totals, counted, gained }) {
    this.host = host;
    this.done = done;
    this.totals = totals;
    this.counted = counted;
    this.gained = gained;
    this.shown = [];
    this.walking = false;
    document.addEventListener("keydown", (event) => {
      if (!this.walking || around(event, "input, textarea, select")) return;
      const way = { ArrowRight: 1, ArrowLeft: -1, " ": 1 }[event.key];
      if (way) {
        event.preventDefault();
        this.#walk(this.at + way);
      }
      if (event.key === "Escape") this.#end();
    });
  }

  /**
   * Begin to walk, if there is anything to walk through; the page draws it once it has drawn itself.
   * @param {Told.TableOut} table
   * @param {Told.StateOut} state
   * @param {Told.LogLine[]} log
   */
  begin(table, state, log) {
    this.steps = stepsOf(log);
    if (!this.steps.length || reduced.matches || document.hidden) return;
    this.table = table;
    this.state = state;
    this.at = 0;
    this.walking = true;
    this.#next();
  }

  #next() {
    const more = this.at + 1 < this.steps.length;
    this.timer = setTimeout(() => (more ? this.#go(this.at + 1) : this.#end()), EACH);
  }

  #go(at) {
    this.at = at;
    this.draw();
    this.#next();
  }

  /** By hand: from now on nothing goes by itself. */
  #walk(at) {
    clearTimeout(this.timer);
    if (at >= this.steps.length) return this.#end();
    this.at = Math.max(0, at);
    this.draw();
    return undefined;
  }

  #end() {
    clearTimeout(this.timer);
    this.walking = false;
    this.host.hidden = true;
    this.counted([], []);
    this.#gains(-1);
    this.done();
  }

  /** The step as it is, over what the page shows of the end. */
  draw() {
    const { steps, at } = this;
    const step = steps[at];
    const next = steps[at + 1];
    this.host.hidden = false;
    this.counted(step.at, step.links);
    this.#gains(at);
    if (steps.some((s) => s.gains.length)) this.totals(this.table.seats.map((s) => this.#after(at, s.seat)));
    fill(
      this.host,
      h("header", {}, h("span", { class: "caps" }, say("js.final_step", { n: at + 1, most: steps.length }))),
      h(
        "div",
        { class: "body" },
        h("h2", { class: "ask" }, this.#headline(step)),
        h(
          "div",
          { class: "steps" },
          steps.map((s, i) =>
            button(
              s.text,
              { class: `chip${i < at ? " ok" : ""}`, "aria-pressed": String(i === at), onclick: () => this.#walk(i) },
              s.symbol ? art(s.symbol) : null,
            ),
          ),
        ),
        this.#table(step, at),
        step.more || step.rule ? h("p", { class: "small muted" }, step.more, ruleLink(step.rule)) : null,
        h(
          "div",
          { class: "foot-row" },
          button(
            "",
            { class: "btn icon", "aria-label": say("js.back"), disabled: at === 0, onclick: () => this.#walk(at - 1) },
            icon("left"),
          ),
          next
            ? button(say("js.next_step", { what: next.text }), {
                class: "btn primary grow",
                id: "next-step",
                onclick: () => this.#walk(at + 1),
              })
            : null,
          button(say("js.to_end"), { class: next ? "btn" : "btn primary grow", id: "to-end", onclick: () => this.#end() }),
        ),
      ),
    );
  }

  /** What each seat got in the steps up to this one. */
  #gains(at) {
    for (const line of this.shown.splice(0)) line.remove();
    const until = this.steps.slice(0, at + 1).flatMap((s) => s.gains.map((g) => ({ ...g, symbol: s.symbol || undefined })));
    for (const { seat } of this.table.seats) {
      const own = until.filter((g) => g.seat === seat);
      if (own.length) this.shown.push(this.gained(seat, own));
    }
  }

  /** What is counted, and who got most for it. */
  #headline(step) {
    const [first, second] = this.table.seats.map((s) => ({ s, n: gained(step, s.seat) })).sort((a, b) => b.n - a.n);
    if (!first.n || first.n === second?.n) return step.text;
    return say("js.step_won", { what: step.text, name: first.s.mine && !shared(this.table) ? say("js.you") : nameOf(first.s), n: first.n });
  }

  /** The points of a seat after that step. */
  #after(at, seat) {
    return this.steps.slice(at + 1).reduce((sum, s) => sum - gained(s, seat), this.state.scores[seat][this.state.standing?.lead ?? 0]);
  }

  #table(step, at) {
    const scored = this.steps.some((s) => s.gains.length);
    const rows = this.table.seats.map((s) => ({
      s,
      count: step.counts[s.seat],
      points: gained(step, s.seat),
      now: this.#after(at, s.seat),
    }));
    rows.sort((a, b) => b.points - a.points || (b.count ?? 0) - (a.count ?? 0));
    const head = h(
      "tr",
      {},
      h("th", {}, say("js.player")),
      step.counts.length ? h("th", { class: "num" }, step.counted || say("js.counted")) : null,
      scored ? [h("th", { class: "num" }, say("js.points")), h("th", { class: "num" }, say("js.now_total"))] : null,
    );
    return h(
      "table",
      { class: "scored" },
      h("thead", {}, head),
      h(
        "tbody",
        {},
        rows.map(({ s, count, points, now }, i) =>
          h(
            "tr",
            { class: i ? "" : "first" },
            h("th", { scope: "row" }, sign(s.seat), h("span", { class: "cut" }, nameOf(s))),
            step.counts.length ? h("td", { class: "num" }, String(count)) : null,
            scored ? [h("td", { class: "num gain" }, plus(points)), h("td", { class: "num" }, h("b", {}, String(now)))] : null,
          ),
        ),
      ),
    );
  }
}

/** All steps at once: a row each, a column for every seat. */
export function scoredTable(steps, seats) {
  const cell = (step, seat) => [
    step.counts.length ? String(step.counts[seat]) : "",
    step.gains.length ? h("b", {}, ` ${plus(gained(step, seat))}`) : "",
  ];
  return h(
    "table",
    { class: "scored" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", {}, say("js.step")),
        seats.map((s) => h("th", { class: "num", scope: "col" }, sign(s.seat), h("span", { class: "cut" }, nameOf(s)))),
      ),
    ),
    h(
      "tbody",
      {},
      steps.map((step) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, step.text, ruleLink(step.rule)),
          seats.map((s) => h("td", { class: "num" }, cell(step, s.seat))),
        ),
      ),
    ),
  );
}
