// The match once more, small, beside its result: any position by a slider, or all of them by themselves.
import { get } from "./api.js";
import { Board, known } from "./board.js";
import { $, button, fill, h, icon } from "./dom.js";
import { nameOf } from "./people.js";
import { capital, page, say } from "./words.js";

const PACE = 850; // milliseconds a step

export class Again {
  /** `from` is the step that it shows first; `ages` are what the match is counted in. */
  constructor(host, { table, log, ages, from }) {
    this.host = host;
    this.table = table;
    this.log = log;
    this.ages = ages;
    this.timer = 0;
    this.seen = new Map();
    const frame = h("div", { class: "board", inert: true }); // what it shows is said below
    this.board = new Board(frame, {});
    this.slider = h("input", { type: "range", min: 0, max: log.length, "aria-label": say("js.again"), oninput: () => this.#slid() });
    this.playing = button("", { class: "btn icon", "aria-label": say("js.again_play"), onclick: () => this.#play() });
    this.age = h("span", { class: "num small" });
    this.did = h("p", { class: "small muted" });
    const end = (name, label, step) =>
      button("", { class: "btn quiet icon", "aria-label": say(label), onclick: () => this.#jump(step) }, icon(name));
    const ends = [end("first", "js.again_first", 0), end("last", "js.again_last", log.length)];
    fill($(".body", host), frame, h("div", { class: "row" }, ends[0], this.playing, ends[1], this.slider, this.age), this.did);
    host.hidden = false;
    this.#stop();
    this.show(from);
  }

  async show(step) {
    this.step = step;
    this.slider.value = step;
    const last = this.log.length;
    this.slider.style.setProperty("--at", `${(100 * step) / Math.max(1, last)}%`);
    const state = await this.#position(step).catch(() => this.#stop());
    if (!state || step !== this.step) return;
    if (known(state.board)) this.board.show(state.board);
    const line = this.log[step - 1];
    const who = line && this.table.seats[line.seat] ? `${nameOf(this.table.seats[line.seat])} ` : "";
    this.did.textContent = line ? capital(who + line.words) : say("js.beginning");
    const words = line ? line.text.split(" ").slice(1) : [];
    this.board.ticks((t) => t.at !== undefined && words.includes(t.at));
    const age = this.ages.begins.findLast(([at]) => at <= step)?.[1];
    this.age.textContent = age ? say(`js.${this.ages.unit}`, { n: age }) : "";
    $(".chip", this.host).textContent = say("js.step_of", { n: step, most: last });
  }

  #position(step) {
    if (!this.seen.has(step)) this.seen.set(step, get(`/api/tables/${this.table.id}/at/${step}`, { code: page.code }));
    return this.seen.get(step);
  }

  #slid() {
    this.#jump(Number(this.slider.value));
  }

  #jump(step) {
    this.#stop();
    this.show(step);
  }

  #play() {
    if (this.timer) return this.#stop();
    if (this.step >= this.log.length) this.show(0);
    this.timer = setInterval(() => (this.step < this.log.length ? this.show(this.step + 1) : this.#stop()), PACE);
    fill(this.playing, icon("pause"));
    return undefined;
  }

  #stop() {
    clearInterval(this.timer);
    this.timer = 0;
    fill(this.playing, icon("play"));
  }
}
