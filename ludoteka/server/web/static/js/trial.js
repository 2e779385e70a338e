// A position of no table, for lessons and puzzles: board, mats, cards and actions, answered in the same way as at a table.
import { Act } from "./act.js";
import { get } from "./api.js";
import { Board } from "./board.js";
import { Cards } from "./card.js";
import { $, fill, h, icon } from "./dom.js";
import { Mats } from "./mats.js";
import { page } from "./words.js";

export class Trial {
  /** `path()` is the address of the position, `moment()` names it; `closed()`: nothing is asked any more. */
  constructor({ path, moment, closed, send, undo }) {
    this.path = path;
    this.moment = moment;
    this.closed = closed;
    this.state = null;
    const point = (thing, element, less) => (this.state.actions.length && !closed() ? this.act.point(thing, element, less) : null);
    const cards = new Cards({ path: () => `${path()}/cards`, moment, dock: () => $("#act") });
    this.board = new Board($("#board"), { onThing: point, zoom: true });
    this.mats = new Mats($("#under"), point);
    this.act = new Act($("#act-body"), {
      get path() {
        return path();
      },
      boards: () => [this.board, ...this.mats.boards],
      cards,
      quiet: () => this.tell(""),
      seat: () => undefined,
      sending: () => false,
      atOnce: () => false,
      ghost: (drawing) => this.board.plan(drawing, this.state.board),
      send: async (move) => {
        try {
          await send(move);
        } catch (error) {
          this.act.free();
          this.tell(error.message, false, error.rule);
        }
      },
      why: (thing, element, picks = [thing]) => this.why(thing, element, picks),
      whyText: (text) => this.explain({ text }),
      undo,
      redo: () => {},
    });
  }

  tell(text, good = false, rule = "") {
    const box = $("#verdict");
    box.hidden = !text;
    box.className = `verdict ${good ? "good" : "no"}`;
    fill(
      box,
      icon(good ? "check" : "no"),
      " ",
      text,
      rule ? [" ", h("a", { href: `/rules/${page.game}#${rule}`, target: "_blank" }, rule)] : [],
    );
  }

  /** A fresh question: nothing is picked. */
  again() {
    this.act.free();
    this.act.picks = [];
    this.act.plan = null;
  }

  show(next) {
    this.state = next;
    $("#zones").classList.toggle("wide", next.board.width > 1.9 * next.board.height);
    this.board.show(next.board);
    this.mats.show(next.panels.filter((p) => p.private || p.seat === null || p.seat === next.seat));
    $("#act").hidden = this.closed();
    this.act.show(
      { ...next, actions: this.closed() ? [] : next.actions, n: `${this.moment()} ${this.closed()}` },
      { question: next.ask, mine: false },
    );
    this.board.reveal();
  }

  async why(thing, element, picks) {
    const found = (await this.act.plans.wish(picks)) ?? (await this.act.plans.wish([thing]));
    const one = found?.conditions.find((c) => !c.met);
    this.tell(one ? one.message : this.state.ask, false, one?.rule);
    element?.classList.add("asked");
  }

  async explain(query) {
    const found = await get(`${this.path()}/why`, query).catch((error) => [{ message: error.message, rule: error.rule }]);
    this.tell(found[0]?.message ?? this.state.ask, false, found[0]?.rule);
  }
}
