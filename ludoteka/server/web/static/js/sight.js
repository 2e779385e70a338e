// A square board on a phone: as wide as the window, though its place may be lower, so that it can be read. What is due
// is in sight; a finger moves the rest there, and a button shows the whole.
import { $$ } from "./dom.js";
import { around } from "./board.js";
import { phone } from "./layout.js";

const NEARLY = 0.98; // so much of the height: the whole can be read, too
const DUE = ["chosen", "legal", "last-move", "last"]; // what should be seen, the first that there is

export class Sight {
  constructor(board) {
    this.board = board;
    this.items = null; // whether pieces are arranged on a thing
    this.ours = false; // what is in sight was chosen here
    new ResizeObserver(() => this.#resized()).observe(board.host);
  }

  /** Another question: who has looked closer by hand stays there as long as something due can be seen. */
  next() {
    const { board } = this;
    if (!board.byHand || (phone() && !this.#due().some((e) => seen(e, board.host)))) this.settle();
  }

  settle() {
    const { board } = this;
    const { whole } = board;
    if (!whole || !board.host.clientHeight) return;
    const h = this.#tall(whole.w);
    const low = this.#square && h < whole.h * NEARLY;
    if (phone() && this.items) board.closer(this.items);
    else if (low) {
      const due = around(this.#due());
      board.moveTo({ x: 0, y: (due ? due.y + due.h / 2 : whole.h / 2) - h / 2, w: whole.w, h });
    } else if (this.ours) board.fit();
    else return;
    this.ours = low || Boolean(this.items);
    board.byHand = false;
  }

  /** What somebody has come closer to stays in the middle. */
  #resized() {
    const { box, whole, byHand } = this.board;
    if (!byHand) this.settle();
    else if (this.#square && box.w < whole.w) {
      const h = this.#tall(box.w);
      this.board.moveTo({ ...box, y: box.y + (box.h - h) / 2, h });
    }
  }

  get #square() {
    return phone() && innerWidth < innerHeight && Boolean(this.board.host.closest('[data-form="square"]'));
  }

  /** How much of the height is seen with so much of the width. */
  #tall(w) {
    const { clientWidth, clientHeight } = this.board.host;
    return (w / clientWidth) * clientHeight;
  }

  #due() {
    return DUE.map((name) => $$(`.${name}`, this.board.root)).find((all) => all.length) ?? [];
  }
}

/** Whether the middle of a thing is inside the frame. */
function seen(element, host) {
  const [a, b] = [element.getBoundingClientRect(), host.getBoundingClientRect()];
  const [x, y] = [a.x + a.width / 2, a.y + a.height / 2];
  return x > b.left && x < b.right && y > b.top && y < b.bottom;
}
