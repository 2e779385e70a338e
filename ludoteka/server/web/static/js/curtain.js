// Several players at one device: before anything secret is shown, a curtain says whose turn it is to look.
import { button, fill, h, sign } from "./dom.js";
import { nameOf } from "./people.js";
import { say } from "./words.js";

export class Curtain {
  /** `opened()` is called when the one it waits for has come. */
  constructor(host, opened) {
    this.host = host;
    this.opened = opened;
    this.looks = null; // the seat whose secrets are on the screen
    this.waits = null; // for whom it has fallen
  }

  /** The position as it may be shown now: whole, or without what only one of those at this device may see. */
  veil(table, state) {
    const shared = table.seats.filter((s) => s.mine && !s.gone).length > 1 && table.status === "playing";
    const secret = state.panels.some((p) => p.private);
    this.host.hidden = !(shared && secret && state.seat !== this.looks);
    if (this.host.hidden) {
      this.waits = null;
      this.looks = state.seat;
      return state;
    }
    this.#draw(table.seats[state.seat]);
    return {
      ...state,
      actions: [],
      events: [],
      arrangement: null,
      openings: [],
      proposes: false,
      panels: state.panels.filter((p) => !p.private),
    };
  }

  #draw(seat) {
    if (this.waits === nameOf(seat)) return; // a button that is being pressed stays
    this.waits = nameOf(seat);
    const come = () => {
      this.looks = seat.seat;
      this.host.hidden = true;
      this.opened();
    };
    fill(
      this.host,
      sign(seat.seat),
      h("h2", {}, say("js.hand_over", { name: nameOf(seat) })),
      h("p", { class: "small" }, say("js.behind")),
      button(say("js.i_am", { name: nameOf(seat) }), { class: "btn primary big", id: "draw-curtain", onclick: come }),
    );
  }
}
