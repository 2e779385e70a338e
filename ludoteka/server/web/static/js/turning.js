// Where a finished match turned: the decisions that changed the chances most, as its analysis found them.
import { get, post } from "./api.js";
import { $, button, fill, h, icon, sign } from "./dom.js";
import { nameOf } from "./people.js";
import { page, say } from "./words.js";

const POLL = 900;

export class Turning {
  /** `lead` is [step, seat]: when the winner took the lead for good; `ages` are what the match is counted in. */
  constructor(host, { table, log, lead, ages }) {
    this.host = host;
    this.table = table;
    this.log = log;
    this.lead = lead;
    this.ages = ages;
    this.path = `/api/tables/${table.id}/analysis/`;
    get(this.path, { code: page.code }).then(
      (seen) => this.#show(seen),
      () => this.#fill([]),
    );
  }

  /** @param {Told.AnalysisOut} seen */
  #show(seen) {
    if (seen.decisions.length)
      this.#fill(
        seen.turning.map((t) => this.#row(t)),
        seen.turning.length ? null : h("p", { class: "muted" }, say("js.no_turning")),
      );
    else if (seen.at_work) this.#working(seen);
    else
      this.#fill(
        [],
        seen.offered
          ? h(
              "p",
              { class: "btn-row spaced" },
              button(say("js.find_turning"), { id: "turning", onclick: () => this.#begin() }, icon("chart")),
            )
          : null,
      );
  }

  #fill(rows, more = null) {
    const lead = this.lead ? [this.#lead(...this.lead)] : [];
    const all = [...lead, ...rows].sort((a, b) => a.dataset.step - b.dataset.step);
    this.host.hidden = !all.length && !more;
    fill($(".body", this.host), all.length ? h("ol", { class: "moments" }, all) : null, more);
  }

  #link(step) {
    const age = this.ages.begins.findLast(([from, n]) => from < step && n > 0);
    const when = age ? say(`js.${this.ages.unit}`, { n: age[1] }) : say("js.moment", { n: step });
    return h("a", { class: "n num", href: `/r/${this.table.id}?step=${step}` }, when);
  }

  #lead(step, seat) {
    return h(
      "li",
      { "data-step": step },
      this.#link(step),
      sign(seat),
      h("span", {}, say("js.takes_lead", { name: nameOf(this.table.seats[seat]) })),
    );
  }

  /** @param {Told.Turning} turn */
  #row({ n, seat, gain }) {
    const line = this.log[n];
    const words = h("span", {}, h("b", {}, nameOf(this.table.seats[line.seat]), " "), line.words);
    return h(
      "li",
      { "data-step": n + 1 },
      this.#link(n + 1),
      sign(line.seat),
      words,
      h("span", { class: "chip ok" }, say("js.turned", { name: nameOf(this.table.seats[seat]), n: Math.round(gain * 100) })),
    );
  }

  async #begin() {
    $("#turning", this.host).disabled = true;
    await post(this.path, {}, { code: page.code }).then(
      (seen) => this.#show(seen),
      (error) => this.#fill([], h("p", { class: "verdict", role: "alert" }, error.message)),
    );
  }

  #working(seen) {
    this.#fill(
      [],
      h(
        "p",
        { class: "muted", role: "status" },
        say("js.analysing"),
        h("progress", { max: seen.of, value: seen.done, "aria-label": say("js.analysing") }),
      ),
    );
    setTimeout(
      () =>
        get(this.path, { code: page.code }).then(
          (next) => this.#show(next),
          () => this.#working(seen),
        ),
      POLL,
    );
  }
}
