// The question on a phone is a sheet at the foot of the screen, with three heights: at rest, half, full.
import { say } from "./words.js";

const HEIGHTS = ["rest", "half", "full"];
const FAR = 24; // pixels that make a touch a pull

export class Sheet {
  constructor(root, grip, moved) {
    this.root = root;
    this.grip = grip;
    this.moved = moved;
    this.set("half");
    let from = null;
    grip.addEventListener("pointerdown", (event) => {
      from = event.clientY;
      grip.setPointerCapture(event.pointerId);
    });
    grip.addEventListener("pointerup", (event) => {
      const way = from === null ? 0 : event.clientY - from;
      from = null;
      if (Math.abs(way) > FAR) this.step(way < 0 ? 1 : -1);
      else this.set(HEIGHTS[(HEIGHTS.indexOf(this.height) + 1) % HEIGHTS.length]);
    });
    grip.addEventListener("keydown", (event) => {
      const way = { ArrowUp: 1, ArrowDown: -1, Enter: 1, " ": 1 }[event.key];
      if (!way) return;
      event.preventDefault();
      this.step(way);
    });
  }

  step(way) {
    this.set(HEIGHTS[Math.max(0, Math.min(HEIGHTS.length - 1, HEIGHTS.indexOf(this.height) + way))]);
  }

  set(height) {
    this.height = height;
    this.root.dataset.height = height;
    this.grip.setAttribute("aria-label", say(`js.sheet_${height}`));
    this.moved();
  }
}
