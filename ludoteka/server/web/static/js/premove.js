// Moves planned while others move: chosen like any move, from the own view, shown as ghosts and in a list.
import { get } from "./api.js";
import { button, fill, h, icon } from "./dom.js";
import { amounts } from "./preview.js";
import { ruleLink } from "./wish.js";
import { capital, page, say } from "./words.js";

export class Premoves {
  /**
   * `table` gives path, seat(), orders, waiting() (somebody else is asked), veiled() (behind a curtain) and changed(),
   * for when there is something new to show.
   */
  constructor(host, table) {
    this.host = host;
    this.table = table;
    this.on = false; // whether somebody is planning
    this.ahead = null; // the next turn as the server foresees it
    this.later = null; // { seat, first, second }: two moves, of which the second is planned when the first is made
    this.open = false; // whether a plan was there when the position came, or before my turn
    this.asked = 0;
  }

  /** A new position: is what was planned to be looked at again? */
  news(n) {
    if (!this.table.waiting()) this.on = false;
    const before = this.whose;
    this.whose = this.table.seat();
    if (before !== undefined && before !== this.whose) this.#another();
    const planned = this.table.orders.premoves.length || this.ahead?.planned.length;
    // positions are shown in peace: by the time of this one its plan may be gone, and what became of it still to come
    this.open = Boolean(planned) || (this.open && (n === this.n || !this.table.waiting()));
    this.n = n;
    if (this.on || this.open) this.refresh();
    else this.#draw();
  }

  /** Several players at one device: from now on the plans of another seat. */
  #another() {
    this.ahead = null;
    this.on = false;
    this.table.orders.premoves = [];
    if (this.whose === null) return; // the seat was left
    this.table.orders.load().then(
      () => this.refresh(),
      () => {},
    );
  }

  /** Something else than the position is new at the table: perhaps what has become of a plan. */
  told() {
    if (this.open) this.refresh();
  }

  refresh() {
    this.latest = this.#look();
    return this.latest;
  }

  async #look() {
    const mine = ++this.asked;
    if (!page.plans || this.table.seat() === null) return;
    const ahead = await get(`${this.table.path}/ahead`, { seat: this.table.seat() }).catch(() => null);
    if (mine !== this.asked || !ahead) return;
    this.ahead = ahead;
    this.table.orders.premoves = ahead.planned.map((p) => p.text);
    if (!ahead.possible) this.on = false;
    this.#draw();
    this.table.changed();
  }

  /** The board with all that is planned, if that is not how it is anyway. */
  get board() {
    return this.table.waiting() ? (this.ahead?.board ?? null) : null;
  }

  /** Where the planned moves happen, in order. */
  get steps() {
    return this.table.waiting() ? (this.ahead?.planned ?? []).filter((p) => p.fits).map((p) => p.at) : [];
  }

  /** The next turn in place of a position in which somebody else is asked. */
  state(state) {
    const { ahead } = this;
    return {
      ...state,
      n: `ahead ${ahead.planned.length}`,
      actions: ahead.actions,
      openings: ahead.openings,
      arrangement: null,
      proposes: false,
      events: [],
      can_redo: false,
    };
  }

  /** Let the next turn be planned, if anybody can say what it will be. */
  async begin() {
    if (!page.plans || !this.table.waiting()) return;
    this.refresh();
    for (let seen; seen !== this.latest;) await (seen = this.latest); // something newer may have been asked meanwhile
    if (!this.ahead?.possible) return;
    this.on = true;
    this.#draw();
    this.table.changed();
  }

  end() {
    this.on = false;
    this.#draw();
    this.table.changed();
  }

  add(...texts) {
    return this.#keep([...this.table.orders.premoves, ...texts]);
  }

  /** A move was sent: was it the first of two? By now another seat at this device may be asked. */
  async sent(atoms) {
    const { seat, first, second } = this.later ?? {};
    this.later = null;
    if (!first || atoms?.join("; ") !== first) return;
    await this.table.orders.plan(seat, second);
    await this.refresh();
  }

  back() {
    const { premoves } = this.table.orders;
    if (premoves.length) this.#keep(premoves.slice(0, -1));
    else this.end();
  }

  async #keep(premoves) {
    await this.table.orders.change({ premoves });
    await this.refresh();
  }

  #draw() {
    const { ahead } = this;
    const planned = ahead?.planned ?? [];
    const remove = (i) => this.#keep(this.table.orders.premoves.filter((_, k) => k !== i));
    const row = (p, i) =>
      h(
        "li",
        { class: p.fits ? "" : "unfit" },
        h("b", { class: "step-n" }, String(i + 1)),
        h("span", {}, capital(p.title), h("small", {}, p.fits ? amounts(p.amounts) : [p.why, ruleLink(p.rule)])),
        button("", { class: "btn quiet icon", "aria-label": say("js.remove", { what: p.title }), onclick: () => remove(i) }, icon("x")),
      );
    fill(
      this.host,
      ahead?.dropped
        ? h(
            "p",
            { class: "dropped", role: "status" },
            h(
              "span",
              {},
              h("b", {}, say("js.plan_changed")),
              " ",
              say("js.plan_dropped", { what: ahead.dropped.title }),
              " ",
              ahead.dropped.why,
              ruleLink(ahead.dropped.rule),
            ),
            button(
              "",
              { class: "btn quiet icon", "aria-label": say("js.close"), onclick: () => this.#keep(this.table.orders.premoves) },
              icon("x"),
            ),
          )
        : null,
      planned.length ? h("ol", { class: "planned-list" }, planned.map(row)) : null,
      this.on
        ? button(say("js.plan_end"), { class: "btn wide", id: "plan-end", onclick: () => this.end() })
        : page.plans && this.table.waiting() && this.ahead?.possible !== false
          ? button(say(planned.length ? "js.plan_more" : "js.plan_move"), {
              class: "btn wide",
              id: "plan-move",
              onclick: () => this.begin(),
            })
          : null,
    );
    this.host.hidden = !this.host.childElementCount || this.table.veiled();
  }
}
