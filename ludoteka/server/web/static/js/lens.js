// Small cells under a finger: touch to aim, see it enlarged, lift to choose; slide off the board to give it up.
import { $, h, svg } from "./dom.js";
import { phone } from "./layout.js";
import { thingOf } from "./board.js";

const FINGER = 32; // CSS pixels: things narrower than this are aimed at
const CLOSER = 2.3;
const [WIDE, TALL] = [276, 199];
const MARGIN = 8;
const [NARROW, HIGH] = [188, 200]; // of a lens that stays open over the board
const GAINS = 1.4; // less than that is no help

export class Lens {
  /** `carry(thing)` is called when something from the hand is carried onto the board; whether it may be. */
  constructor(board, { carry }) {
    this.board = board;
    this.carry = carry;
    this.places = []; // of a fight: shown as long as nothing is aimed at
    this.box = h("div", { class: "lens", "aria-hidden": "true", inert: true, hidden: true });
    this.name = h("b", { class: "lens-name" });
    document.body.append(this.box);
    const { root } = board;
    root.addEventListener("pointerdown", (event) => {
      if (event.isPrimary && event.pointerType === "touch" && this.#cramped(this.#under(event)) && !board.counters.held) this.#begin(event);
      else this.end();
    });
    addEventListener("pointermove", (event) => {
      if (this.aims && event.isPrimary) this.#aim(event);
    });
    addEventListener("pointerup", (event) => {
      if (this.aims && event.isPrimary) this.#choose();
    });
    addEventListener("pointercancel", () => this.end());
    new ResizeObserver(() => this.places.length && !this.aims && this.end()).observe(board.host);
  }

  /** A thing of the hand under a finger: carried over the board, it is aimed with. */
  carries(host) {
    let held = null;
    host.addEventListener("pointerdown", (event) => {
      held = event.pointerType === "touch" && phone() ? event.target.closest?.(".hit.legal, .hit.chosen") : null;
    });
    addEventListener("pointermove", (event) => {
      if (!held || this.aims || !this.board.root.contains(document.elementFromPoint(event.clientX, event.clientY))) return;
      if (!held.matches(".chosen")) this.carry(thingOf(held), held);
      held = null;
      this.#begin(event);
    });
    for (const name of ["pointerup", "pointercancel"])
      addEventListener(name, () => {
        held = null;
      });
  }

  end() {
    this.aims = false;
    this.frame?.remove();
    const view = this.#subject();
    this.box.hidden = !view;
    if (view) this.#stay(view);
  }

  /** Where something is fought for: enlarged by itself, away from the place, which gets a frame. */
  watch(places) {
    if (!places.length && !this.places.length) return;
    this.places = places;
    if (!this.aims) this.end();
  }

  /** The part of the board around the places, in the form of the lens; null if it would hardly be larger there.
   * @returns {DOMRect | null} */
  #subject() {
    const { root, host } = this.board;
    const still = phone() && innerWidth < innerHeight && !host.classList.contains("zoomed") && host.scrollWidth <= host.clientWidth + 1;
    const cells = still ? this.places.map((at) => root.querySelector(`.hit[data-at="${CSS.escape(at)}"]`)?.getBBox()).filter(Boolean) : [];
    if (!cells.length) return null;
    const span = (from, size) => {
      const low = Math.min(...cells.map((c) => c[from] - c[size]));
      return [low, Math.max(...cells.map((c) => c[from] + 2 * c[size])) - low];
    };
    const [[x, wide], [y, tall]] = [span("x", "width"), span("y", "height")];
    const scale = root.getScreenCTM().a;
    const closer = Math.min(CLOSER, NARROW / scale / wide, HIGH / scale / tall);
    if (closer < GAINS) return null;
    const [w, h] = [NARROW / scale / closer, HIGH / scale / closer];
    const drawn = root.viewBox.baseVal;
    const inside = (at, size, from, whole) => Math.max(from, Math.min(at, from + whole - size));
    return new DOMRect(inside(x + (wide - w) / 2, w, drawn.x, drawn.width), inside(y + (tall - h) / 2, h, drawn.y, drawn.height), w, h);
  }

  #stay({ x, y, width, height }) {
    const { root } = this.board;
    const place = { x, y, width, height };
    this.copy = root.cloneNode(true);
    this.copy.removeAttribute("style");
    this.copy.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.name.hidden = true;
    this.box.replaceChildren(this.copy, this.name);
    this.frame = svg("rect", { class: "lensed", rx: 8, ...place });
    root.append(this.frame);
    const [board, framed] = [root.getBoundingClientRect(), this.frame.getBoundingClientRect()];
    const right = framed.x + framed.width / 2 < board.x + board.width / 2;
    const left = right ? board.right - NARROW - MARGIN : board.x + MARGIN;
    this.box.style.cssText = `left:${left}px;top:${board.y + MARGIN}px;width:${NARROW}px;height:${HIGH}px`;
  }

  /** @returns {SVGGraphicsElement | null | undefined} */
  #under({ clientX, clientY }) {
    return document.elementFromPoint(clientX, clientY)?.closest?.(".hit");
  }

  #cramped(element) {
    const { host } = this.board;
    if (!phone() || !element || host.classList.contains("zoomed") || host.scrollWidth > host.clientWidth + 1) return false;
    const r = element.getBoundingClientRect();
    return Math.min(r.width, r.height) < FINGER;
  }

  #begin(event) {
    this.aims = true;
    this.copy = this.board.root.cloneNode(true);
    this.copy.removeAttribute("style");
    this.copy.setAttribute("preserveAspectRatio", "xMidYMid slice");
    this.box.replaceChildren(this.copy, this.name);
    this.box.hidden = false;
    this.#aim(event);
  }

  #aim(event) {
    const found = this.#under(event);
    this.thing = found && this.board.root.contains(found) ? found : null;
    const frame = this.board.root.getBoundingClientRect();
    this.#place(event, frame);
    const back = this.board.root.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(back);
    const [w, tall] = [(WIDE * back.a) / CLOSER, (TALL * back.d) / CLOSER];
    this.copy.setAttribute("viewBox", `${x - w / 2} ${y - tall / 2} ${w} ${tall}`);
    this.copy.querySelector(".aimed")?.classList.remove("aimed");
    const at = this.thing?.dataset.at;
    const aimed = at === undefined ? null : this.copy.querySelector(`.hit[data-at="${CSS.escape(at)}"]`);
    aimed?.classList.add("aimed");
    this.#ghost(aimed);
    this.name.textContent = this.thing ? thingOf(this.thing).label.split(/[,:]/)[0] : "";
    this.name.hidden = at === undefined;
  }

  /** What is chosen in the hand, as it would lie there. */
  #ghost(aimed) {
    this.copy.querySelector(".ghost")?.remove();
    const piece = $(".mats .hit.chosen")?.previousElementSibling;
    if (!aimed?.matches(".legal") || piece?.localName !== "use") return;
    const { x, y, width, height } = this.thing.getBBox();
    const ghost = piece.cloneNode(true);
    for (const [name, value] of Object.entries({ x, y, width, height, class: "ghost" })) ghost.setAttribute(name, value);
    aimed.before(ghost);
  }

  /** Away from the finger: below an upright board, beside one that lies across. */
  #place(event, frame) {
    const across = innerWidth > innerHeight;
    const left = across
      ? event.clientX < frame.x + frame.width / 2
        ? frame.right - WIDE - MARGIN
        : frame.x + MARGIN
      : (innerWidth - WIDE) / 2;
    const top = across ? MARGIN : Math.min(frame.bottom + MARGIN, innerHeight - TALL - MARGIN);
    this.box.style.cssText = `left:${left}px;top:${top}px`;
  }

  #choose() {
    const { thing } = this;
    this.end();
    this.board.hold();
    if (thing) this.board.onThing(thingOf(thing), thing);
  }
}
