// Cards: whatever lies on the table explains itself. Hover, focus or a long press opens one; Esc closes it.
//
// A thing is any element with `data-at`, `data-what` or `data-seat`. The texts come from the server, asked for once per
// position; only one card is open, it never covers the question, and it stays while the pointer is inside it.
import { get } from "./api.js";
import { Board } from "./board.js";
import { $, $$, around, fill, h } from "./dom.js";
import { figure } from "./people.js";
import { page, say } from "./words.js";

/** Which thing an element stands for, the same when it is drawn anew. */
const wordsOf = (element) => element && ["at", "what", "seat"].map((kind) => element.dataset[kind] ?? "").join(" ");
const HOVER = 400; // milliseconds until a card opens under the pointer
const PRESS = 350; // and under a finger
const LEAVE = 180; // until it closes
const CLAUSE = 20; // letters
const TALL = 1.4; // pictures of this form stand side by side on a phone
const GAP = 12; // pixels between a card and its thing
const THING =
  ":is(.hit, .choice, .cand, .seat)[data-at], :is(.hit, .choice, .cand, .seat)[data-what], :is(.hit, .choice, .cand, .seat)[data-seat]";

/** "what:FAV11": how the server is asked for the card of an element. */
export function nameOf({ dataset }) {
  const kind = ["at", "what", "seat"].find((k) => dataset[k] !== undefined);
  return kind ? `${kind}:${dataset[kind]}` : "";
}

export class Cards {
  /**
   * `path()` is where the cards are, `query()` what else the server must know, `moment()` names the position; `lens()` is
   * what a finger may be aiming with, `dock()` what a card stands above on a phone, `shut()` whether none may open.
   * @param {{ path: () => string, query?: () => object, moment?: () => string | number, dock?: () => HTMLElement | null,
   *   lens?: () => { aims?: boolean } | null, shut?: () => boolean }} asked
   */
  constructor({ path, query = () => ({}), moment = () => "", dock = () => null, lens = () => null, shut = () => false }) {
    this.path = path;
    this.query = query;
    this.moment = moment;
    this.dock = dock;
    this.lens = lens;
    this.shut = shut;
    this.known = new Map();
    this.root = h("div", { class: "card", id: "card", role: "tooltip", hidden: true });
    document.body.append(this.root);
    this.#listen();
  }

  /**
   * The cards of these things, by their names; what is known is not asked for again.
   * @param {string[]} names
   * @returns {Promise<Told.CardOut[]>}
   */
  async of(names) {
    if (this.at !== this.moment()) {
      this.known.clear();
      this.at = this.moment();
    }
    const missing = names.filter((name) => !this.known.has(name));
    if (missing.length) {
      const asked = get(this.path(), { ...this.query(), things: missing.join(",") });
      for (const name of missing)
        this.known.set(
          name,
          asked.then((found) => found.find((c) => c.thing === name) ?? null),
        );
      asked.catch(() => missing.forEach((name) => this.known.delete(name)));
    }
    return Promise.all(names.map((name) => this.known.get(name)));
  }

  /** The card with the large picture. */
  large(name) {
    const key = `large ${name}`;
    if (!this.known.has(key))
      this.known.set(
        key,
        get(this.path(), { ...this.query(), things: name, large: true }).then(([card]) => card ?? null),
      );
    return this.known.get(key);
  }

  /** What choices say about themselves: the text of each, its picture, a number or two. */
  async describe(host) {
    const all = $$(".choice[data-what]", host);
    const alone = all.length > 1 && new Set(all.map(nameOf)).size < 2; // all about one thing: the buttons say what differs
    const silent = (e) => alone || drawn(e);
    for (const choice of all.filter(silent)) $(".told", choice)?.remove();
    if (alone || !all.length) return;
    const cards = await this.of([...new Set(all.map(nameOf))]).catch(() => []);
    const said = cards.flatMap((c) => (c ? linesOf(c) : []));
    const own = (card) => {
      const lines = linesOf(card).filter((line) => said.indexOf(line) === said.lastIndexOf(line)); // what tells them apart
      return lines.length || card.now.length ? lines : linesOf(card);
    };
    for (const choice of all) {
      const card = cards.find((c) => c?.thing === nameOf(choice));
      if (card?.brief) headed(choice, card);
      const told = $(".told", choice);
      told?.classList.toggle("tall", card?.face?.height > TALL * card?.face?.width);
      told?.classList.toggle("short", Boolean(card?.brief));
      if (card && saidBy(choice.textContent, card)) told?.remove();
      else if (card?.brief && told && !told.childElementCount) fill(told, h("p", {}, card.brief));
      else if (card && told && !told.childElementCount)
        fill(
          told,
          portrait(card),
          paragraphs(own(card)),
          card.now.length
            ? h(
                "small",
                { class: "num" },
                card.now
                  .slice(0, 2)
                  .map((line) => line.join(": "))
                  .join(" · "),
              )
            : null,
        );
    }
  }

  // opening and closing

  async open(element, { docked = false } = {}) {
    clearTimeout(this.timer);
    if (this.shut()) return;
    this.wanted = element;
    const [card] = await this.of([nameOf(element)]).catch(() => []);
    if (this.wanted !== element || !card || !element.isConnected) return;
    this.close();
    this.wanted = this.element = element;
    fill(this.root, face(card), foot(card));
    this.root.hidden = false;
    element.setAttribute("aria-describedby", "card");
    this.#place(element, docked);
  }

  close() {
    clearTimeout(this.timer);
    this.wanted = null;
    this.pinned = false;
    if (!this.element) return;
    this.element.removeAttribute("aria-describedby");
    this.element = null;
    this.root.hidden = true;
  }

  get shown() {
    return !this.root.hidden;
  }

  #later(work, after) {
    clearTimeout(this.timer);
    this.timer = setTimeout(work, after);
  }

  #listen() {
    const thing = (event) => around(event, THING);
    addEventListener("pointerover", (event) => {
      if (event.pointerType === "touch" || event.buttons) return;
      if (around(event, "#card")) {
        clearTimeout(this.timer);
        return;
      }
      const element = thing(event);
      const still = this.spot?.x === event.clientX && this.spot?.y === event.clientY;
      this.spot = { x: event.clientX, y: event.clientY };
      this.came = still && !this.pinned ? element : null; // the board moved under the pointer: nobody has pointed yet
      if (wordsOf(element) !== this.clicked) this.clicked = null;
      if (this.came && element !== this.element) {
        this.#later(() => this.close(), LEAVE);
        return;
      }
      if (element && this.clicked) return; // it was chosen, not asked about; meanwhile it may have been drawn anew
      if (element && element === this.element) clearTimeout(this.timer);
      else if (element && !this.pinned) this.#later(() => this.open(element), this.shown ? LEAVE : HOVER);
      else if (!this.pinned) this.#later(() => this.close(), LEAVE);
    });
    addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch" || event.buttons) return;
      const moved = this.spot?.x !== event.clientX || this.spot?.y !== event.clientY;
      this.spot = { x: event.clientX, y: event.clientY };
      if (!moved || !this.came) return;
      const element = this.came;
      this.came = null;
      if (element.isConnected && wordsOf(element) !== this.clicked) this.#later(() => this.open(element), HOVER);
    });
    addEventListener("focusin", (event) => {
      const element = thing(event);
      const anew = this.focused?.isConnected === false && wordsOf(this.focused) === wordsOf(element); // drawn again, not walked to
      this.focused = element;
      if (element?.matches(":focus-visible") && (!anew || this.shown)) this.open(element);
    });
    addEventListener("focusout", (event) => {
      if (event.target === this.element && !this.pinned) this.close();
    });
    addEventListener(
      "keydown",
      (event) => {
        if (around(event, "input, textarea, select")) return;
        if (event.key === "Escape") {
          if (this.shown) event.stopPropagation(); // one thing at a time: the choice stays
          this.close(); // also one that is on its way
        } else if (event.key === "i" && !event.ctrlKey && !event.metaKey && this.shown) this.pinned = !this.pinned;
      },
      true,
    );
    this.#press(thing);
    addEventListener("resize", () => this.close());
    addEventListener(
      "scroll",
      () => {
        if (!this.pinned) this.close();
      },
      true,
    );
  }

  #press(thing) {
    let from = null;
    let swallow = false;
    addEventListener(
      "pointerdown",
      (event) => {
        swallow = false;
        if (around(event, "#card")) return;
        const element = thing(event);
        if (event.pointerType !== "touch") {
          if (!this.pinned) this.close();
          clearTimeout(this.timer);
          this.clicked = wordsOf(element);
          return;
        }
        this.close();
        from = element ? event : null;
        if (element)
          this.#later(() => {
            const aims = this.lens()?.aims;
            swallow = !aims;
            if (!aims || innerHeight > innerWidth) this.open(element, { docked: true }); // beside a lens there is no room
          }, PRESS);
      },
      true,
    );
    addEventListener(
      "pointermove",
      (event) => {
        if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > 10) {
          clearTimeout(this.timer);
          if (this.lens()?.aims) this.close();
          from = null;
        }
      },
      true,
    );
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      addEventListener(
        name,
        (event) => {
          if (event.pointerType === "touch" && from && !swallow) clearTimeout(this.timer);
          if (this.lens()?.aims) this.close(); // it was there for a look while aiming
          from = null;
        },
        true,
      );
    }
    addEventListener(
      "contextmenu",
      (event) => {
        if (swallow) event.preventDefault();
      },
      true,
    );
    addEventListener(
      "click",
      (event) => {
        const element = thing(event);
        if (swallow) {
          event.preventDefault();
          event.stopPropagation();
          swallow = false;
        } else if (element?.matches(".about")) this.open(element, { docked: event.pointerType === "touch" });
      },
      true,
    );
  }

  /** Beside the thing where there is room, away from the question; on a phone above the sheet. */
  #place(element, docked) {
    const { root } = this;
    const foot = docked && innerHeight > innerWidth ? (this.lens()?.aims ? $("#views") : this.dock()) : null;
    root.classList.toggle("docked", Boolean(foot));
    root.style.cssText = "";
    if (foot) {
      root.style.bottom = `${Math.max(8, innerHeight - foot.getBoundingClientRect().top + 8)}px`;
      return;
    }
    const { width: w, height: tall } = root.getBoundingClientRect();
    const r = element.getBoundingClientRect();
    const ask = $("#act-body")?.getBoundingClientRect() ?? null;
    const clampY = (y) => Math.max(8, Math.min(innerHeight - tall - 8, y));
    const clampX = (x) => Math.max(8, Math.min(innerWidth - w - 8, x));
    const [midX, midY] = [r.x + r.width / 2 - w / 2, r.y + r.height / 2 - tall / 2];
    const spots = [
      [r.right + GAP, clampY(midY)],
      [r.x - w - GAP, clampY(midY)],
      [clampX(midX), r.y - tall - GAP],
      [clampX(midX), r.bottom + GAP],
    ];
    const overlap = (x, y, o) =>
      Math.max(0, Math.min(x + w, o.right) - Math.max(x, o.left)) * Math.max(0, Math.min(y + tall, o.bottom) - Math.max(y, o.top));
    const out = ([x, y]) => Math.max(0, -x) + Math.max(0, x + w - innerWidth) + Math.max(0, -y) + Math.max(0, y + tall - innerHeight);
    const others = $$(".hit.legal", element.ownerSVGElement ?? element).map((e) => e.getBoundingClientRect());
    const hides = (spot) => others.reduce((sum, o) => sum + overlap(...spot, o), 0);
    const cost = (spot) => 1000 * out(spot) + (ask ? overlap(...spot, ask) * 8 : 0) + overlap(...spot, r) * 4 + hides(spot);
    const [x, y] = spots.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
    root.style.left = `${clampX(x)}px`;
    root.style.top = `${clampY(y)}px`;
  }
}

/** Whether a drawing in sight already says what a choice is about. */
const drawn = ({ dataset: { what } }) => what !== undefined && $$(`.texts .hit[data-what="${CSS.escape(what)}"]:not(.about)`).some(whole);

const whole = (e) =>
  e.getClientRects().length &&
  e.getBoundingClientRect().bottom <= Math.min(innerHeight, e.closest(".mats")?.getBoundingClientRect().bottom ?? Infinity);

/** Whether the words on a button, after a colon, already are what its card says: a clause, not just an amount. */
function saidBy(label, card) {
  const clause = label.split(": ").slice(1).at(-1) ?? "";
  return clause.length > CLAUSE && card.text.toLowerCase().includes(clause.toLowerCase());
}

const linesOf = (card) => card.text.split("\n");

const paragraphs = (lines) => lines.map((line) => h("p", {}, line));

/** The picture of a thing, if it has one. */
function portrait(card) {
  if (!card.face) return null;
  const art = h("div", { class: "face" });
  new Board(art).show({ ...card.face, label: card.name }, false);
  return art;
}

/** A choice among others that are compared: its picture, its whole name, what it gives and costs. */
function headed(choice, card) {
  choice.firstElementChild.className = "head";
  fill(choice.firstElementChild, portrait(card), h("span", {}, card.name), h("span", { class: "num" }, card.figures.map(figure)));
}

/**
 * Name, picture, text and numbers.
 * @param {Told.CardOut} card
 */
export function face(card) {
  return [
    h("h4", {}, h("span", {}, card.name, card.kind ? h("small", {}, card.kind) : null)),
    h("div", { class: "txt" }, portrait(card), h("div", {}, paragraphs(linesOf(card)))),
    card.note ? h("p", { class: "small muted" }, card.note) : null,
    card.now.length
      ? h(
          "dl",
          { class: "now" },
          card.now.map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", { class: "num" }, value))),
        )
      : null,
  ];
}

function foot(card) {
  return h("div", { class: "ft" }, ruleLinks(card.rules), h("span", { class: "keys" }, say("js.card_keys")));
}

export function ruleLinks(rules) {
  return rules.map((rule) => h("a", { href: `/rules/${page.game ?? page.whole.table.game}#${rule}`, target: "_blank" }, rule));
}
