// Hands, tracks and mats: the drawings that lie beside the board, each in a panel of its own.
import { Board, known } from "./board.js";
import { fill, h, sign } from "./dom.js";
import { nameOf } from "./people.js";
import { say } from "./words.js";

export class Mats {
  constructor(host, onThing = null) {
    this.host = host;
    this.onThing = onThing;
    this.kept = new Map();
  }

  get boards() {
    return [...this.kept.values()].map((mat) => mat.board);
  }

  /**
   * Show these panels in this order; a panel that stays is redrawn in place. `seats` name the owners.
   * @param {Told.PanelOut[]} panels
   * @param {Told.SeatOut[]} [seats]
   */
  show(panels, seats = []) {
    for (const [id, mat] of this.kept) {
      if (!panels.some((p) => p.id === id)) {
        mat.root.remove();
        this.kept.delete(id);
      }
    }
    for (const panel of panels.filter((p) => known(p.svg))) {
      if (!this.kept.has(panel.id)) this.kept.set(panel.id, this.#make());
      const { root, heading, only, board } = this.kept.get(panel.id);
      const owner = panel.private ? null : seats[panel.seat];
      fill(
        heading,
        owner ? sign(owner.seat) : null,
        panel.title,
        owner ? h("small", {}, ` · ${owner.mine ? say("js.you") : nameOf(owner)}`) : null,
      );
      only.hidden = !panel.private;
      root.dataset.place = panel.place;
      root.classList.toggle("bare", Boolean(panel.bare));
      root.style.setProperty("--w", String(panel.svg.width));
      board.show({ ...panel.svg, label: panel.title });
    }
    this.place(panels.filter((p) => this.kept.has(p.id)));
  }

  /** Put the panels in order; one that stands right is not touched. */
  place(panels) {
    panels.forEach((p, i) => {
      const { root } = this.kept.get(p.id);
      if (this.host.children[i] !== root) this.host.insertBefore(root, this.host.children[i] ?? null);
    });
  }

  #make() {
    const [heading, body] = [h("h2"), h("div", { class: "body" })];
    const only = h("span", { class: "chip" }, say("js.only_you"));
    const root = h("section", { class: "panel mat" }, h("header", {}, heading, only), body);
    return { root, heading, only, board: new Board(body, { onThing: this.onThing }) };
  }
}
