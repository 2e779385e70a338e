// Before the match: who sits where, the invitation, and the start.
import { post, put } from "./api.js";
import { $, button, fill, h, icon, sign, toast } from "./dom.js";
import { botName, letterOf, nameOf } from "./people.js";
import { page, say } from "./words.js";

export class Room {
  constructor(host, path) {
    this.host = host;
    this.path = path;
  }

  show(table) {
    this.host.hidden = table.status !== "waiting" && table.status !== "closed";
    if (this.host.hidden) return;
    this.table = table;
    const seated = table.seats.some((s) => s.mine);
    const free = table.seats.some((s) => s.kind === "open" || (s.kind === "reserved" && s.mine));
    const rows = table.seats.map((seat) => this.#seat(seat, seated));
    fill($("#room-seats", this.host), rows);
    const actions = [];
    const counts = $("#room-rated", this.host);
    counts.hidden = table.status === "closed";
    counts.textContent = table.rated ? say("js.counts") : table.unrated;
    if (table.status === "closed") actions.push(h("p", {}, say("js.closed")));
    else {
      if (!seated && free) actions.push(button(say("js.sit"), { class: "btn primary big", onclick: () => this.#do("join", { code: page.code ?? "" }) }));
      if (table.host) actions.push(...this.#hosting(table));
      if (!table.host && seated) actions.push(h("p", { class: "muted" }, say("js.wait_host")));
    }
    fill($("#room-acts", this.host), actions);
    const link = $("#invite", this.host);
    link.hidden = !table.code || table.visibility === "private";
    if (table.code) {
      const address = `${location.origin}/t/${table.id}?code=${table.code}`;
      $("#invite-link", this.host).value = address;
      const qr = $("#invite-qr", this.host);
      const source = `/t/${table.id}/qr.svg?code=${table.code}`;
      if (qr.getAttribute("src") !== source) qr.setAttribute("src", source);
    }
  }

  #seat(seat, seated) {
    const { table } = this;
    const row = h("li", { class: `item s${seat.seat + 1}` }, sign(seat.seat, letterOf(seat)),
      h("span", {}, h("b", {}, nameOf(seat)), h("small", {}, seat.mine ? say("js.you") : seat.kind === "bot" ? say("js.bot") : seat.kind === "reserved" ? say("js.reserved") : "")));
    if (table.host && !seat.mine && seat.kind !== "human") {
      const pick = h("select", {
        class: "input", "aria-label": say("js.who_sits", { n: seat.seat + 1 }),
        onchange: () => this.#call(put(`${this.path}/seats/${seat.seat}`, { bot: pick.value })),
      }, h("option", { value: "" }, say("js.seat_person")), page.bots.map((b) => h("option", { value: b, selected: seat.bot === b }, botName(b))));
      row.append(pick);
    } else if (!seated && seat.kind === "open") {
      row.append(button(say("js.take"), { onclick: () => this.#do("join", { seat: seat.seat, code: page.code ?? "" }) }));
    }
    return row;
  }

  #hosting(table) {
    const open = table.seats.some((s) => s.kind === "open" || s.kind === "reserved");
    const fillWith = page.bots.at(page.bots.length > 1 ? 1 : 0);
    const label = open ? say("js.start_bots") : say("js.start");
    return [
      button(label, { class: "btn primary big", id: "start", onclick: () => this.#do("start", open ? { fill: fillWith } : {}) }, icon("play")),
      button(say("js.close_table"), { class: "btn quiet", onclick: () => this.#do("close") }),
    ];
  }

  #do(what, body = {}) {
    return this.#call(post(`${this.path}/${what}`, body).then(() => { if (what === "join") location.assign(`/t/${this.table.id}`); }));
  }

  #call(promise) {
    return promise.catch((error) => toast(error.message));
  }
}

const copy = $("#invite-copy");
copy?.addEventListener("click", async () => {
  const field = $("#invite-link");
  try {
    await navigator.clipboard.writeText(field.value);
    toast(say("js.copied"));
  } catch {
    field.select();
  }
});
