// The line to the server: events of one table, reconnecting by itself, and a move that is never lost.
import { Offline, Refusal, post } from "./api.js";
import { lang } from "./words.js";

export class Line {
  /** `on` has handlers: table, state, chat, bye, and link(online). */
  constructor(path, query, on) {
    this.path = path;
    this.query = query;
    this.on = on;
    this.since = "";
    this.wait = 1000;
    this.online = null;
    addEventListener("online", () => this.open());
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => { if (event.persisted) this.open(); });
  }

  open() {
    this.close();
    const query = new URLSearchParams({ ...this.query, lang, since: this.since });
    const source = new EventSource(`${this.path}?${query}`);
    this.source = source;
    const hear = (name) => source.addEventListener(name, (event) => {
      if (event.lastEventId) this.since = event.lastEventId;
      this.#link(true);
      this.on[name]?.(JSON.parse(event.data));
    });
    ["table", "state", "chat", "tables"].forEach(hear);
    source.addEventListener("open", () => { this.wait = 1000; this.#link(true); });
    source.addEventListener("bye", () => { this.#link(false); this.#again(); });
    source.addEventListener("error", () => {
      this.#link(false);
      if (source.readyState === EventSource.CLOSED) this.#again();
    });
  }

  #again() {
    this.close();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(15000, this.wait * 1.7);
  }

  #link(online) {
    if (this.online === online) return;
    this.online = online;
    this.on.link?.(online);
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }
}

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
      this.on.sent(answer);
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
