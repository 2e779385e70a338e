// A drawing from the server on the page: layers, things to click, marks, zoom and the movement of pieces.
import { Counters } from "./counters.js";
import { $$, svg } from "./dom.js";
import { centre, glide, pieces } from "./glide.js";
import { zoomable } from "./hand.js";
import { say } from "./words.js";

const grounds = new Map(); // name -> {defs, static}: sent once, used for every later picture of the same board
const MANY = 60; // golden things beyond which the rings become thin
const PLACED = ["href", "transform", "x", "y"];
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Symbols and patterns live once per page, so that boards and panels can share them. */
function addDefs(markup) {
  const host = document.getElementById("sprite");
  const made = svg("defs");
  made.innerHTML = markup;
  for (const child of [...made.children]) {
    if (child.id && document.getElementById(child.id)) child.remove();
  }
  if (made.children.length) host.append(made);
}

function groundOf(drawing) {
  if (drawing.static !== null && drawing.static !== undefined && !grounds.has(drawing.ground)) {
    grounds.set(drawing.ground, drawing.static);
    if (drawing.defs) addDefs(drawing.defs);
  }
  return grounds.get(drawing.ground) ?? "";
}

/**
 * Keep what came with these drawings, so that it is there whichever is shown first.
 * @param {Told.Drawing[]} drawings
 */
export function learn(drawings) {
  drawings.forEach(groundOf);
}

/**
 * Whether a drawing can be shown: its ground came with it or is known.
 * @param {Told.Drawing} drawing
 */
export const known = (drawing) => grounds.has(drawing.ground) || typeof drawing.static === "string";

const edgeOf = (element) => (element.previousElementSibling?.matches(".edge") ? element.previousElementSibling : null);

/** The same shape once more. */
function outline(element, kind) {
  const made = svg(element.localName, { class: kind, "aria-hidden": "true" });
  for (const name of ["d", "points", "x", "y", "width", "height", "rx", "cx", "cy", "r", "href", "transform"]) {
    if (element.hasAttribute(name)) made.setAttribute(name, element.getAttribute(name));
  }
  return made;
}

/** Whether a thing has a shape that no other has, such as a region of a map. */
const outlined = (element) => element.localName === "path" || (element.localName === "use" && !element.hasAttribute("x"));

/** The dark ring under a golden one. */
function edge(element) {
  if (!edgeOf(element)) element.before(outline(element, "edge"));
}

const bare = (element) => edgeOf(element)?.remove();

export const thingOf = (element) => {
  const { at, what, seat } = element.dataset;
  return { at, what, seat, label: element.getAttribute("aria-label") ?? at ?? what ?? seat };
};

/** A way through these points in shallow arcs, so that what stands between stays in sight. */
function bowed(points) {
  const arc = ([x, y], i) => {
    if (!i) return `M${x} ${y}`;
    const [from, up] = points[i - 1];
    return `Q${(from + x) / 2 + (y - up) * -0.22} ${(up + y) / 2 + (x - from) * -0.22} ${x} ${y}`;
  };
  return points.map(arc).join("");
}

export class Board {
  /** `onThing(thing, element)` is called when somebody chooses a thing. */
  constructor(host, { onThing = null, onHover = null, zoom = false } = {}) {
    this.host = host;
    this.onThing = onThing;
    this.onHover = onHover;
    this.root = svg("svg", { class: "b", role: "group" });
    this.ground = svg("g", { "aria-hidden": "true" });
    this.live = svg("g");
    this.marks = svg("g", { "aria-hidden": "true", class: "overlay" });
    this.trails = svg("g", { "aria-hidden": "true", class: "overlay" });
    this.counters = new Counters(this.root, (element) => onThing?.(thingOf(element), element));
    this.steps = svg("g", { "aria-hidden": "true", class: "overlay" });
    this.root.append(this.ground, this.live, this.marks, this.trails, this.counters.layer, this.steps);
    host.append(this.root);
    this.shown = "";
    this.around = []; // outlines of what happened last
    this.thought = []; // pieces that are only planned
    this.box = null;
    this.root.addEventListener("click", (event) => this.#clicked(event));
    this.root.addEventListener("keydown", (event) => this.#key(event));
    for (const name of onHover ? ["pointerover", "focusin", "pointerleave", "focusout"] : []) {
      this.root.addEventListener(name, (event) => {
        const element = name === "pointerover" || name === "focusin" ? event.target.closest?.(".hit") : null;
        onHover(element ? thingOf(element) : null);
      });
    }
    this.byHand = false; // somebody has looked closer
    if (zoom) zoomable(this);
  }

  /** @param {Told.Drawing} drawing */
  show(drawing, animate = true) {
    const ground = groundOf(drawing);
    if (this.shown !== drawing.ground) {
      this.ground.innerHTML = ground;
      this.shown = drawing.ground;
    }
    if (this.whole?.w !== drawing.width || this.whole.h !== drawing.height) {
      this.whole = { x: 0, y: 0, w: drawing.width, h: drawing.height };
      this.#look(this.whole);
      this.host.style.setProperty("--ratio", (drawing.width / drawing.height).toFixed(4));
      this.middle();
    }
    this.root.setAttribute("aria-label", drawing.label || this.host.getAttribute("aria-label") || "");
    for (const e of this.thought.splice(0)) e.classList.remove("ghost"); // a plan that became true draws the same picture
    if (this.picture === drawing.live) return; // nothing has changed here: what moves in it goes on moving
    this.picture = drawing.live;
    const focused = this.root.contains(document.activeElement) ? thingOf(document.activeElement) : null;
    const before = animate && !reduced.matches ? pieces(this.live) : null;
    this.live.innerHTML = drawing.live;
    this.marks.replaceChildren();
    this.trails.replaceChildren();
    this.count(null);
    if (before?.length) glide(before, pieces(this.live));
    this.#tabStop();
    if (focused) this.find(focused)?.focus({ preventScroll: true });
  }

  /** What can be chosen at some time. */
  things() {
    return $$(".hit:not(.about)", this.live);
  }

  /** That, and what only tells what it is. */
  all() {
    return $$(".hit", this.live);
  }

  find({ at, what, seat }) {
    return this.things().find((e) => e.dataset.at === at && e.dataset.what === what && e.dataset.seat === seat);
  }

  /** Give every thing its state: `look(thing)` answers "legal", "chosen" or "". */
  mark(look) {
    for (const element of this.things()) {
      const state = look(thingOf(element));
      if (element.classList.toggle("legal", state === "legal")) edge(element);
      else bare(element);
      element.classList.toggle("chosen", state === "chosen");
      element.classList.remove("asked");
      if (state === "chosen") element.setAttribute("aria-pressed", "true");
      else element.removeAttribute("aria-pressed");
      if (state) element.setAttribute("aria-description", say(`js.is_${state}`));
      else element.removeAttribute("aria-description");
    }
    this.root.classList.toggle("many", this.live.querySelectorAll(".hit.legal").length > MANY);
    this.#tabStop();
  }

  hint(test) {
    for (const element of this.things()) element.classList.toggle("hinted", test(thingOf(element)));
  }

  /** A ring round what a step of the final scoring counts, and lines between what belongs together; the rest stands back. */
  counted(places, links) {
    const found = this.things().filter((e) => e.classList.toggle("counted", places.includes(e.dataset.at)));
    this.root.classList.toggle("counting", found.length > 0);
    const middle = (at) => centre(found.find((e) => e.dataset.at === at));
    const lines = links.map(([a, b]) => `M${middle(a)}L${middle(b)}`).join("");
    this.trails.replaceChildren(...["link-u", "link"].map((name) => svg("path", { class: name, d: lines })));
  }

  /** Corner ticks round what happened last; a region of its own shape is outlined, below the pieces. */
  ticks(test) {
    this.marks.replaceChildren();
    for (const e of this.around.splice(0)) e.remove();
    const draws = this.live.querySelector(".last-move"); // the drawing says it itself
    for (const named of this.things().filter((e) => test(thingOf(e)))) {
      const element = this.live.querySelector(`[data-over="${named.dataset.at}"]`) ?? named; // a piece may stand on several places
      if (!draws && outlined(element)) {
        this.around.push(...["last-u", "last"].map((name) => outline(element, `${name} whole`)));
        continue;
      }
      const box = element.getBBox();
      const [x, y] = centre(element);
      const [w, tall] = [box.width / 2, box.height / 2];
      const arm = Math.min(w, tall) * 0.45;
      let d = "";
      for (const sx of [-1, 1]) {
        for (const sy of [-1, 1]) d += `M${x + sx * (w - arm)} ${y + sy * tall}H${x + sx * w}V${y + sy * (tall - arm)}`;
      }
      this.marks.append(svg("path", { class: "last-u", d }), svg("path", { class: "last", d }));
    }
    this.live.querySelector(".hit")?.parentElement.prepend(...this.around);
  }

  /** What is drawn stands in the middle of a frame that is narrower. */
  middle() {
    this.host.scrollLeft = (this.host.scrollWidth - this.host.clientWidth) / 2;
  }

  /** A board wider than its frame: bring what matters into sight, what is chosen, then what can be; of several
   * things the first and all the others for which there is room, on the side of those for which there is none. */
  reveal() {
    const { host } = this;
    if (host.scrollWidth <= host.clientWidth + 1) return;
    const names = ["chosen", "ghost", "legal", "way-end", "last-move", "last"];
    const found = names.map((name) => $$(`.${name}`, this.root)).find((all) => all.length);
    if (!found) return;
    const frame = host.getBoundingClientRect();
    let [first, last] = [Infinity, -Infinity];
    let [before, after] = [false, false]; // whether something is left out there
    for (const box of found.map((e) => e.getBoundingClientRect())) {
      const [from, to] = [Math.min(first, box.left), Math.max(last, box.right)];
      if (first > last || to - from <= frame.width) [first, last] = [from, to];
      else if (from < first) before = true;
      else after = true;
    }
    if (first >= frame.left && last <= frame.right && !before && !after) return;
    const room = Math.max(0, frame.width - (last - first));
    const left =
      host.scrollLeft + first - frame.left - (before === after ? room / 2 : before ? Math.max(0, room - 24) : Math.min(room, 24));
    host.scrollTo({ left, behavior: reduced.matches ? "auto" : "smooth" });
  }

  /** The ways that pieces would go: places from the first to the last. */
  ways(list) {
    this.trails.replaceChildren();
    for (const way of list) {
      const points = way
        .map((at) => this.things().find((e) => e.dataset.at === at))
        .filter(Boolean)
        .map(centre);
      if (points.length < 2) continue;
      const d = points.map(([x, y], i) => `${i ? "L" : "M"}${x} ${y}`).join("");
      const [x, y] = points.at(-1);
      this.trails.append(
        svg("path", { class: "way-u", d }),
        svg("path", { class: "way", d }),
        svg("circle", { class: "way-end", cx: x, cy: y, r: 11 }),
      );
    }
  }

  /** The board as it would look, or as it is. */
  plan(drawing, real) {
    const shown = drawing && known(drawing) ? drawing : real;
    this.root.classList.toggle("planned", shown !== real);
    this.show(shown);
    if (shown !== real) this.#ghosts(real);
  }

  /** Pieces that the real board does not have are only thought of. */
  #ghosts(real) {
    const there = svg("g");
    there.innerHTML = real.live;
    // where a piece stands, not how its movement was styled
    const look = (e) => [e.dataset.spot ?? PLACED.map((name) => e.getAttribute(name)), e.getAttribute("class"), e.innerHTML].join();
    const now = new Set($$(".piece", there).map(look));
    this.thought = $$(".piece:not(.ghost)", this.live).filter((e) => !now.has(look(e)));
    for (const e of this.thought) e.classList.add("ghost");
  }

  /** Numbers where the steps of a plan happen: a list of places for each; `joined` by a dotted way where they belong together. */
  numbers(steps, joined = false) {
    const r = this.whole ? Math.max(10, this.whole.w / 70) : 10;
    const spots = steps.flatMap((places, i) => {
      const element = places
        .map((at) => this.things().find((e) => e.dataset.at === at))
        .filter(Boolean)
        .at(-1);
      return element ? [{ n: i + 1, at: centre(element), box: element.getBBox() }] : [];
    });
    const way = joined && spots.length > 1 ? bowed(spots.map((s) => s.at)) : "";
    this.steps.replaceChildren(
      ...(way ? [svg("path", { class: "way-u", d: way }), svg("path", { class: "way", d: way })] : []),
      ...spots.map(({ n, at: [x, y], box }) => {
        const [cx, cy] = [Math.max(r, x - box.width * 0.3), Math.max(r, y - box.height * 0.3)];
        const text = svg("text", { x: cx, y: cy });
        text.textContent = String(n);
        return svg("g", { class: "step-mark" }, svg("circle", { cx, cy, r }), text);
      }),
    );
  }

  /** What is planned for things that hold pieces; null when nothing is counted any more. */
  count(arranging) {
    this.counters.show(arranging, this.things(), this.whole?.w);
  }

  get counting() {
    return this.counters.arranging !== null;
  }

  #clicked(event) {
    if (this.dragged || this.counters.carried) return;
    const element = event.target.closest?.(".hit");
    if (!element || !this.onThing || element.matches(".about")) return;
    this.onThing(thingOf(element), element, event.shiftKey && this.counting);
  }

  /** The click that follows this touch has been answered. */
  hold() {
    this.dragged = true;
    setTimeout(() => {
      this.dragged = false;
    }, 400);
  }

  // keyboard: one stop for Tab, arrows walk to the nearest thing that can be chosen

  #tabStop() {
    const things = this.all();
    const legal = things.filter((e) => e.matches(".legal, .chosen"));
    const stop = legal[0] ?? (this.onThing ? things[0] : null);
    for (const element of things) element.setAttribute("tabindex", element === stop ? "0" : "-1");
  }

  #key(event) {
    const element = event.target.closest?.(".hit");
    if (!element) return;
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if (dx || dy) {
      event.preventDefault();
      const legal = this.things().filter((e) => e.matches(".legal, .chosen"));
      this.#nearest(element, legal.length > 1 ? legal : this.all(), dx, dy)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!element.matches(".about")) this.onThing?.(thingOf(element), element, event.shiftKey && this.counting);
    } else if (this.counting && (event.key === "+" || event.key === "-")) {
      event.preventDefault();
      event.stopPropagation(); // elsewhere these keys zoom
      this.onThing?.(thingOf(element), element, event.key === "-");
    }
  }

  #nearest(from, others, dx, dy) {
    const here = middle(from);
    let best = null;
    for (const element of others) {
      const there = middle(element);
      const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
      const across = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
      const far = along + 2.2 * across;
      if (along > 1 && (!best || far < best.far)) best = { element, far };
    }
    return best?.element;
  }

  // zoom: how much of the drawing is in sight; hand.js has the gestures

  #look(box) {
    this.box = box;
    this.root.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
    this.host.classList.toggle("zoomed", box.w < this.whole.w - 0.5 || box.h < this.whole.h - 0.5);
  }

  /** What the frame shows, also beside and above what is drawn. */
  #seen({ x, y, w, h }) {
    const ratio = this.host.clientWidth / this.host.clientHeight;
    const [wide, tall] = [Math.max(w, h * ratio), Math.max(h, w / ratio)];
    return { x: x + (w - wide) / 2, y: y + (h - tall) / 2, w: wide, h: tall };
  }

  /** Closer to a point of the frame, or farther away, until the whole is seen. */
  zoom(factor, px = 0.5, py = 0.5) {
    const seen = this.#seen(this.box);
    const w = Math.max(this.whole.w / 6, seen.w / factor);
    const h = seen.h * (w / seen.w);
    if (w >= this.#seen(this.whole).w) this.fit();
    else this.moveTo({ x: seen.x + px * (seen.w - w), y: seen.y + py * (seen.h - h), w, h });
    this.byHand = true;
  }

  fit() {
    this.#look(this.whole);
    this.byHand = true;
  }

  /** So close that these things fill the frame, with something of their neighbours, and never farther than the whole is wide. */
  closer(test) {
    const box = around(this.things().filter((e) => test(thingOf(e))));
    if (!box) return;
    const ratio = this.host.clientWidth / this.host.clientHeight;
    const w = Math.min(this.whole.w, Math.max(box.w, box.h * ratio, this.whole.w / 3) * 1.12);
    const h = w / ratio;
    this.moveTo({ w, h, x: box.x + box.w / 2 - w / 2, y: box.y + box.h / 2 - h / 2 });
  }

  /** These things are dealt with now: no farther to them than needed. */
  follow(test) {
    const due = around(this.things().filter((e) => test(thingOf(e))));
    if (!due) return;
    const { box } = this;
    const to = (from, size, at, wide) => Math.max(at + wide - size, Math.min(from, at));
    this.moveTo({ ...box, x: to(box.x, box.w, due.x, due.w), y: to(box.y, box.h, due.y, due.h) });
  }

  moveTo({ x, y, w, h }) {
    const within = (from, size, whole) => (size >= whole ? (whole - size) / 2 : Math.max(0, Math.min(whole - size, from)));
    this.#look({ w, h, x: within(x, w, this.whole.w), y: within(y, h, this.whole.h) });
  }
}

/** The box round several things, in the units of the drawing; null round nothing. */
export function around(elements) {
  const boxes = elements.map((e) => e.getBBox());
  if (!boxes.length) return null;
  const [x, y] = [Math.min(...boxes.map((b) => b.x)), Math.min(...boxes.map((b) => b.y))];
  return { x, y, w: Math.max(...boxes.map((b) => b.x + b.width)) - x, h: Math.max(...boxes.map((b) => b.y + b.height)) - y };
}

function middle(element) {
  const r = element.getBoundingClientRect();
  return { x: r.x + r.width / 2, y: r.y + r.height / 2 };
}
