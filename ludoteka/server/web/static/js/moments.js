// Short moments at the board: a new round, income, the die, a war, a town, an event. Nothing waits for them.
import { fill, h, icon, svg } from "./dom.js";
import { ruleLink } from "./wish.js";
import { say } from "./words.js";

const LASTS = 1200; // milliseconds; as long as somebody points at it, it stays
const SIZE = 44; // pixels of a die
const MOST = 3; // rows of one band
const ART = { round: "scroll", income: "coin", die: "die", war: "swords", town: "house", event: "scroll" };
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * What of these lines of the log is a moment; the final scoring has a panel of its own.
 * @param {Told.LogLine[]} lines
 */
export const momentsOf = (lines) => lines.flatMap((line) => line.told ?? []).filter((t) => t.kind && t.kind !== "final");

export const plus = (n) => `${n > 0 ? "+" : "−"}${Math.abs(n)}`;

export class Moments {
  /** `stage` holds the board, `gained(seat, gains)` shows what a seat gets on its card and returns that, `where(at)` is the box
   * of a place, `mine()` my seat. */
  constructor(stage, { gained, where, mine }) {
    this.on = { gained, where, mine };
    this.stage = stage;
    this.host = h("div", { class: "told", role: "status" });
    stage.append(this.host);
    this.timer = 0;
    this.gains = [];
    for (const name of ["pointerdown", "keydown"])
      addEventListener(
        name,
        (event) => {
          if (!this.host.contains(event.target)) this.close();
        },
        true,
      );
  }

  /**
   * Tell what happened; a later moment takes the place of an earlier one, in a band of its own.
   * @param {Told.ToldOut[]} told
   */
  show(told) {
    if (!told.length) return;
    this.close();
    const rows = told.slice(-MOST);
    const band = h(
      "div",
      {
        class: this.#isLow(rows) ? "moment high" : "moment",
        onclick: () => this.close(), // anywhere on it: a finger means what lies under it
        onpointerenter: () => clearTimeout(this.timer),
        onpointerleave: () => band.isConnected && !reduced.matches && this.#end(LASTS / 2),
      },
      h(
        "div",
        { class: "rows" },
        rows.map((t) => this.#row(t)),
      ),
      h("button", { type: "button", class: "btn" }, say("js.go_on"), h("kbd", { class: "only-desk" }, "Space")),
      h("i", { class: "runs-out", "aria-hidden": "true" }),
    );
    fill(this.host, band);
    for (const t of rows) this.#gain(t.gains);
    const die = rows.find((t) => t.kind === "die");
    if (die) this.#fall(die);
    if (!reduced.matches) this.#end(LASTS);
  }

  close() {
    clearTimeout(this.timer);
    fill(this.host);
    for (const e of this.gains.splice(0)) e.remove();
  }

  #end(ms) {
    this.timer = setTimeout(() => this.close(), ms);
  }

  #row({ kind, text, more, symbol, gains, rule }) {
    const several = new Set(gains.map((g) => g.seat)).size > 1; // one alone stands in the headline
    const own = gains
      .filter((g) => several && g.seat === this.on.mine())
      .map((g) => `${plus(g.n)} ${g.what}${g.more ? ` (${g.more})` : ""}`)
      .join(", ");
    const art = symbol
      ? svg(
          "svg",
          { class: "face b", viewBox: "-16 -16 32 32", "aria-hidden": "true" },
          svg("use", { href: `#${symbol}`, x: -16, y: -16, width: 32, height: 32 }),
        )
      : icon(ART[kind] ?? "scroll");
    return h(
      "div",
      { class: `row ${kind}` },
      art,
      h(
        "p",
        {},
        h("b", {}, text, ruleLink(rule)),
        more ? h("span", {}, more) : null,
        own ? h("span", {}, say("js.you_get", { what: own })) : null,
      ),
    );
  }

  /** Whether what it is about lies in the lower half of the board: then the band stands at the upper edge. */
  #isLow(rows) {
    const boxes = rows
      .flatMap((t) => t.at)
      .map((at) => this.on.where(at))
      .filter(Boolean);
    if (!boxes.length) return false;
    const frame = this.stage.getBoundingClientRect();
    return boxes.reduce((sum, b) => sum + b.y + b.height / 2, 0) / boxes.length > frame.y + frame.height / 2;
  }

  /** What each seat receives. */
  #gain(gains) {
    const bySeat = Map.groupBy?.(gains, (g) => g.seat) ?? new Map(gains.map((g) => [g.seat, gains.filter((o) => o.seat === g.seat)]));
    for (const [seat, own] of bySeat) this.gains.push(this.on.gained(seat, own));
  }

  /** The die falls beside what it was rolled for. */
  #fall({ at, symbol }) {
    const box = this.on.where(at[0]);
    if (!box || !symbol) return;
    const frame = this.stage.getBoundingClientRect();
    const die = svg(
      "svg",
      { class: "falling b", viewBox: "-16 -16 32 32", "aria-hidden": "true" },
      svg("use", { href: `#${symbol}`, x: -14, y: -14, width: 28, height: 28 }),
    );
    const [left, top] = [Math.min(box.right - frame.x - 6, frame.width - SIZE), Math.max(box.y - frame.y - 10, 0)];
    die.style.cssText = `left:${left}px;top:${top}px;width:${SIZE}px;height:${SIZE}px`;
    this.stage.append(die);
    this.gains.push(die);
    if (!reduced.matches)
      die.animate(
        [
          { transform: "translateY(-60px) rotate(-200deg)", opacity: 0 },
          { transform: "none", opacity: 1 },
        ],
        { duration: 500, easing: "cubic-bezier(.3,.7,.3,1.2)" },
      );
  }
}
