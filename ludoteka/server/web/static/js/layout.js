// One screen with fixed places: shelves of panels beside the board, and the views of a phone.
import { $, $$, button, fill, h } from "./dom.js";
import { Mats } from "./mats.js";

const [HEAD, BARE] = [38, 14]; // heading and edges of a panel, or its edges alone
const [GAP, EDGE] = [8, 20]; // between panels, and left and right of a drawing
const BAR = 40; // the tabs of a shelf
const [MOST, LEAST, FLOOR] = [1.15, 0.8, 0.7]; // how far a drawing is enlarged and reduced, and before it would be cut off
const ALONE = 1.4; // how far the only drawing of a shelf is enlarged
const small = matchMedia("(max-width: 760px), (max-height: 480px)");

export const phone = () => small.matches;

/** Panels in columns of one height. What does not fit stands on a further page behind named tabs; places depend on the size only. */
export class Shelf extends Mats {
  /** `least` is how far drawings shrink before they are given tabs. */
  constructor(host, onThing, least = LEAST) {
    super(host, onThing);
    this.least = least;
    this.tabs = h("div", { class: "mats-tabs", role: "group" });
    this.body = h("div", { class: "mats-body" });
    host.append(this.tabs, this.body);
    this.page = 0;
    this.pages = [];
    new ResizeObserver(() => this.panels && this.place(this.panels)).observe(host);
  }

  /** @override */
  place(panels) {
    this.panels = panels;
    this.#want(panels);
    const { clientWidth: wide, clientHeight: tall } = this.host;
    const key = [wide, tall, phone(), ...panels.map((p) => p.id)].join(" ");
    if (key !== this.key) {
      this.key = key;
      this.drawer = !phone() && tall > 0 && tall < 2 * BAR + 60;
      this.tall = this.drawer ? Math.round(innerHeight * 0.5) : tall;
      this.#pack(panels, wide);
    } else this.pages = renewed(this.pages, panels);
    for (const page of this.pages) this.#fit(page, wide);
  }

  /** A shelf that needs little height in one row leaves the rest to the board; asked once for a size and these panels. */
  #want(panels) {
    const key = [this.host.clientWidth, phone(), ...panels.map((p) => p.id)].join(" ");
    if (key === this.wanted || !panels.length) return;
    this.wanted = key;
    const edge = panels.length * (EDGE + GAP) - GAP;
    const scale = Math.min(1, (this.host.clientWidth - edge) / panels.reduce((sum, p) => sum + p.svg.width, 0));
    const needs = scale < LEAST ? "100vh" : `${Math.max(...panels.map((p) => edges(p) + scale * heightOf(p))) + GAP}px`;
    this.host.parentElement.style.setProperty("--shelf", needs);
  }

  #pack(panels, wide) {
    let pages = phone() || this.drawer ? null : this.#whole(panels, wide);
    this.tabbed = !pages && !phone();
    if (this.tabbed) pages = this.#leaves(panels, wide);
    if (pages?.length === 1 && !this.drawer) this.tabbed = false; // nothing to turn to
    this.pages = pages ?? [[panels]];
    this.page = Math.max(0, Math.min(this.page, this.pages.length - 1));
    const column = (panels) =>
      h(
        "div",
        { class: "mats-column" },
        panels.map((p) => this.kept.get(p.id).root),
      );
    const leaf = (page, i) =>
      h(
        "div",
        { class: "mats-page", "data-page": i, style: `--columns:${page.map((c) => `${broadest(c)}fr`).join(" ")}` },
        page.map(column),
      );
    fill(this.body, this.pages.map(leaf));
    const tab = (p) => button(p.title, { class: "btn tab", "data-panel": p.id, onclick: () => this.#toggle(p.id) });
    fill(this.tabs, this.tabbed ? panels.map(tab) : []);
    this.host.classList.toggle("drawer", this.drawer);
    this.host.classList.toggle("tabbed", this.tabbed);
    this.#show(this.drawer ? null : this.page);
  }

  /** All panels side by side and below each other, as large as they fit; null if that would be too small to read. */
  #whole(panels, wide) {
    const least = Math.min(panels.length > 1 ? this.least : LEAST, (wide - EDGE) / broadest(panels)) - 0.01; // nothing can be wider than the shelf
    for (let scale = MOST; scale > least; scale -= 0.05) {
      const columns = inColumns(panels, scale, this.tall);
      if (columns && widthOf(columns, scale) <= wide) return [columns];
    }
    return null;
  }

  /** Pages of as many columns as there is room for. */
  #leaves(panels, wide) {
    if (this.drawer) return panels.map((p) => [[p]]); // one at a time: it lies over the board
    const pages = [];
    for (const column of inColumns(panels, this.least, this.tall - BAR) ?? panels.map((p) => [p])) {
      const wider = [...(pages.at(-1) ?? []), column];
      if (pages.length && widthOf(wider, LEAST) <= wide) pages[pages.length - 1] = wider;
      else pages.push([column]);
    }
    return pages;
  }

  /** Drawings as large as their page allows. */
  #fit(page, wide) {
    const sum = (list) => list.reduce((a, b) => a + b, 0);
    const across = (wide - EDGE * page.length - GAP * (page.length - 1)) / sum(page.map(broadest));
    const tall = this.tall - (this.tabbed ? BAR : 0);
    for (const column of page) {
      const room = tall - sum(column.map(edges)) - GAP * (column.length - 1);
      const down = Math.max(Math.min(FLOOR, across), room / sum(column.map(heightOf)));
      const scale = Math.min(page.flat().length > 1 ? MOST : ALONE, across, down);
      for (const p of column) {
        const { root, board } = this.kept.get(p.id);
        root.classList.toggle("scrolls", Boolean(p.room) && !phone());
        board.root.style.cssText = phone() ? "" : `width:${p.svg.width * scale}px;height:${p.svg.height * scale}px`;
      }
    }
  }

  #pageOf(id) {
    return this.pages.findIndex((page) => page.flat().some((p) => p.id === id));
  }

  #toggle(id) {
    const page = this.#pageOf(id);
    this.#show(this.drawer && this.open === page ? null : page);
  }

  #show(page) {
    this.open = page;
    if (page !== null) this.page = page;
    for (const e of $$(".mats-page", this.body)) e.hidden = !phone() && Number(e.dataset.page) !== page;
    this.body.hidden = page === null;
    for (const tab of $$(".tab", this.tabs)) tab.setAttribute("aria-pressed", String(this.#pageOf(tab.dataset.panel) === page));
  }

  /** Open the page with what may be chosen next, if it is not in sight; whether anything changed. A drawer lies over the
   * board, so it stays shut while something can be chosen there (`elsewhere`). */
  reveal(elsewhere) {
    const golden = (page) => Boolean($(`[data-page="${page}"] .hit.legal`, this.body));
    if (phone() || !this.tabbed || (this.open !== null && golden(this.open))) return false;
    const page = this.drawer && elsewhere ? -1 : this.pages.findIndex((_, i) => golden(i));
    if (page < 0) {
      if (this.drawer && this.byItself) {
        this.byItself = false;
        this.#show(null);
        return true;
      }
      return false;
    }
    this.byItself = true;
    this.#show(page);
    return true;
  }

  /** A drawer lies over the board: it gives way to places that are due there. One that somebody opened to choose from stays
   * as long as the question does (`fresh` is another one). */
  giveWay(places, fresh) {
    if (!this.drawer || this.open === null || (!fresh && $(`[data-page="${this.open}"] .hit.legal`, this.body))) return;
    const over = this.body.getBoundingClientRect();
    const under = (r) => r.right > over.left && r.left < over.right && r.bottom > over.top && r.top < over.bottom;
    if (places.some((e) => under(e.getBoundingClientRect()))) this.#show(null);
  }
}

/** A phone shows one thing at a time: board, own things, others, log, chat. A swipe goes to the next. */
export class Views {
  /** `golden(view)` says whether something in that view can be chosen now. */
  constructor(bar, host, { opened, golden }) {
    this.golden = golden;
    this.names = $$("button", bar).map((b) => b.dataset.view);
    this.bar = bar;
    this.opened = opened;
    for (const b of $$("button", bar)) b.addEventListener("click", () => this.show(b.dataset.view));
    let from = null;
    host.addEventListener(
      "touchstart",
      (e) => {
        from = e.touches.length === 1 && !e.target.closest("#board, input, .grip, .lens") ? e.touches[0] : null;
      },
      { passive: true },
    );
    host.addEventListener(
      "touchend",
      (e) => {
        const [dx, dy] = from ? [e.changedTouches[0].clientX - from.clientX, e.changedTouches[0].clientY - from.clientY] : [0, 0];
        from = null;
        if (phone() && Math.abs(dx) > 60 && Math.abs(dx) > 2 * Math.abs(dy))
          this.show(this.names[this.names.indexOf(this.now) - Math.sign(dx)] ?? this.now);
      },
      { passive: true },
    );
    this.#turn("board");
  }

  show(name) {
    this.#turn(name);
    this.opened(name);
  }

  /** A new question: go to where it can be answered, but do not tear anybody away from the log or a talk. One with a
   * usual answer (`ready`) is asked at the board. */
  follow(ready) {
    const view = ready ? "board" : (["board", "mine", "others"].find((name) => this.golden(name)) ?? "board");
    if (!phone() || view === this.now) return;
    if (this.now === "log" || this.now === "chat") this.news(view);
    else this.show(view);
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

/** The same places with the panels as they are now: a drawing may have grown. */
export const renewed = (pages, panels) =>
  pages.map((page) => page.map((column) => column.map((old) => panels.find((p) => p.id === old.id))));

const edges = (p) => (p.bare ? BARE : HEAD);
const heightOf = (p) => p.room || p.svg.height;
const broadest = (column) => Math.max(...column.map((p) => p.svg.width));
const widthOf = (columns, scale) => columns.reduce((sum, c) => sum + scale * broadest(c) + EDGE, GAP * (columns.length - 1));

/** Panels one below the other in columns of this height; null if one of them is higher. */
function inColumns(panels, scale, tall) {
  const columns = [];
  let left = -1;
  for (const p of panels) {
    const needs = edges(p) + scale * heightOf(p);
    if (needs > tall) return null;
    if (needs > left) {
      columns.push([]);
      left = tall;
    }
    columns.at(-1).push(p);
    left -= needs + GAP;
  }
  return columns;
}

/** The form of the board decides where the shelves stand: a map, a square, a row. */
export const formOf = ({ width, height }) => (width > 1.9 * height ? "row" : width < 1.15 * height ? "square" : "map");
