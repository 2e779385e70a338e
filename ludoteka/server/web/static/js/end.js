// The end: who won and by how much, the score table, how the points came, and what to do next.
import { get, post } from "./api.js";
import { chart, curveOf } from "./chart.js";
import { $, button, fill, h, icon, sign, toast } from "./dom.js";
import { letterOf, nameOf } from "./people.js";
import { page, say } from "./words.js";

export class End {
  constructor(host, now) {
    this.host = host;
    this.now = now;
    this.done = false;
  }

  show(over) {
    this.host.hidden = !over;
    if (!over) return;
    const { table, state } = this.now();
    const order = table.seats.map((s) => s.seat).sort((a, b) => compare(state.scores[b], state.scores[a]));
    const winners = table.seats.filter((s) => state.shares[s.seat] > 0);
    fill($("#win-sign", this.host), winners.slice(0, 1).map((s) => sign(s.seat, letterOf(s))));
    $("#win", this.host).textContent = this.#headline(state, winners, order);
    fill($("#standing", this.host), this.#standing(table, state, order));
    fill($("#end-acts", this.host), this.#acts(table));
    if (!this.done) {
      this.done = true;
      this.#curve(table);
    }
  }

  #headline(state, winners, order) {
    if (!winners.length) return say("js.nobody_wins");
    if (winners.length > 1) return say("js.shared", { names: winners.map(nameOf).join(", ") });
    const [first, second] = order;
    const name = nameOf(winners[0]);
    if (second === undefined) return winners[0].mine ? say("js.you_win") : say("js.wins", { name });
    const gap = state.scores[first][0] - state.scores[second][0];
    const by = gap > 0 ? say("js.by", { n: gap }) : say("js.by_tie");
    return winners[0].mine ? say("js.you_win_by", { by }) : say("js.wins_by", { name, by });
  }

  #standing(table, state, order) {
    const width = Math.max(...state.scores.map((s) => s.length));
    const best = Math.max(1, ...state.scores.map((s) => s[0]));
    let rank = 0;
    const rows = order.map((seat, i) => {
      if (!i || compare(state.scores[seat], state.scores[order[i - 1]])) rank = i + 1;
      const score = state.scores[seat];
      const bar = h("span", { class: "bar" }, h("span", { class: `s${seat + 1}`, style: `width:${(100 * Math.max(0, score[0])) / best}%` }));
      return h("tr", { class: rank === 1 ? "first" : "" },
        h("td", { class: "rk num" }, String(rank)),
        h("th", { scope: "row" }, h("span", { class: "who" }, sign(seat, letterOf(table.seats[seat])), h("span", { class: "cut" }, nameOf(table.seats[seat])))),
        h("td", { class: "wide", "aria-hidden": "true" }, bar),
        h("td", { class: "tot num" }, String(score[0])),
        [...score.slice(1)].map((v) => h("td", { class: "num tie" }, String(v))));
    });
    const names = page.scores ?? [];
    const head = h("tr", {}, h("th", { scope: "col" }, h("span", { class: "sr" }, say("js.rank"))), h("th", { scope: "col" }, say("js.player")), h("td", { class: "wide" }),
      Array.from({ length: width }, (_, i) => h("th", { scope: "col", class: "num" }, names[i] ?? (i ? say("js.tie", { n: i }) : say("js.points")))));
    return h("table", { class: "standing" }, h("thead", {}, head), h("tbody", {}, rows));
  }

  #acts(table) {
    const again = button(say(table.rematch ? "js.to_rematch" : "js.rematch"), {
      class: "btn primary big", id: "rematch", onclick: async () => {
        if (table.rematch) return location.assign(`/t/${table.rematch}`);
        try {
          const made = await post(`/api/tables/${table.id}/rematch`);
          const open = made.table.seats.some((s) => s.kind === "open" || s.kind === "reserved");
          if (!open) await post(`/api/tables/${made.table.id}/start`);
          location.assign(`/t/${made.table.id}`);
        } catch (error) { toast(error.message); }
      },
    }, icon("play"));
    return [
      table.seats.some((s) => s.mine) ? again : null,
      h("a", { class: "btn big", href: `/r/${table.id}` }, icon("eye"), say("js.see_again")),
      h("a", { class: "btn big", href: `/api/tables/${table.id}/record`, download: `${table.game}-${table.id}.txt` }, icon("scroll"), say("js.save_record")),
      h("a", { class: "btn big quiet", href: "/" }, say("js.to_shelf")),
    ];
  }

  async #curve(table) {
    const host = $("#curve", this.host);
    try {
      const scores = await get(`/api/tables/${table.id}/scores`, { code: page.code });
      fill(host, chart(curveOf(scores), table.seats.map(nameOf)).root);
    } catch (error) {
      host.textContent = error.message;
    }
  }
}

function compare(a, b) {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) - (b[i] ?? 0);
  }
  return 0;
}
