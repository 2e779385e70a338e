// One screen with fixed places: shelves of panels beside the board, and the views of a phone.
import { $, $$, button, fill, h } from "./dom.js";
import { Mats } from "./mats.js";

const COLUMN = 300; // pixels that a drawing needs to stay readable
const HEAD = 44; // title and edges of a panel
const BAR = 40; // the tabs of a shelf
const [MOST, LEAST] = [1.15, 0.8]; // how far a drawing is enlarged and reduced
const small = matchMedia("(max-width: 760px), (max-height: 480px)");

export const phone = () => small.matches;

/** Panels in columns of one height. What does not fit stands on a further page behind named tabs; places depend on the size only. */
export class Shelf extends Mats {
  constructor(host, onThing) {
    super(host, onThing);
    this.tabs = h("div", { class: "mats-tabs", role: "group" });
    this.body = h("div", { class: "mats-body" });
    host.append(this.tabs, this.body);
    this.page = 0;
    this.pages = [];
    new ResizeObserver(() => this.panels && this.place(this.panels)).observe(host);
  }

  place(panels) {
    this.panels = panels;
    const { clientWidth: wide, clientHeight: tall } = this.host;
    const key = [wide, tall, phone(), ...panels.map((p) => p.id)].join(" ");
    if (key !== this.key) {
      this.key = key;
      this.drawer = !phone() && tall > 0 && tall < 2 * BAR + 60;
      this.tall = this.drawer ? Math.round(innerHeight * 0.5) : tall;
      this.#pack(panels, wide);
    }
    for (const column of this.pages.flat()) this.#fit(column, wide);
  }

  #pack(panels, wide) {
    const most = phone() ? 1 : Math.max(1, Math.floor((wide + 8) / COLUMN));
    const width = (wide - 8 * (most - 1)) / most - 20;
    const columns = (room) => {
      const found = [];
      let left = 0;
      for (const p of panels) {
        const needs = HEAD + LEAST * Math.min(MOST, width / p.svg.width) * p.svg.height;
        if (!found.length || needs > left) { found.push([]); left = room; }
        found.at(-1).push(p);
        left -= needs;
      }
      return found;
    };
    let all = columns(phone() ? Infinity : this.tall);
    if (this.drawer || all.length > most) all = columns(this.tall - BAR);
    const count = Math.min(most, all.length);
    this.count = count;
    this.pages = [];
    for (let i = 0; i < all.length; i += most) this.pages.push(all.slice(i, i + most));
    this.page = Math.min(this.page, Math.max(0, this.pages.length - 1));
    this.tabbed = this.drawer || this.pages.length > 1;
    fill(this.body, this.pages.map((page, i) => h("div", { class: "mats-page", "data-page": i, style: `--columns:${count}` },
      page.map((column) => h("div", { class: "mats-column" }, column.map((p) => this.kept.get(p.id).root))))));
    fill(this.tabs, this.tabbed ? panels.map((p) => button(p.title, { class: "btn tab", "data-panel": p.id, onclick: () => this.#toggle(p.id) })) : []);
    this.host.classList.toggle("drawer", this.drawer);
    this.host.classList.toggle("tabbed", this.tabbed);
    this.#show(this.drawer ? null : this.page);
  }

  /** Drawings as large as their column allows. */
  #fit(column, wide) {
    if (phone()) {
      for (const p of column) this.kept.get(p.id).board.root.style.cssText = "";
      return;
    }
    const width = (wide - 8 * (this.count - 1)) / this.count - 20;
    const room = this.tall - (this.tabbed ? BAR : 0) - HEAD * column.length;
    const natural = column.map((p) => Math.min(MOST, width / p.svg.width));
    const whole = column.reduce((sum, p, i) => sum + natural[i] * p.svg.height, 0);
    const less = Math.min(1, Math.max(LEAST, room / whole));
    column.forEach((p, i) => { this.kept.get(p.id).board.root.style.cssText = `width:${p.svg.width * natural[i] * less}px;height:${p.svg.height * natural[i] * less}px`; });
  }

  #pageOf(id) {
    return this.pages.findIndex((page) => page.flat().some((p) => p.id === id));
  }

  #toggle(id) {
    const page = this.#pageOf(id);
    this.own = true;
    this.#show(this.drawer && this.open === page ? null : page);
  }

  #show(page) {
    this.open = page;
    if (page !== null) this.page = page;
    for (const e of $$(".mats-page", this.body)) e.hidden = !phone() && Number(e.dataset.page) !== page;
    this.body.hidden = page === null;
    for (const tab of $$(".tab", this.tabs)) tab.setAttribute("aria-pressed", String(this.#pageOf(tab.dataset.panel) === page));
  }

  /** Open the page with what may be chosen next, if it is not in sight; whether anything changed. */
  reveal() {
    const golden = (page) => Boolean($(`[data-page="${page}"] .hit.legal`, this.body));
    if (phone() || !this.tabbed || (this.open !== null && golden(this.open))) return false;
    const page = this.pages.findIndex((_, i) => golden(i));
    if (page < 0) {
      if (this.drawer && this.byItself) { this.byItself = false; this.#show(null); return true; }
      return false;
    }
    this.byItself = true;
    this.#show(page);
    return true;
  }
}

/** A phone shows one thing at a time: board, own things, others, log, chat. A swipe goes to the next. */
export class Views {
  constructor(bar, host, { opened }) {
    this.names = $$("button", bar).map((b) => b.dataset.view);
    this.bar = bar;
    this.opened = opened;
    for (const b of $$("button", bar)) b.addEventListener("click", () => this.show(b.dataset.view));
    let from = null;
    host.addEventListener("touchstart", (e) => { from = e.touches.length === 1 && !e.target.closest("#board, #act, input, .rail") ? e.touches[0] : null; }, { passive: true });
    host.addEventListener("touchend", (e) => {
      const [dx, dy] = from ? [e.changedTouches[0].clientX - from.clientX, e.changedTouches[0].clientY - from.clientY] : [0, 0];
      from = null;
      if (phone() && Math.abs(dx) > 60 && Math.abs(dx) > 2 * Math.abs(dy)) this.show(this.names[this.names.indexOf(this.now) - Math.sign(dx)] ?? this.now);
    }, { passive: true });
    this.#turn("board");
  }

  show(name) {
    this.#turn(name);
    this.opened(name);
  }

  #turn(name) {
    this.now = name;
    document.body.dataset.view = name;
    for (const b of $$("button", this.bar)) b.setAttribute("aria-pressed", String(b.dataset.view === name));
    $(`[data-view="${name}"] .dot`, this.bar)?.remove();
  }

  /** Something new in a view that is not open. */
  news(name) {
    const tab = $(`[data-view="${name}"]`, this.bar);
    if (this.now !== name && !$(".dot", tab)) tab.append(h("i", { class: "dot" }));
  }
}

/** The form of the board decides where the shelves stand: a map, a square, a row. */
export const formOf = ({ width, height }) => (width > 1.9 * height ? "row" : width < 1.15 * height ? "square" : "map");
