// Players round the table: names, seats, clocks.
import { Board, known } from "./board.js";
import { art, counted, fill, h, setLook, setSigns, sign, tintOf } from "./dom.js";
import { plus } from "./moments.js";
import { page, say } from "./words.js";

/**
 * What a seat is called: bots have names of their own.
 * @param {Told.SeatOut} seat
 */
export function nameOf(seat) {
  if (seat.kind === "open") return say("js.seat_open");
  return seat.called;
}

export const botName = (bot) => page.words[`bot.${bot}`] ?? bot;

/** What follows its name: "level 2". */
export const levelOf = (bot) => botName(bot).split(/[,(]/)[1]?.replace(")", "").trim() ?? "";

/** What stands in the sign of a seat: its first letter; bots of one name have numbers. */
export function letterOf(seat) {
  if (seat.kind === "open") return "";
  const number = seat.kind === "bot" && /\d$/.exec(nameOf(seat));
  return number ? number[0] : [...nameOf(seat)][0].toUpperCase();
}

/**
 * Whether several people play at this device.
 * @param {Told.TableOut} table
 */
export const shared = (table) => table.seats.filter((s) => s.mine && !s.gone).length > 1;

/** Small panels lie in the card of their seat, larger ones under the board. */
const CARD = { width: 380, height: 205 };
const NOTHING = "[]"; // changes that a plan would bring
const LINE = 44; // a drawing so low is a line of the card and always shows
/** @param {Told.PanelOut} panel */
export const inCard = (panel) => panel.seat !== null && !panel.private && panel.svg.width <= CARD.width && panel.svg.height <= CARD.height;

/**
 * Colours and signs of the seats in this match.
 * @param {Told.PanelOut[]} panels
 */
export function setLooks(panels) {
  for (const { seat, tint, emblem } of panels) if (seat !== null && (tint || emblem)) setLook(seat, { tint, emblem });
}

/**
 * A number with its sign.
 * @param {Told.FigureOut} f
 */
export const figure = (f) => h("span", { class: "res", title: f.label, role: "img", "aria-label": f.label }, art(f.symbol), f.text);

/** The same with what it would become, if that changes. */
function changed(f, by, few) {
  if (!by) return figure(f);
  const element = figure({ ...f, text: "" });
  if (few) element.append(h("span", { class: "was" }, f.text));
  element.append(h("b", { class: by > 0 ? "gain" : "loss" }, `→${Number(f.text) + by}`));
  return element;
}

export class Rail {
  /**
   * `onSeat(seat)` is called when somebody touches a card; without it the cards of a phone grow and shrink.
   * @param {HTMLElement} host
   * @param {Function} onThing
   * @param {(seat: number) => void} [onSeat]
   */
  constructor(host, onThing, onSeat = () => this.open()) {
    this.host = host;
    this.onSeat = onSeat;
    this.onThing = onThing;
    this.cards = [];
    this.boards = [];
    setInterval(() => this.#tick(), 1000);
  }

  /**
   * @param {Told.TableOut & { past?: boolean }} table the replay shows it as it was
   * @param {Told.StateOut} state
   */
  show(table, state) {
    this.table = table;
    const panels = state.panels.filter((p) => p.seat !== null && !p.private);
    setLooks(panels);
    while (this.cards.length < table.seats.length) this.#add();
    const next = nextSeat(table);
    table.seats.forEach((seat, i) => this.#card(this.cards[i], seat, state, i === next));
    this.host.dataset.n = String(table.seats.length);
    this.boards = [];
    for (const panel of panels.filter(inCard)) this.#panel(panel);
    for (const panel of panels) if (panel.brief?.length) this.#brief(this.cards[panel.seat], panel.brief);
    this.#tick();
  }

  #add() {
    const card = {
      root: h("section", { class: `seat s${this.cards.length + 1}`, "data-seat": this.cards.length }),
      sign: h("span", { class: "signbox" }),
      name: h("div", { class: "name" }),
      who: h("div", { class: "who" }),
      clock: h("div", { class: "clock num" }),
      vp: h("div", { class: "vp num" }),
      brief: h("div", { class: "brief num" }),
      stats: h("div", { class: "stats" }),
      board: null,
      foreseen: NOTHING,
    };
    card.root.append(card.sign, card.name, card.clock, card.vp, card.who, card.brief, card.stats);
    const seat = this.cards.length;
    card.root.addEventListener("click", (event) => {
      if (!event.target.closest(".hit.legal")) this.onSeat(seat);
    });
    this.cards.push(card);
    this.host.append(card.root);
  }

  /** On a phone the cards are small until somebody touches one. */
  open(wish = !this.host.classList.contains("open")) {
    this.host.classList.toggle("open", wish);
  }

  #card(card, seat, state, next) {
    card.root.className = `seat s${seat.seat + 1} ${tintOf(seat.seat)}`;
    const turn = this.table.status === "playing" && this.table.to_move === seat.seat;
    card.root.classList.toggle("turn", turn);
    card.root.classList.toggle("own", seat.mine);
    card.root.classList.toggle("off", Boolean(seat.gone));
    card.root.setAttribute("aria-label", nameOf(seat));
    fill(card.sign, sign(seat.seat, letterOf(seat)));
    fill(card.name, h("span", { class: "cut" }, nameOf(seat)), this.#badge(seat, turn, next));
    const words = [];
    if (seat.mine && !shared(this.table)) words.push(say("js.you"));
    const plays = state.panels.find((p) => p.seat === seat.seat && p.plays)?.plays;
    const level = seat.kind === "bot" && levelOf(seat.bot);
    if (seat.kind === "bot" && !level) words.push(say("js.bot"));
    if (level) words.push(level);
    if (seat.gone) words.push(say(`js.gone_${seat.gone}`));
    const kind = seat.kind === "bot" && level ? h("span", { class: "kind" }, say("js.bot"), " · ") : null; // left out beside what is played
    fill(card.who, plays ? h("b", { class: "plays" }, plays) : null, h("span", { class: "rest" }, kind, words.filter(Boolean).join(" · ")));
  }

  #badge(seat, turn, next) {
    if (turn && seat.mine) return h("span", { class: "badge" }, say("js.your_turn"));
    if (turn && this.table.past) return h("span", { class: "badge think" }, say("js.to_move"));
    if (turn) {
      const dots = h("span", { class: "think", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
      const words = say(this.table.in_line ? "js.in_line" : "js.thinking");
      return h("span", { class: "badge think", title: words }, h("span", { class: this.table.in_line ? "" : "sr" }, words), dots);
    }
    return next && seat.mine ? h("span", { class: "badge think" }, say("js.next")) : null;
  }

  #brief(card, figures) {
    const told = JSON.stringify(figures);
    if (card.told === told && card.foreseen === NOTHING) return; // as it was
    Object.assign(card, { told, figures, foreseen: NOTHING });
    setSigns(figures);
    fill(card.vp, figure(figures[0]));
    fill(card.brief, figures.slice(1).map(figure));
  }

  /** What a seat gets, over the foot of its card; with the signs of its figures where it has them. */
  gained(seat, gains) {
    const line = h(
      "div",
      { class: "gains num", "aria-hidden": "true" },
      gains.map((g) => h("span", {}, counted(plus(g.n), g))),
    );
    this.cards[seat].root.append(line);
    return line;
  }

  /** The leading figure of every seat at another moment than now. */
  totals(list) {
    list.forEach((n, seat) => {
      const card = this.cards[seat];
      if (!card.figures) return;
      card.told = null; // to be drawn again
      fill(card.vp, figure({ ...card.figures[0], text: String(n) }));
    });
  }

  /** What a plan would make of the figures of a seat: 7→3. */
  preview(seat, changes) {
    const card = this.cards[seat];
    const foreseen = JSON.stringify(changes);
    if (!card?.figures || card.foreseen === foreseen) return;
    card.foreseen = foreseen;
    const grows = card.figures.map(({ kind, text }) =>
      kind && /^\d+$/.test(text) ? changes.filter((c) => c.kind === kind).reduce((sum, c) => sum + c.n, 0) : 0,
    );
    const few = grows.slice(1).filter(Boolean).length < 3; // one line holds no more old numbers beside the new ones
    const [first, ...rest] = card.figures.map((f, i) => changed(f, grows[i], few || !i)); // points have their own place
    fill(card.vp, first);
    fill(card.brief, rest);
  }

  #panel(panel) {
    const card = this.cards[panel.seat];
    if (!card || !known(panel.svg)) return;
    card.board ??= new Board(card.stats, { onThing: this.onThing });
    card.root.classList.toggle("lined", panel.svg.height <= LINE);
    card.board.root.setAttribute("aria-label", panel.title);
    card.board.show({ ...panel.svg, label: panel.title });
    card.board.root.style.maxWidth = `${panel.svg.width * (panel.svg.height <= LINE ? 1 : 1.15)}px`;
    this.boards.push(card.board);
  }

  #tick() {
    const { table } = this;
    if (!table) return;
    const now = Date.now() / 1000;
    for (const seat of table.seats) {
      const clock = this.cards[seat.seat].clock;
      let left = seat.time_left;
      const running = table.status === "playing" && table.to_move === seat.seat;
      if (left !== null && running) left -= now - table.clock_since;
      if (left === null && running && table.deadline) left = table.deadline - now;
      clock.textContent = left === null || table.status !== "playing" ? "" : clockText(left);
      clock.classList.toggle("low", left !== null && left < 30);
    }
  }
}

export function clockText(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  const two = (n) => String(n).padStart(2, "0");
  if (s >= 86400) return say("time.d", { n: Math.floor(s / 86400) });
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

function nextSeat(table) {
  return table.status === "playing" && table.to_move >= 0 ? (table.to_move + 1) % table.seats.length : -1;
}
