// Small cells under a finger: touch to aim, see it enlarged, lift to choose; slide off the board to give it up.
import { $, h } from "./dom.js";
import { phone } from "./layout.js";
import { thingOf } from "./board.js";

const FINGER = 32; // CSS pixels: things narrower than this are aimed at
const CLOSER = 2.3;
const [WIDE, TALL] = [276, 199];
const MARGIN = 8;

export class Lens {
  /** `carry(thing)` is called when something from the hand is carried onto the board; whether it may be. */
  constructor(board, { carry }) {
    this.board = board;
    this.carry = carry;
    this.box = h("div", { class: "lens", "aria-hidden": "true", hidden: true });
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
    this.box.hidden = true;
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
