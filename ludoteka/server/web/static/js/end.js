// The end: who won and by how much, the score table, how the points came, and what to do next.
import { Again } from "./again.js";
import { get, post } from "./api.js";
import { chart, curveOf } from "./chart.js";
import { scoredTable, stepsOf } from "./final.js";
import { Turning } from "./turning.js";
import { $, button, fill, h, icon, sign, tintOf, toast } from "./dom.js";
import { phone } from "./layout.js";
import { letterOf, nameOf, shared } from "./people.js";
import { capital, page, say } from "./words.js";

const AHEAD = 3; // sources of points of which it is told who got most

export class End {
  constructor(host, now) {
    this.host = host;
    this.now = now;
    this.done = false;
  }

  show(over) {
    this.host.hidden = !over;
    if (!over) return;
    if (this.done) {
      // nothing changes any more, but somebody may want to play again
      if (this.now().table.rematch !== this.rematch) this.#again(this.now().table);
      return;
    }
    const { table, state } = this.now();
    this.host.classList.toggle("cut", !state.scores);
    if (!state.scores) {
      // a record that breaks off
      $("#win", this.host).textContent = say("js.unfinished");
      fill($("#end-acts", this.host), this.#acts(table));
      this.done = true;
      return;
    }
    const gone = (seat) => Number(Boolean(table.seats[seat].gone) && table.seats[seat].kind === "human"); // whoever is not there at the end comes last
    const better = (a, b) => gone(a) - gone(b) || compare(state.scores[b], state.scores[a]);
    const order = table.seats.map((s) => s.seat).sort(better);
    const winners = table.seats.filter((s) => state.shares[s.seat] > 0);
    $("#win-sign", this.host).hidden = !winners.length;
    fill(
      $("#win-sign", this.host),
      winners.slice(0, 1).map((s) => sign(s.seat, letterOf(s))),
    );
    $("#win", this.host).textContent = this.#headline(table, state, winners, order);
    fill($("#standing", this.host), this.#standing(table, state, order, better));
    fill($("#end-acts", this.host), this.#acts(table));
    this.done = true;
    this.rematch = table.rematch;
    const steps = stepsOf(this.now().log);
    $("#scored", this.host).hidden = !steps.length;
    fill($("#scored .body", this.host), steps.length ? scoredTable(steps, table.seats) : []);
    this.#story(table);
  }

  #headline(table, state, winners, order) {
    if (state.standing?.headline) return state.standing.headline;
    if (!winners.length) return say("js.nobody_wins");
    if (winners.length > 1) return say("js.shared", { names: winners.map(nameOf).join(", ") });
    const [first, second] = order;
    const name = nameOf(winners[0]).replace(/ (?=\d+$)/, "\u00a0"); // "Magpie 2" stays on one line
    const you = winners[0].mine && !shared(table);
    if (second === undefined || table.seats.some((s) => s.gone)) return you ? say("js.you_win") : say("js.wins", { name });
    const gap = state.scores[first][0] - state.scores[second][0];
    const by = gap > 0 ? say("js.by", { n: gap }) : say("js.by_tie");
    return you ? say("js.you_win_by", { by }) : say("js.wins_by", { name, by });
  }

  #standing(table, state, order, better) {
    const { names = page.scores ?? [], lead = 0, others = [] } = state.standing ?? {};
    const width = Math.max(...state.scores.map((s) => s.length));
    const best = Math.max(1, ...[...state.scores, ...others.map(([, score]) => score)].map((s) => s[lead]));
    const bar = (points, tint) =>
      h("span", { class: "bar" }, h("span", { class: tint, style: `width:${(100 * Math.max(0, points)) / best}%` }));
    const figures = (score) => [
      h("td", { class: "tot num" }, String(score[lead])),
      score.slice(lead + 1).map((v) => h("td", { class: "num tie" }, String(v))),
    ];
    let rank = 0;
    const rows = order.map((seat, i) => {
      const before = others.filter(([, score]) => compare(score, state.scores[seat]) > 0).length;
      if (!i || better(order[i - 1], seat)) rank = i + 1 + before;
      const { gone } = table.seats[seat];
      const score = state.scores[seat];
      return h(
        "tr",
        { class: rank === 1 ? "first" : "" },
        h("td", { class: "rk num" }, String(rank)),
        h(
          "th",
          { scope: "row" },
          h(
            "span",
            { class: "who" },
            sign(seat, letterOf(table.seats[seat])),
            h("span", { class: "cut" }, nameOf(table.seats[seat]), gone ? h("small", {}, say(`js.end_${gone}`)) : null),
          ),
        ),
        h("td", { class: "wide", "data-seat": seat }, bar(score[lead], tintOf(seat))),
        figures(score),
      );
    });
    for (const [name, score] of others) {
      const row = h(
        "tr",
        {},
        h("td", { class: "rk num" }, String(1 + order.filter((seat) => compare(state.scores[seat], score) >= 0).length)),
        h("th", { scope: "row" }, h("span", { class: "who" }, h("span", { class: "cut" }, name))),
        h("td", { class: "wide" }, bar(score[lead], "other")),
        figures(score),
      );
      const at = order.findIndex((seat) => compare(score, state.scores[seat]) > 0);
      rows.splice(at < 0 ? rows.length : at, 0, row);
    }
    const head = h(
      "tr",
      {},
      h("th", { scope: "col" }, h("span", { class: "sr" }, say("js.rank"))),
      h("th", { scope: "col" }, say("js.player")),
      h("td", { class: "wide" }),
      Array.from({ length: width - lead }, (_, i) =>
        h("th", { scope: "col", class: "num" }, names[i + lead] ?? (i ? say("js.tie", { n: i }) : say("js.points"))),
      ),
    );
    return h("table", { class: width > 2 ? "standing many" : "standing" }, h("thead", {}, head), h("tbody", {}, rows));
  }

  /** The others are told when somebody has set up a rematch. */
  #again(table) {
    this.rematch = table.rematch;
    fill($("#end-acts", this.host), this.#acts(table));
    toast(say("js.rematch_wanted"), { label: say("js.go"), action: () => location.assign(`/t/${table.rematch}`), stay: true });
  }

  #acts(table) {
    const again = button(
      say(table.rematch ? "js.to_rematch" : "js.rematch"),
      {
        class: "btn primary big grow",
        id: "rematch",
        onclick: async () => {
          if (table.rematch) return location.assign(`/t/${table.rematch}`);
          try {
            const made = await post(`/api/tables/${table.id}/rematch`);
            const open = made.table.seats.some((s) => s.kind === "open" || s.kind === "reserved");
            if (!open) await post(`/api/tables/${made.table.id}/start`);
            location.assign(`/t/${made.table.id}`);
          } catch (error) {
            toast(error.message);
          }
        },
      },
      icon("play"),
    );
    return [
      table.seats.some((s) => s.mine) ? again : null,
      h("a", { class: "btn big grow", href: `/r/${table.id}` }, icon("eye"), say("js.see_again")),
      h(
        "a",
        { class: "btn big grow", href: `/api/tables/${table.id}/record`, download: `${table.game}-${table.id}.txt` },
        icon("scroll"),
        say("js.save_record"),
      ),
      h("a", { class: "btn big quiet grow", href: "/" }, say("js.to_shelf")),
    ];
  }

  /** Where the points came from, how they ran, and the moments that counted. */
  async #story(table) {
    const story = await get(`/api/tables/${table.id}/story`, { code: page.code }).catch((error) => {
      $("#curve", this.host).textContent = error.message;
    });
    if (!story) return;
    const { sources, ages, others } = story;
    const points = story.points.map((own, step) => [...own, ...others.map((side) => side.points[step])]);
    const names = [...table.seats.map(nameOf), ...others.map((side) => side.name)];
    this.#how(sources, table);
    this.#bars(sources, table);
    this.#sources(story, table);
    fill($("#curve", this.host), chart(curveOf(points), names, { ages, seats: table.seats.length }).root);
    if (!phone()) {
      const from = story.lead?.[0] ?? this.now().log.length;
      new Again($("#again", this.host), { table, log: this.now().log, ages, from });
    }
    new Turning($("#moments", this.host), { table, log: this.now().log, lead: story.lead, ages });
  }

  /** Who was far ahead of the others in what. */
  #how(sources, table) {
    const best = sources.flatMap(({ name, points }) => {
      const [first, second] = table.seats.map((s) => s.seat).sort((a, b) => points[b] - points[a]);
      const ahead = second === undefined ? 0 : points[first] - points[second];
      return ahead > 0 && points[first] > 0 ? [{ name, seat: first, n: points[first], ahead }] : [];
    });
    const told = best.sort((a, b) => b.ahead - a.ahead).slice(0, AHEAD);
    $("#win-how", this.host).hidden = !told.length;
    const list = told.map(({ name, seat, n }) => `${name} (${nameOf(table.seats[seat])}, ${n})`);
    $("#win-how", this.host).textContent = say("js.best", { list: list.join(", ") });
  }

  /** Bars of patterned parts in the table of places, or below it on a phone. */
  #bars(sources, table) {
    const gained = (seat) => sources.reduce((sum, s) => sum + Math.max(0, s.points[seat]), 0);
    const { lead = 0, others = [] } = this.now().state.standing ?? {};
    const alone = h("div", { class: "bars-alone" }); // where the table has no room for them
    const most = Math.max(1, ...table.seats.map((s) => gained(s.seat)), ...others.map(([, score]) => score[lead]));
    for (const cell of sources.length ? this.host.querySelectorAll("td.wide[data-seat]") : []) {
      const seat = Number(cell.dataset.seat);
      const said = sources
        .filter((s) => s.points[seat])
        .map((s) => `${s.name} ${s.points[seat]}`)
        .join(", ");
      const parts = sources.map((s, i) =>
        s.points[seat] > 0
          ? h(
              "span",
              {
                class: `src q${(i % 10) + 1}`,
                style: `width:${(100 * s.points[seat]) / most}%`,
                title: `${s.name}: ${s.points[seat]}`,
              },
              s.points[seat] / most > 0.05 ? h("b", {}, String(s.points[seat])) : null,
            )
          : null,
      );
      const bar = h("span", { class: "bar parts", role: "img", "aria-label": say("js.bars", { parts: said }) }, parts);
      fill(cell, bar);
      alone.append(sign(seat, letterOf(table.seats[seat])), bar.cloneNode(true));
    }
    if (alone.childElementCount) $("#standing", this.host).append(alone);
  }

  /** The same in numbers: a row for every source, a column for every seat. */
  #sources({ sources, note }, table) {
    if (!sources.length) return;
    const number = (n) => (n ? String(n).replace("-", "−") : "–");
    const head = h(
      "tr",
      {},
      h("th", {}, say("js.source")),
      table.seats.map((s) => h("th", { class: "num", scope: "col" }, sign(s.seat), h("span", { class: "cut" }, nameOf(s)))),
    );
    const rows = sources.map((s, i) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, h("i", { class: `src q${(i % 10) + 1}` }), capital(s.name)),
        table.seats.map(({ seat }) => h("td", { class: "num" }, number(s.points[seat]))),
      ),
    );
    const total = h(
      "tr",
      { class: "total" },
      h("th", { scope: "row" }, say("js.total")),
      table.seats.map(({ seat }) => h("td", { class: "num" }, String(sources.reduce((sum, s) => sum + s.points[seat], 0)))),
    );
    $("#standing", this.host).append(
      h("table", { class: "scored sources" }, h("thead", {}, head), h("tbody", {}, rows, total)),
      note ? h("p", { class: "small muted" }, note) : "",
    );
  }
}

function compare(a, b) {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) - (b[i] ?? 0);
  }
  return 0;
}
