// Several players at one device: before anything secret is shown, a curtain says whose turn it is to look.
import { button, fill, h, sign } from "./dom.js";
import { nameOf, shared } from "./people.js";
import { say } from "./words.js";

export class Curtain {
  /** `opened()` is called when the one it waits for has come. */
  constructor(host, opened) {
    this.host = host;
    this.opened = opened;
    this.looks = null; // the seat whose secrets are on the screen
    this.waits = null; // for whom it has fallen
  }

  /**
   * The position as it may be shown now: whole, or without what only one of those at this device may see. `last` is the
   * last line of the log in which somebody acts.
   * @param {Told.TableOut} table
   * @param {Told.StateOut} state
   * @param {Told.LogLine} last
   * @returns {Told.StateOut}
   */
  veil(table, state, last) {
    const secret = state.panels.some((p) => p.private);
    this.host.hidden = !(shared(table) && table.status === "playing" && secret && state.seat !== this.looks);
    if (this.host.hidden) {
      this.waits = null;
      this.looks = state.seat;
      return state;
    }
    this.#draw(table.seats, state, last);
    return {
      ...state,
      actions: [],
      events: [],
      arrangement: null,
      openings: [],
      proposes: false,
      panels: state.panels.filter((p) => !p.private).map((p) => ({ ...p, brief: p.brief.filter((f) => !f.secret) })),
    };
  }

  #draw(seats, state, last) {
    const [seat, told] = [seats[state.seat], last ? `${nameOf(seats[last.seat])} ${last.words}` : ""];
    const key = `${seat.seat} ${told}`;
    if (this.waits === key) return; // a button that is being pressed stays
    this.waits = key;
    const come = () => {
      this.looks = seat.seat;
      this.host.hidden = true;
      this.opened();
    };
    fill(
      this.host,
      sign(seat.seat),
      h("h2", {}, say("js.hand_over", { name: nameOf(seat) })),
      told ? h("p", {}, told) : null,
      h("p", { class: "small muted" }, say("js.behind")),
      button(say("js.i_am", { name: nameOf(seat) }), { class: "btn primary big", id: "draw-curtain", onclick: come }),
    );
  }
}
