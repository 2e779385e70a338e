// The line to the server: events that all tabs of the browser share, and a move that is never lost.
import { Offline, Refusal, get, post } from "./api.js";
import { Channel } from "./channel.js";
import { lang, page } from "./words.js";

const SPEAK = 25000;

/** Tell a page apart from every other tab. */
const newTag = () => `t${Array.from(crypto.getRandomValues(new Uint8Array(9)), (b) => (b % 36).toString(36)).join("")}`;

/** The shared worker where there is one, else a stream of this page alone; both with `send` and a handler of news. */
function connect(hear) {
  try {
    // a worker for each language and person: who logs in as somebody else gets another one
    const url = new URL("./worker.js", import.meta.url);
    const worker = new SharedWorker(url, { type: "module", name: `${lang}:${page.me?.id ?? ""}` });
    worker.port.addEventListener("message", ({ data }) => hear(data.name, data.data));
    worker.port.start();
    return (message) => worker.port.postMessage(message);
  } catch {
    const channel = new Channel(lang, (_, name, data) => hear(name, data));
    return ({ does, tag, what }) => {
      if (does === "watch") channel.watch(tag, what);
      else if (does === "leave") channel.drop(tag);
      else if (does === "again") channel.again();
    };
  }
}

/** What this page hears: news of my tables (`tables`), of one table (`table`, `state`, `chat`), of the line (`link`),
 * and that somebody logged out (`out`). Handlers are added before `open`. */
class Line {
  constructor() {
    this.on = {};
    this.tag = newTag();
    this.what = {};
    this.send = null;
    addEventListener("online", () => this.send?.({ tag: this.tag, what: this.what, does: "again" }));
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.open();
    });
  }

  listen(on) {
    Object.assign(this.on, on);
  }

  /** Begin, or begin again with a table to watch: `{ id, since, code }`. */
  open(what = this.what) {
    this.what = what;
    if (this.out) return;
    this.send ??= connect((name, data) => this.#hear(name, data));
    this.send({ tag: this.tag, what: this.what, does: "watch" });
    clearInterval(this.speaking);
    this.speaking = setInterval(() => this.send({ tag: this.tag, what: this.what, does: "here" }), SPEAK);
  }

  close() {
    clearInterval(this.speaking);
    this.send?.({ tag: this.tag, does: "leave" });
  }

  #hear(name, data) {
    if (this.out) return;
    if (name === "bye") {
      if (data === "session") this.#whoAmI();
      return;
    }
    this.on[name]?.(data);
  }

  /** A session has ended. A new one may have taken its place, as after a new password; else this page is a stranger's. */
  async #whoAmI() {
    const me = await get("/api/me").catch(() => null);
    if (!me || me.id === (page.me?.id ?? null)) return;
    this.close();
    this.out = true;
    this.on.out?.();
  }
}

export const line = new Line();

/** Keeps a move until the server has taken it or refused it, also over a reload. */
export class Outbox {
  constructor(table, { sent, refused, waiting }) {
    this.key = `ludoteka:move:${table}`;
    this.path = `/api/tables/${table}/moves`;
    this.on = { sent, refused, waiting };
    this.busy = false;
  }

  get kept() {
    const text = localStorage.getItem(this.key);
    return text ? JSON.parse(text) : null;
  }

  send(move) {
    localStorage.setItem(this.key, JSON.stringify(move));
    return this.flush();
  }

  drop() {
    localStorage.removeItem(this.key);
  }

  async flush() {
    const move = this.kept;
    if (!move || this.busy) return;
    this.busy = true;
    try {
      const answer = await post(this.path, move);
      this.drop();
      this.on.sent(answer, move);
    } catch (error) {
      if (error instanceof Offline) {
        this.on.waiting(move);
        setTimeout(() => this.flush(), 2500);
      } else {
        this.drop();
        if (error instanceof Refusal) this.on.refused(error, move);
        else throw error;
      }
    } finally {
      this.busy = false;
    }
  }
}
