// Other people's moves one after another: each stays long enough to be seen, all together never long.
const EACH = 420; // milliseconds that a move is looked at
const MOST = 1200; // for everything that waits
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export class Pace {
  /** `glance(line)` points at a move that is about to be shown, `show(news)` brings it. Any touch or key skips the rest. */
  constructor({ glance, show }) {
    this.on = { glance, show };
    this.waiting = [];
    this.timer = 0;
    this.free = 0; // when the last one has been seen
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => this.flush(), true);
  }

  /** News with the log lines in it that are others' moves; `stops` if there is a moment in it to look at. */
  push(news, lines, stops = false) {
    const items = lines.slice(-4).map((line) => ({ line }));
    const last = items.pop() ?? {};
    this.waiting.push(...items, { ...last, news, stops });
    if (reduced.matches || document.hidden) this.flush();
    else this.#next();
  }

  flush() {
    clearTimeout(this.timer);
    this.timer = 0;
    const news = this.waiting.filter((item) => item.news);
    this.waiting = [];
    for (const item of news) this.on.show(item.news);
  }

  drop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.waiting = [];
  }

  #next() {
    if (this.timer || !this.waiting.length) return;
    const now = performance.now();
    if (now < this.free) {
      this.timer = setTimeout(() => {
        this.timer = 0;
        this.#next();
      }, this.free - now);
      return;
    }
    const item = this.waiting.shift();
    if (item.line) {
      this.on.glance(item.line);
      this.free = now + Math.min(EACH, MOST / (this.waiting.length + 1));
    }
    if (item.news) this.on.show(item.news);
    if (item.stops) this.free = now + MOST / (this.waiting.length + 1);
    this.#next();
  }
}
