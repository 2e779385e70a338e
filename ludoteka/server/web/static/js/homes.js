// Under the question while something lasting is chosen: the map in small, with the places where it would be at home.
import { Board, known } from "./board.js";
import { h } from "./dom.js";
import { say } from "./words.js";

export class Homes {
  constructor(host) {
    this.words = h("p", { class: "small muted" });
    this.map = h("div", { class: "small-map", "aria-hidden": "true" });
    this.root = h("div", { class: "homes", hidden: true }, this.words, this.map);
    this.host = host;
    this.board = new Board(this.map);
  }

  /** The map that is played on, or null when the choice is made. */
  of(drawing) {
    this.drawing = drawing && known(drawing) ? drawing : null;
    if (!this.drawing) this.root.hidden = true;
  }

  show(places = []) {
    this.root.hidden = !this.drawing || !places.length;
    if (this.root.hidden) return;
    if (!this.root.isConnected) this.host.querySelector(".preview").after(this.root); // the question stands above it
    this.words.textContent = say("js.places_here", { n: places.length });
    this.board.show({ ...this.drawing, label: "" }, false);
    this.board.counted(places, []);
    for (const e of this.board.all()) e.removeAttribute("tabindex");
  }
}
