// Several players at one device: before anything secret is shown, a curtain says whose turn it is to look.
import { button, fill, h, sign } from "./dom.js";
import { nameOf, shared } from "./people.js";
import { say } from "./words.js";

const FEW = 4; // sentences about what happened since the one it waits for acted

export class Curtain {
  /** `opened()` is called when the one it waits for has come. */
  constructor(host, opened) {
    this.host = host;
    this.opened = opened;
    this.looks = null; // the seat whose secrets are on the screen
    this.waits = null; // for whom it has fallen
  }

  /**
   * The position as it may be shown now: whole, or without what only one of those at this device may see.
   * @param {Told.TableOut} table
   * @param {Told.StateOut} state
   * @param {Told.LogLine[]} log
   * @returns {Told.StateOut}
   */
  veil(table, state, log) {
    const secret = state.panels.some((p) => p.private);
    this.host.hidden = !(shared(table) && table.status === "playing" && secret && state.seat !== this.looks);
    if (this.host.hidden) {
      this.waits = null;
      this.looks = state.seat;
      return state;
    }
    const since = log.slice(log.findLastIndex((l) => l.seat === state.seat) + 1).filter((l) => l.seat >= 0 && !l.secret);
    this.#draw(table.seats, state, since.slice(-FEW));
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

  #draw(seats, state, since) {
    const [seat, told] = [seats[state.seat], since.map((l) => `${nameOf(seats[l.seat])} ${l.words}`)];
    const key = [seat.seat, ...told].join("\n");
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
      told.map((said) => h("p", {}, said)),
      h("p", { class: "small muted" }, say("js.behind")),
      button(say("js.i_am", { name: nameOf(seat) }), { class: "btn primary big", id: "draw-curtain", onclick: come }),
    );
  }
}
