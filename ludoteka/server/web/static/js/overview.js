// A row that is wider than a phone: the whole of it, small, with a frame round what is in sight. A finger on it goes there.
import { h, svg } from "./dom.js";

const STRIP = 52; // pixels: how high the small one is
const LEAST = 230; // how high the row must be, so that its numbers can be read

export class Overview {
  constructor(board) {
    this.board = board;
    const { host, root, ground, live } = board;
    for (const [layer, id] of [
      [ground, "row-ground"],
      [live, "row-live"],
    ])
      layer.setAttribute("id", id);
    live.classList.add("b"); // a copy is styled without what stands round the original
    this.frame = svg("rect", { class: "in-sight", rx: 8 });
    this.small = svg("svg", { class: "b" }, svg("use", { href: "#row-ground" }), svg("use", { href: "#row-live" }), this.frame);
    this.strip = h("div", { class: "overview", "aria-hidden": "true" }, this.small);
    host.after(this.strip);
    host.addEventListener("scroll", () => this.#look(), { passive: true });
    const fit = () => {
      board.reveal(); // texts that come later make the sheet higher and the row smaller
      this.#look();
    };
    new ResizeObserver(fit).observe(root);
    const go = (event) => this.#go(event);
    this.strip.addEventListener("pointerdown", go);
    this.strip.addEventListener("pointermove", (event) => event.buttons && go(event));
  }

  #look() {
    const { host, root, whole } = this.board;
    const scale = whole ? whole.w / root.clientWidth : 0;
    // a row that would fit beside the small one fits without it, too, a little smaller than its place is high
    const tall = host.clientHeight + (this.strip.hidden ? 0 : this.strip.offsetHeight) - STRIP;
    const row = whole && host.closest(".wide"); // other boards are always whole
    const fitted = host.classList.contains("fits");
    const fits = Boolean(row) && (tall * whole.w) / whole.h < host.clientWidth + 2 && (host.clientWidth * whole.h) / whole.w > LEAST;
    host.classList.toggle("fits", fits);
    if (fitted && !fits) {
      this.board.middle(); // it has grown beyond its frame
      this.board.reveal();
    }
    this.strip.hidden = !scale || fits || host.scrollWidth < host.clientWidth + 2;
    if (this.strip.hidden) return;
    this.small.setAttribute("viewBox", `0 0 ${whole.w} ${whole.h}`);
    this.frame.setAttribute("x", host.scrollLeft * scale);
    this.frame.setAttribute("width", host.clientWidth * scale);
    this.frame.setAttribute("height", whole.h);
  }

  /** Let the place under the finger be in the middle of what is in sight. */
  #go({ clientX, clientY }) {
    const { host, root, whole } = this.board;
    const { x } = new DOMPoint(clientX, clientY).matrixTransform(this.small.getScreenCTM().inverse());
    host.scrollLeft = (x / whole.w) * root.clientWidth - host.clientWidth / 2;
  }
}
