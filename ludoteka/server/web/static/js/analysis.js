// What the decisions of a finished match were worth: asked for by a button, then a graph and the largest losses.
import { get, post } from "./api.js";
import { chart } from "./chart.js";
import { $, button, fill, h, icon, sign, svg } from "./dom.js";
import { nameOf } from "./people.js";
import { lang, page, say } from "./words.js";

const POLL = 700;
const SMALL = 0.02; // a loss below this is noise of the search
const percent = (share) => Math.round(share * 100);
const tenths = new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export class Analysis {
  /** `go(step)` shows a position; `changed()` is called when values are there. */
  constructor(host, { table, log, go, changed }) {
    this.host = host;
    this.table = table;
    this.log = log;
    this.go = go;
    this.changed = changed;
    this.path = `/api/tables/${page.id}/analysis/`;
    this.body = $(".body", host);
    this.byNumber = new Map();
    get(this.path, { code: page.code }).then(
      (seen) => this.#show(seen),
      () => {},
    );
  }

  /** What was said about the action before this position: a decision, or nothing. */
  of(step) {
    return this.byNumber.get(step - 1);
  }

  /** In words: how good it was and what would have been better. */
  words(step) {
    const d = this.of(step);
    if (!d) return "";
    const left = say("js.worth", { n: percent(d.value) });
    return d.best && d.loss > SMALL ? `${left} ${say("js.better", { what: d.best, n: percent(d.loss) })}` : left;
  }

  at(step) {
    this.cursor?.setAttribute("transform", `translate(${this.graph.x(step)} 0)`);
    for (const row of this.rows ?? []) row.setAttribute("aria-current", Number(row.dataset.step) === step ? "step" : "false");
  }

  /** @param {Told.AnalysisOut} seen */
  #show(seen) {
    this.host.hidden = !seen.offered && seen.done < seen.of;
    if (seen.done >= seen.of && seen.decisions.length) this.#told(seen);
    else if (seen.at_work) this.#working(seen);
    else this.#offer();
  }

  #offer(problem = "") {
    const ask = button(say("js.analyse"), { id: "analyse", class: "btn primary", onclick: () => this.#begin() }, icon("chart"));
    fill(
      this.body,
      h("p", { class: "muted" }, say("js.analyse_how")),
      problem ? h("p", { class: "verdict", role: "alert" }, problem) : null,
      h("div", { class: "btn-row spaced" }, ask),
    );
  }

  async #begin() {
    $("#analyse", this.body).disabled = true;
    try {
      this.#show(await post(this.path, {}, { code: page.code }));
    } catch (error) {
      this.#offer(error.message);
    }
  }

  #working(seen) {
    let bar = $("progress", this.body);
    if (!bar) {
      bar = h("progress", { max: seen.of, "aria-label": say("js.analysing") });
      fill(
        this.body,
        h("p", { class: "muted", role: "status" }, say("js.analysing")),
        bar,
        h("p", { class: "num small muted", id: "analysed" }),
      );
    }
    bar.value = seen.done;
    $("#analysed", this.body).textContent = say("js.analysed", { n: seen.done, most: seen.of });
    setTimeout(async () => {
      try {
        const next = await get(this.path, { code: page.code });
        if (next.at_work || next.done >= next.of) this.#show(next);
        else this.#offer(say("js.fault"));
      } catch (error) {
        if (error.status) this.#offer(error.message);
        else this.#working(seen); // no line for a while: ask again
      }
    }, POLL);
  }

  /** @param {Told.AnalysisOut} seen */
  #told(seen) {
    this.byNumber = new Map(seen.decisions.map((d) => [d.n, d]));
    this.graph = this.#graph(seen);
    this.rows = seen.worst.map((n) => this.#loss(this.byNumber.get(n)));
    const losses = this.rows.length
      ? [
          h("h3", { class: "caps" }, say("js.losses")),
          h(
            "ol",
            { class: "losses" },
            this.rows.map((row) => h("li", {}, row)),
          ),
        ]
      : [h("p", { class: "muted" }, say("js.no_losses"))];
    const seats = h(
      "ul",
      { class: "mean-loss" },
      seen.mean_loss.map((loss, i) =>
        h(
          "li",
          {},
          sign(i),
          h("span", { class: "cut" }, nameOf(this.table.seats[i])),
          h("b", { class: "num" }, `${percent(seen.accuracy[i])} %`),
          h("span", { class: "num muted" }, `${loss >= 0.0005 ? "−" : ""}${tenths.format(loss * 100)} %`),
        ),
      ),
    );
    fill(
      this.body,
      h("p", { class: "small muted" }, say("js.graph_how")),
      this.graph.root,
      losses,
      h("h3", { class: "caps" }, say("js.mean_loss")),
      seats,
      h("p", { class: "small muted" }, say("js.analysis_note")),
    );
    this.changed();
  }

  #graph(seen) {
    const known = seen.decisions.filter((d) => d.shares.length);
    const curve = {
      steps: known.map((d) => d.n + 1),
      points: this.table.seats.map((_, seat) => known.map((d) => percent(d.shares[seat]))),
    };
    const names = this.table.seats.map(nameOf);
    const graph = chart(curve, names, { ages: page.ages, low: 0, high: 100, last: seen.of, unit: " %", label: say("js.shares_label") });
    const { root, x, y, top, bottom } = graph;
    for (const n of seen.worst) {
      const d = this.byNumber.get(n);
      const mark = svg("circle", {
        class: "loss-mark",
        cx: x(n + 1),
        cy: y(percent(known.find((end) => end.n >= n)?.shares[d.seat] ?? d.value)),
        r: 8,
      });
      mark.append(svg("title"));
      mark.firstChild.textContent = `${this.#who(d)}: −${percent(d.loss)} %`;
      root.append(mark);
    }
    this.cursor = svg("path", { class: "cursor", d: `M0 ${top}V${bottom}` });
    root.append(this.cursor);
    root.addEventListener("click", (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());
      const near = known.reduce((a, b) => (Math.abs(x(b.n + 1) - point.x) < Math.abs(x(a.n + 1) - point.x) ? b : a));
      this.go(near.n + 1);
    });
    return graph;
  }

  #who(d) {
    return nameOf(this.table.seats[d.seat]);
  }

  /**
   * One of the largest losses: what was done, what would have been better.
   * @param {Told.DecisionOut} d
   */
  #loss(d) {
    const head = h(
      "span",
      { class: "head" },
      h("b", { class: "cut" }, this.#who(d)),
      h("span", { class: "loss num" }, `−${percent(d.loss)} %`),
    );
    return h(
      "button",
      { type: "button", "data-step": d.n + 1, onclick: () => this.go(d.n + 1) },
      sign(d.seat),
      h("span", {}, head, h("span", {}, this.log[d.n].words), h("small", {}, say("js.instead", { what: d.best }))),
    );
  }
}
