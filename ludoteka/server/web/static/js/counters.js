// Pieces counted on a board: discs − and + beside each thing, the wheel, the right button, and pieces carried elsewhere.
import { svg } from "./dom.js";
import { centre, pieces } from "./glide.js";

const NOTCH = 40; // pixels that a wheel turns for one piece
const FAR = 6; // pixels from which on a press carries something

const hitOf = (element) => element?.closest?.(".hit") ?? null;

export class Counters {
  /** `refuse(element)` answers for a thing that holds no pieces. */
  constructor(root, refuse) {
    this.root = root;
    this.refuse = refuse;
    this.layer = svg("g", { class: "discs" });
    this.arranging = null;
    this.held = null; // the thing whose piece is under the pointer
    this.piece = null; // that piece, as soon as it moves
    this.carried = false; // until the next press: the click at its end says nothing
    root.addEventListener("contextmenu", (event) => {
      const element = hitOf(event.target);
      if (!element || !this.arranging) return;
      event.preventDefault();
      if (event.pointerType !== "touch") this.arranging.step(this.#name(element), -1); // a long touch asks what it is
    });
    this.#turnable();
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener("pointermove", (event) => this.#carry(event));
    root.addEventListener("pointerup", (event) => this.#drop(event));
    root.addEventListener("pointercancel", () => this.#let());
  }

  #name(element) {
    return element.dataset[this.arranging.shape.by];
  }

  #turnable() {
    let turned = 0;
    this.root.addEventListener(
      "wheel",
      (event) => {
        const element = hitOf(event.target);
        if (!element || !this.arranging || event.ctrlKey) return;
        event.preventDefault();
        event.stopImmediatePropagation(); // while pieces are counted it does not zoom
        turned = Math.sign(turned) === Math.sign(event.deltaY) ? turned + event.deltaY : event.deltaY;
        if (Math.abs(turned) < NOTCH) return;
        this.arranging.step(this.#name(element), turned > 0 ? -1 : 1);
        turned = 0;
      },
      { passive: false },
    );
  }

  // from one thing to another

  #press(event) {
    this.#let();
    this.carried = false;
    const element = event.isPrimary && event.button === 0 ? hitOf(event.target) : null;
    if (element?.matches(".loose")) this.held = { element, x: event.clientX, y: event.clientY };
  }

  #carry(event) {
    if (!this.held) return;
    if (!this.piece) {
      if (Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y) < FAR) return;
      this.root.setPointerCapture(event.pointerId);
      this.carried = true;
      const { r } = this;
      this.piece = svg("g", { class: "carried" }, svg("rect", { x: -r, y: -r, width: 2 * r, height: 2 * r, rx: r * 0.4 }));
      this.layer.append(this.piece);
    }
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
    this.piece.setAttribute("transform", `translate(${x} ${y})`);
    this.#aim(this.#under(event));
  }

  #under({ clientX, clientY }) {
    const element = hitOf(document.elementFromPoint(clientX, clientY));
    return element !== this.held.element && this.root.contains(element) ? element : null;
  }

  #aim(element) {
    for (const was of this.root.querySelectorAll(".aimed")) if (was !== element) was.classList.remove("aimed");
    element?.classList.add("aimed");
  }

  #drop(event) {
    const [from, over] = this.piece ? [this.held.element, this.#under(event)] : [];
    this.#let();
    if (!over) return;
    if (this.arranging.item(this.#name(over))) this.arranging.move(this.#name(from), this.#name(over));
    else this.refuse(over);
  }

  #let() {
    this.piece?.remove();
    this.#aim(null);
    this.held = this.piece = null;
  }

  // drawing

  /** The number that is planned on each of these things, with discs beside it; without `arranging` nothing is counted. */
  show(arranging, things, w) {
    if (!arranging && !this.arranging) return;
    this.arranging = arranging;
    this.#let();
    this.layer.replaceChildren();
    for (const element of things) element.classList.remove("loose");
    if (arranging?.shape.by !== "at") return;
    this.r = Math.max(9, w / 62);
    this.taken = []; // where discs stand already
    for (const item of arranging.shape.items) {
      const element = things.find((e) => e.dataset.at === item.thing);
      if (element) this.#count(item, element, w);
    }
  }

  /** The piece that stands on a thing, as a box in the units of the drawing; without one the middle of the thing. */
  #standing(element) {
    const shape = element.isPointInFill ? element : document.querySelector(element.getAttribute("href"));
    const counted = pieces(this.root).filter((p) => p.element.querySelector("text"));
    const found = counted.find(({ x, y }) => shape?.isPointInFill(new DOMPoint(x, y)));
    if (!found) {
      const [x, y] = centre(element);
      return { left: x - this.r, right: x + this.r, y, at: [x, y] };
    }
    const box = found.element.getBBox();
    const number = found.element.querySelector("text")?.getBBox() ?? box;
    return {
      left: found.x + box.x,
      right: found.x + box.x + box.width,
      y: found.y + box.y + box.height * 0.4,
      at: [found.x + number.x + number.width / 2, found.y + number.y + number.height / 2],
    };
  }

  /** Where − and + stand: left and right of the piece or, at an edge and beside other discs, above each other on one side. */
  #room(less, more, y, w) {
    const { r } = this;
    /** @returns {{ cx: number, cy: number }[]} */
    const pair = (a, b, apart) => [
      { cx: a, cy: y + apart },
      { cx: b, cy: y - apart },
    ];
    const hidden = ({ cx, cy }) =>
      10 * (Math.max(0, r - cx) + Math.max(0, cx + r - w)) +
      this.taken.reduce((sum, o) => sum + Math.max(0, 2 * r - Math.hypot(cx - o.cx, cy - o.cy)), 0);
    const cost = (way) => hidden(way[0]) + hidden(way[1]);
    const ways = [pair(less, more, 0), pair(less, less, 1.1 * r), pair(more, more, 1.1 * r)];
    const best = ways.reduce((found, way) => (cost(way) < cost(found) ? way : found));
    this.taken.push(...best);
    return best;
  }

  #count(item, element, w) {
    const { arranging, r } = this;
    const { left, right, y, at } = this.#standing(element);
    const spots = this.#room(left - 0.8 * r, right + 0.6 * r, y, w);
    const delta = arranging.plan[item.thing] - item.now;
    const write = (cls, x, y, text) => {
      const made = svg("text", { x, y, class: cls });
      made.textContent = text;
      return made;
    };
    const disc = (step, { cx, cy }, sign) => {
      const made = svg("g", { class: "disc" }, svg("circle", { cx, cy, r }), write("disc-sign", cx, cy, sign));
      made.addEventListener("click", (event) => {
        event.stopPropagation();
        arranging.step(item.thing, step);
      });
      return made;
    };
    element.classList.toggle("loose", arranging.can(item.thing, -1));
    if (arranging.can(item.thing, -1)) this.layer.append(disc(-1, spots[0], "−"));
    if (arranging.can(item.thing, 1)) this.layer.append(disc(1, spots[1], "+"));
    if (!delta) return;
    const [x, low] = at; // over the number that stands there now
    this.layer.append(
      svg("rect", { x: x - r, y: low - r, width: 2 * r, height: 2 * r, rx: r * 0.5, class: "disc-box" }),
      write("disc-n", x, low, String(arranging.plan[item.thing])),
      svg("rect", { x: x - 1.2 * r, y: low + 1.1 * r, width: 2.4 * r, height: 1.4 * r, rx: 0.7 * r, class: "disc-pill" }),
      write("disc-change", x, low + 1.82 * r, `${delta > 0 ? "+" : "−"}${Math.abs(delta)}`),
    );
  }
}
