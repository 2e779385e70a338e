// Plans of the server: what could be wanted with a thing, and what a plan would bring. Knows no rule.
import { get } from "./api.js";

/** The things that were pointed at, as a question to the server; null if single actions must be narrowed further here. */
export function thingsOf(picks) {
  const asked = [{}];
  for (const pick of picks) {
    if (pick.verb !== undefined || pick.field !== undefined || pick.text !== undefined) return null;
    const kinds = ["at", "what", "seat"].filter((kind) => pick[kind] !== undefined);
    const [first, ...others] = kinds.map((kind) => ({ [kind === "seat" ? "who" : kind]: pick[kind] }));
    if (!first || Object.keys(first).some((kind) => asked.every((q) => q[kind] !== undefined))) return null; // two places
    const ways = [first, ...others];
    asked.splice(0, asked.length, ...asked.flatMap((q) => ways.map((way) => ({ ...q, ...way }))));
  }
  return picks.length ? asked : null;
}

export class Plans {
  /** `path()` is where the table lives, `seat()` who asks, `ahead()` whether about the next turn, `moment()` the number of the position. */
  constructor(path, seat, ahead = () => false, moment = () => undefined) {
    this.path = path;
    this.seat = seat;
    this.ahead = ahead;
    this.moment = moment;
    this.asked = 0;
  }

  /** What could be wanted with what was pointed at, after these atoms; null if something newer was asked meanwhile. */
  async about(picks, atoms) {
    const mine = ++this.asked;
    for (const things of thingsOf(picks) ?? []) {
      const found = await this.#get({ ...things, after: atoms.join("; ") });
      if (mine !== this.asked || found === null) return null;
      if (found.length) return found;
    }
    return [];
  }

  /** What these atoms are and what follows from them; without any: the usual answer to the question. */
  async of(atoms) {
    const mine = ++this.asked;
    const found = await this.#get({ after: atoms.join("; ") });
    return mine === this.asked && found !== null ? (found[0] ?? null) : undefined;
  }

  /** Why what was meant with these things cannot be had. */
  async wish(picks) {
    for (const things of thingsOf(picks) ?? []) {
      const found = await get(`${this.path()}/wish`, this.#query(things)).catch((error) => ({ asked: "", conditions: [error], helps: [] }));
      if (found) return found;
    }
    return null;
  }

  /** Whatever is on its way is no longer wanted. */
  forget() {
    this.asked += 1;
  }

  #query(things) {
    return { ...things, seat: this.seat(), ahead: this.ahead() || undefined };
  }

  /**
   * Null if the position is over that it was asked about.
   * @returns {Promise<Told.IntentionOut[] | null>}
   */
  async #get(query) {
    const n = this.ahead() ? undefined : this.moment();
    return get(`${this.path()}/intentions`, { ...this.#query(query), n }).then(
      (answer) => (answer.stale ? null : answer.found),
      () => [],
    );
  }
}
