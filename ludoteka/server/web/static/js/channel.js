// One event stream for everything a browser waits for. Runs in the shared worker, or in the page where there is none.

const FIRST = 1000;
const LONGEST = 15000;

export class Channel {
  /** `tell(tag, name, data, since)`: news of the table that a tab watches; without a tag it is for every tab. */
  constructor(lang, tell) {
    this.lang = lang;
    this.tell = tell;
    this.watched = new Map(); // tag -> { id, since, code }; a tab that only wants to hear of my tables has no id
    this.wait = FIRST;
    this.online = null;
  }

  watch(tag, what) {
    this.watched.set(tag, what);
    if (this.online !== null) this.tell(tag, "link", this.online);
    this.#soon(20); // tabs that come together are one opening
  }

  drop(tag) {
    const known = this.watched.get(tag);
    this.watched.delete(tag);
    if (!this.watched.size) this.close();
    else if (known?.id) this.#soon(20);
  }

  /** Try again at once, for instance when the network is back. */
  again() {
    this.#soon(0);
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  #soon(after) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#open(), after);
  }

  #open() {
    this.close();
    const query = new URLSearchParams({ lang: this.lang });
    for (const [tag, w] of this.watched) if (w.id) query.append("t", [tag, w.id, w.since ?? "", w.code ?? ""].join(":"));
    const source = new EventSource(`/api/events?${query}`);
    this.source = source;
    source.addEventListener("open", () => {
      this.wait = FIRST;
      this.#link(true);
    });
    source.addEventListener("tables", (event) => this.tell("", "tables", JSON.parse(event.data)));
    source.addEventListener("bye", (event) => {
      const { why } = JSON.parse(event.data);
      this.close(); // or its end would look like a lost line
      this.tell("", "bye", why);
      if (why === "session") this.#soon(50); // the line is well: go on as whoever we are now
      else this.#lost();
    });
    source.addEventListener("error", () => this.#lost());
    for (const [tag, watched] of this.watched) {
      for (const name of watched.id ? ["table", "state", "chat", "gone"] : []) {
        source.addEventListener(`${tag}.${name}`, (event) => {
          if (event.lastEventId) watched.since = event.lastEventId;
          this.#link(true);
          this.tell(tag, name, JSON.parse(event.data));
        });
      }
    }
  }

  // never left to the browser: it would ask for what it had at the beginning
  #lost() {
    this.close();
    this.#link(false);
    this.#soon(this.wait);
    this.wait = Math.min(LONGEST, this.wait * 1.7);
  }

  #link(online) {
    if (this.online === online) return;
    this.online = online;
    this.tell("", "link", online);
  }
}
