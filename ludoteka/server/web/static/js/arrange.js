// Arrangements: pieces are put here and there in any order, and all of it is confirmed once. The page only counts.
import { h, icon, sign } from "./dom.js";
import { capital, page, say } from "./words.js";

const SHOWN = 12; // pieces in hand that are drawn one by one

export class Arranging {
  /** `shape` is what the server offers; `changed()` is called after every change. */
  constructor(shape, changed) {
    this.shape = shape;
    this.changed = changed;
    this.plan = Object.fromEntries(shape.items.map((i) => [i.thing, i.now]));
    this.past = [];
    this.last = ""; // the thing that was changed last
  }

  get placed() {
    return Object.values(this.plan).reduce((sum, n) => sum + n, 0);
  }

  /** How many pieces are still in hand; null where any number will do. */
  get hand() {
    const { total } = this.shape;
    return total === null ? null : total - this.placed;
  }

  get ready() {
    const { limit, least } = this.shape;
    if (this.hand !== null) return this.hand === 0;
    return this.placed >= least && (limit === null || this.placed <= limit);
  }

  item(thing) {
    return this.shape.items.find((i) => i.thing === thing);
  }

  /** How a thing looks; of several alike as many are chosen as there are pieces. `marked` counts them. */
  look(thing, marked) {
    const item = this.item(thing);
    if (!item) return "";
    const changed = this.plan[thing] - item.now;
    marked[thing] = (marked[thing] ?? 0) + 1;
    if (changed && (this.shape.by === "at" || marked[thing] <= changed)) return "chosen";
    return this.can(thing, 1) || this.can(thing, -1) ? "legal" : "";
  }

  can(thing, step) {
    const item = this.item(thing);
    if (!item) return false;
    const n = this.plan[thing] + step;
    if (n < item.least || n > item.most || !this.#paid({ ...this.plan, [thing]: n })) return false;
    if (step <= 0) return true;
    const { limit } = this.shape;
    return this.hand === null ? limit === null || this.placed < limit : this.hand >= step;
  }

  /** Whether each thing has enough for its pieces, with what comes to it from the one before. */
  #paid(plan) {
    const { items, rate } = this.shape;
    return !rate || items.every((item, i) => plan[item.thing] * rate <= item.stock + (i ? plan[items[i - 1].thing] : 0));
  }

  /** One piece more or less; a thing that can only be chosen or not changes with every click. */
  step(thing, step) {
    const item = this.item(thing);
    const way = item?.most === 1 && step > 0 && this.plan[thing] ? -1 : step;
    if (!this.can(thing, way)) return false;
    this.last = thing;
    this.#set({ ...this.plan, [thing]: this.plan[thing] + way });
    return true;
  }

  move(from, to) {
    if (!this.can(from, -1) || this.plan[to] >= this.item(to).most) return;
    this.#set({ ...this.plan, [from]: this.plan[from] - 1, [to]: this.plan[to] + 1 });
  }

  use(plan) {
    this.last = "";
    this.#set({ ...plan });
  }

  #set(plan) {
    this.past.push(this.plan);
    this.plan = plan;
    this.changed();
  }

  /** One change back; false if there was none. */
  back() {
    if (!this.past.length) return false;
    this.plan = this.past.pop();
    this.changed();
    return true;
  }

  /** The rows beside the board: how many in hand, whole arrangements, a line for each thing. */
  rows() {
    const { shape, plan } = this;
    const stepper = (item) => {
      const label = say("js.arranged", { what: item.label, n: plan[item.thing] });
      const disc = (step, name) =>
        h(
          "button",
          {
            type: "button",
            class: "stp",
            disabled: !this.can(item.thing, step) || null,
            "aria-label": `${say(`js.${name}`)}: ${label}`,
            onclick: () => this.step(item.thing, step),
          },
          icon(step > 0 ? "plus" : "minus"),
        );
      return h("div", { class: "stepper" }, disc(-1, "one_less"), h("b", { class: "num" }, String(plan[item.thing])), disc(1, "one_more"));
    };
    const about = (item) =>
      h(
        "span",
        {},
        h("b", {}, capital(item.label)),
        h(
          "small",
          {},
          item.beside.length
            ? h(
                "span",
                {},
                say("js.beside"),
                " ",
                item.beside.map((s) => sign(s)),
              )
            : null,
          shape.worth ? h("span", {}, item.worth === null ? shape.safe : shape.worth.replace("{n}", item.worth + plan[item.thing])) : null,
        ),
      );
    return [
      this.hand === null || !this.pieces
        ? null
        : h(
            "p",
            { class: "in-hand", "aria-live": "polite" },
            h("b", { class: "num" }, String(this.hand)),
            " ",
            say("js.in_hand"),
            h(
              "span",
              { class: "tokens", "aria-hidden": "true" },
              Array.from({ length: Math.min(this.hand, SHOWN) }, () => h("i", {})),
            ),
          ),
      shape.presets.length
        ? h(
            "div",
            { class: "choices presets" },
            shape.presets.map((p) =>
              h(
                "button",
                {
                  type: "button",
                  class: "preset",
                  "data-preset": p.id,
                  onclick: () => this.use(p.plan),
                },
                p.label,
              ),
            ),
          )
        : null,
      h(
        "div",
        { class: "arr" },
        this.#urgent().map((item) => h("div", { class: "arr-row", "data-thing": item.thing }, about(item), stepper(item))),
      ),
      this.pieces
        ? h("p", { class: "small muted only-desk" }, say("js.arrange_help"), shape.by === "at" ? ` ${say("js.drag_help")}` : null)
        : null,
    ];
  }

  /** What rivals stand beside comes first: a small window shows three of them. */
  #urgent() {
    const { items } = this.shape;
    return [...items.filter((i) => i.beside.length), ...items.filter((i) => !i.beside.length)];
  }

  /** Whether things hold pieces; else they are only chosen. */
  get pieces() {
    return this.shape.items.some((i) => i.most > 1);
  }

  /** What the last word says while it cannot be said. */
  get missing() {
    if (this.hand && this.pieces) return say("js.place_more", { n: this.hand });
    return say("js.choose_more", { n: this.hand || Math.max(1, this.shape.least - this.placed) });
  }

  get label() {
    const { items, verbs } = this.shape;
    const none = this.hand === null && items.every((i) => this.plan[i.thing] === i.now);
    return page.verbs[none ? verbs.at(-1) : verbs[0]] ?? say("js.confirm");
  }
}
