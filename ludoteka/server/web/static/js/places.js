// Where panels stand: hands, tracks, mats, and the things of others, by the form of the board and the size of the window.
import { $, fill, h } from "./dom.js";
import { Shelf, formOf, phone } from "./layout.js";
import { Mats } from "./mats.js";
import { figure, inCard } from "./people.js";

const SIDE = 345; // a drawing so wide can still be read in the column of the seats
const READ = 0.8; // how far a drawing is reduced before it is left out: its small words have 12.5
const [TALL, WIDE] = [22, 10]; // edges of a panel in the sheet of a phone

/** What belongs to a side that is no seat: a phone keeps it with the others. */
const foreign = (p) => phone() && p.place === "others";

export class Places {
  /** `point` is called when somebody points at a thing of a panel. */
  constructor(point) {
    this.things = new Shelf($("#mine"), point, 0.95);
    this.mats = new Shelf($("#under"), point);
    this.others = new Mats($("#others"));
    this.now = new Mats($("#now"), point);
    this.aids = new Mats($("#aids"), point);
    this.spare = new Mats(h("div", { class: "spare" }), point); // the same on a phone, where the question leaves room
    this.visited = null; // whose things are open
    new ResizeObserver(() => this.#readable()).observe(this.spare.host);
  }

  get boards() {
    return [this.now, this.aids, this.spare, this.things, this.mats].flatMap((mats) => mats.boards);
  }

  /**
   * Which places there are: by the form of the board and the number of seats, never by what happens.
   * @param {Told.TableOut} table
   * @param {Told.StateOut} state
   */
  layOut(table, state) {
    const zones = $("#zones");
    const form = formOf(state.board);
    zones.dataset.form = form;
    zones.classList.toggle("wide", form === "row");
    zones.style.setProperty("--ratio", (state.board.width / state.board.height).toFixed(4));
    const [n, tall] = [table.seats.length, innerHeight - 60];
    const tight = form === "row" ? tall < 760 || n === 1 || n > 3 : n * 150 + 340 > tall;
    $("#rail").classList.toggle("tight", !phone() && (innerWidth <= 1180 || tight));
  }

  /**
   * Hands, tracks, mats: what lies neither on the board nor in the card of a seat, mine first; `handed` if hands belong to
   * the game, be they seen or not.
   * @param {Told.TableOut} table
   * @param {Told.StateOut} state
   * @param {boolean} handed
   */
  show(table, state, handed) {
    this.table = table;
    this.state = state;
    const form = formOf(state.board);
    const narrow = phone() || innerWidth <= 1180;
    const own = (p) => p.seat !== null && p.seat === state.seat;
    const rank = (p) => (p.place === "hand" ? 0 : own(p) ? 1 : p.place === "act" ? 3 : 2);
    this.now.show(state.panels.filter((p) => p.now && !p.contest));
    const rest = state.panels
      .filter((p) => !p.now && p.place !== "choose" && !foreign(p) && (p.seat === null || p.private || (own(p) && !inCard(p))))
      .sort((a, b) => rank(a) - rank(b));
    this.aids.show(rest.filter((p) => !narrow && p.place === "act"));
    this.spare.show(rest.filter((p) => phone() && p.place === "act"));
    this.#readable();
    const shelved = rest.filter((p) => narrow || p.place !== "act");
    $("#zones").classList.toggle("handed", handed);
    const left = (p) =>
      !narrow && (form === "square" || (form === "map" && p.place !== "hand" && (own(p) || p.place === "mine") && p.svg.width <= SIDE));
    this.things.show(shelved.filter(left), table.seats);
    this.mats.show(
      shelved.filter((p) => !left(p)),
      table.seats,
    );
    // many players share one line of a phone, and all of them one held across, so that my own figures need another
    const mine = state.panels.find((p) => own(p) && p.brief?.length)?.brief ?? [];
    const cramped = table.seats.length > 3 || innerWidth > innerHeight || (table.seats.length > 2 && mine.length > 4);
    fill($("#own"), cramped ? mine.map(figure) : []);
    this.#theirs();
  }

  /** What the question leaves too little room for is gone: it stands among the own things. */
  #readable() {
    const { clientWidth, clientHeight } = this.spare.host;
    for (const { root, board } of this.spare.kept.values()) {
      const { w, h } = board.whole;
      root.hidden = Math.min((clientWidth - WIDE) / w, (clientHeight - TALL) / h) < READ;
    }
  }

  /** The things of another seat; the same again closes them. */
  visit(seat) {
    this.visited = this.visited === seat ? null : seat;
    this.#theirs();
  }

  #theirs() {
    const { table, state } = this;
    const theirs = state.panels.filter(
      (p) => foreign(p) || (p.seat !== null && !p.private && !p.now && (phone() ? p.seat !== state.seat : p.seat === this.visited)),
    );
    this.others.show(phone() ? theirs.filter((p) => !inCard(p)) : theirs, table.seats);
    $("#others").hidden = !phone() && !theirs.length;
  }

  /** No drawer stays open over these places of the board, least of all when another question comes. */
  uncover(places, fresh) {
    for (const shelf of [this.things, this.mats]) shelf.giveWay(places, fresh);
  }

  /** Bring into view what must be chosen from, if nothing on the board is; whether a drawer was opened for that. */
  reveal(golden) {
    return [this.things, this.mats].map((shelf) => shelf.reveal(golden)).some(Boolean);
  }
}
