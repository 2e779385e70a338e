// Why not: a bubble beside the thing that was pointed at, with all that is in the way of the wish and a way to it.
import { $, button, h, icon } from "./dom.js";
import { phone } from "./layout.js";
import { amounts } from "./preview.js";
import { capital, page, say, small } from "./words.js";

export function ruleLink(rule) {
  const game = page.game ?? page.whole?.table.game;
  return rule && game ? h("span", { class: "ref" }, " ", h("a", { href: `/rules/${game}#${rule}`, target: "_blank" }, rule)) : null;
}

/** A thing by its name alone: on drawings it is described at length. */
const brief = (name) => name.split(/[,;:(]/)[0].trim();
const GAP = 12; // pixels between a bubble and the thing

export class Bubble {
  /** `begin(way, both)` is called when somebody wants to go the way: its first step, or both; `shown(redrawn)` when it comes
   * and goes, `redrawn` if the board looks otherwise then; `places(way)` are the things on the board where it happens, `between()` how many others
   * move before one's next turn. */
  constructor({ begin, shown, places, between }) {
    this.between = between;
    this.begin = begin;
    this.shown = shown;
    this.places = places;
    this.root = null;
    this.way = []; // the one that it shows
    this.board = null; // as it would look after it
  }

  close() {
    if (!this.root) return;
    this.root.remove();
    const redrawn = Boolean(this.board);
    this.root = null;
    this.way = [];
    this.board = null;
    this.shown(redrawn);
  }

  /** What was wished, what is in its way and what is not, what would help, and a way of two steps. */
  open(name, { asked = "", conditions, helps = [], way = [], same_turn = false, together = [], verdict = "", board = null }, element) {
    this.close();
    const row = (c) => h("p", { class: c.met ? "met" : "unmet" }, icon(c.met ? "check" : "x"), h("span", {}, c.message, ruleLink(c.rule)));
    this.root = h(
      "div",
      { class: "why", role: "status" },
      h("b", {}, verdict ? `${capital(brief(name))}: ${verdict}` : asked || name),
      asked ? h("p", { class: "asked-for" }, verdict ? say("js.you_asked", { what: small(asked) }) : name) : null,
      conditions.map(row),
      helps.length ? h("p", { class: "small" }, say("js.would_help"), " ", helps.map((o) => o.label).join(" · ")) : null,
      way.length ? this.#way(way, same_turn, together) : null,
      h("p", { class: "keys" }, say("js.esc_closes")),
      button("", { class: "btn quiet icon shut", "aria-label": say("js.close"), onclick: () => this.close() }, icon("x")),
    );
    this.#place(element, way);
    this.way = way;
    this.board = board;
    this.shown(Boolean(board));
  }

  #way(way, same, together) {
    const n = this.between();
    const step = (turn, i) =>
      h(
        "div",
        { class: "row" },
        h("b", { class: "step-n" }, String(i + 1)),
        h("span", {}, say(i ? "js.way_then" : "js.way_now", { what: small(turn.title) })),
        h("span", {}, amounts(turn.amounts)),
      );
    return [
      h(
        "div",
        { class: "way" },
        h("b", {}, say(same ? "js.two_steps" : "js.two_turns")),
        way.map(step),
        together.length ? h("div", { class: "row" }, h("span", {}, say("js.together")), h("span", {}, amounts(together))) : null,
        n && !same ? h("p", { class: "small muted" }, say("js.before_return", { n })) : null,
      ),
      h(
        "div",
        { class: "btn-row" },
        button(way[0].at.length ? say("js.begin_at", { at: way[0].at.at(-1) }) : say("js.begin"), {
          class: "btn primary grow",
          id: "begin",
          onclick: () => this.#go(way, false),
        }),
        button(say("js.plan_both"), { class: "btn", id: "plan-both", onclick: () => this.#go(way, true) }),
      ),
    ];
  }

  #go(way, both) {
    this.close();
    this.begin(way, both);
  }

  /** Beside the thing; on a phone, or for what is not on the board, where the question stands. */
  #place(element, way) {
    const { root } = this;
    const host = $("#board");
    if (phone() || !element || !host.contains(element)) {
      root.classList.add("dock");
      root.classList.toggle("long", way.length > 0); // too tall to stand over a board
      (phone() && !way.length ? $("#act") : $("#act-body")).prepend(root);
      if (!phone() && element) $("#act").scrollIntoView({ block: "nearest" });
      return;
    }
    host.append(root);
    const frame = host.getBoundingClientRect();
    const inside = (e) => {
      const r = e.getBoundingClientRect();
      return { x: r.x - frame.x, y: r.y - frame.y, w: r.width, h: r.height };
    };
    const hit = inside(element);
    const best = spots(hit, { w: root.offsetWidth, h: root.offsetHeight }, { w: frame.width, h: frame.height }, [
      hit,
      ...this.places(way).map(inside),
    ]);
    root.classList.add(best.side);
    root.style.cssText = `left:${best.x + host.scrollLeft}px;top:${best.y}px;--tip:${hit.x + hit.w / 2 - best.x}px`;
  }
}

/** Where a bubble hides least of what it is about: above it, below it, or beside it. */
function spots(hit, size, frame, subject) {
  const middle = [hit.x + hit.w / 2 - size.w / 2, hit.y + hit.h / 2 - size.h / 2];
  const tries = [
    { side: "above", x: middle[0], y: hit.y - size.h - GAP },
    { side: "below", x: middle[0], y: hit.y + hit.h + GAP },
    { side: "beside", x: Math.min(...subject.map((s) => s.x)) - size.w - GAP, y: middle[1] },
    { side: "beside", x: Math.max(...subject.map((s) => s.x + s.w)) + GAP, y: middle[1] },
  ];
  const within = (n, least, most) => Math.max(least, Math.min(most, n));
  const hides = (b) =>
    subject.reduce(
      (sum, s) =>
        sum +
        Math.max(0, Math.min(b.x + size.w, s.x + s.w) - Math.max(b.x, s.x)) *
          Math.max(0, Math.min(b.y + size.h, s.y + s.h) - Math.max(b.y, s.y)),
      0,
    );
  const placed = tries.map((t) => ({ ...t, x: within(t.x, 4, frame.w - size.w - 4), y: within(t.y, 4, frame.h - size.h - 4) }));
  const hidden = placed.map(hides);
  return placed[hidden.indexOf(Math.min(...hidden))];
}
