// What somebody said in advance at a table: standing answers and premoves. Kept by the server; only the owner reads it.
import { get, put } from "./api.js";
import { toast } from "./dom.js";

export class Orders {
  /** `seat()` is whose they are; `changed()` is called after every change. */
  constructor(path, seat, changed) {
    this.path = path;
    this.seat = seat;
    this.changed = changed;
    this.standing = [];
    this.premoves = [];
    this.ask_all = false;
    this.sent = 0;
  }

  async load() {
    this.#take(await get(`${this.path}/orders`, { seat: this.seat() }));
  }

  /** Say something else in advance. It counts at once, so that a change right after it keeps it. */
  async change(values) {
    Object.assign(this, values);
    const { standing, premoves, ask_all } = this;
    const mine = ++this.sent;
    try {
      const kept = await put(`${this.path}/orders`, { standing, premoves, ask_all }, { seat: this.seat() });
      if (mine === this.sent) this.#take(kept); // otherwise something newer is on its way
    } catch (error) {
      toast(error.message);
      await this.load().catch(() => {});
    }
    this.changed();
  }

  /** One premove more for a seat, whichever of those at this device is asked now. */
  async plan(seat, text) {
    const path = `${this.path}/orders`;
    try {
      const given = await get(path, { seat });
      const kept = await put(path, { ...given, premoves: [...given.premoves, text] }, { seat });
      if (seat === this.seat()) this.#take(kept);
    } catch (error) {
      toast(error.message);
    }
    this.changed();
  }

  #take({ standing, premoves, ask_all }) {
    Object.assign(this, { standing, premoves, ask_all });
  }
}
