// Before the match: who sits where, the invitation, and the start.
import { get, patch, post, put } from "./api.js";
import { $, brought, button, fill, h, icon, sign, toast } from "./dom.js";
import { botName, letterOf, levelOf, nameOf } from "./people.js";
import { page, say, span } from "./words.js";

/** Soon in minutes, else the day and the hour. */
function begins(at) {
  const left = at - Date.now() / 1000;
  const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "full", timeStyle: "short" }).format(at * 1000);
  return left < 5400 ? say("js.begins", { span: span(left) }) : say("js.begins_at", { date });
}

/** Terms and what they are. */
const list = (place, terms) =>
  fill(
    place,
    terms.flatMap((t) => [
      h("dt", {}, t.label),
      h("dd", {}, t.value),
      t.about?.length ? h("dd", { class: "whole" }, brought(t.about)) : null,
    ]),
  );

export class Room {
  constructor(host, path) {
    this.host = host;
    this.path = path;
    this.friends = null; // asked for when there is a seat for one
  }

  /** @param {Told.TableOut} table */
  show(table) {
    this.table = table; // also when it is over here: an answer that comes late shows what is now
    this.host.hidden = table.status !== "waiting" && table.status !== "closed";
    this.#talk(table.status === "waiting");
    if (this.host.hidden) return;
    this.#ask(table);
    const seated = table.seats.some((s) => s.mine && s.kind === "human");
    const invited = table.seats.some((s) => s.mine && s.kind === "reserved");
    const free = table.seats.some((s) => s.kind === "open" || (s.kind === "reserved" && s.mine));
    const taken = table.seats.filter((s) => s.kind !== "open").length;
    $("#room-count", this.host).textContent = `${taken} / ${table.seats.length}`;
    const rows = table.seats.map((seat) => this.#seat(seat, seated));
    fill($("#room-seats", this.host), rows);
    $("#room-ask", this.host).textContent = say(`js.room_${this.#moment(table, seated, free)}`);
    const actions = [];
    const counts = $("#room-rated", this.host);
    counts.hidden = table.status === "closed";
    counts.textContent = table.rated ? say("js.counts") : table.unrated;
    const counted = { label: say("js.counts_label"), value: say(table.rated ? "js.rated_yes" : "js.rated_no") };
    const watched = { label: say("js.watchers"), value: say(table.watch ? "js.watched" : "js.unwatched") };
    list($("#room-terms", this.host), [...table.terms, counted, watched]);
    list($("#room-stakes", this.host), table.status === "closed" ? [] : this.#stakes(table));
    const removed = this.seated && !seated && table.status === "waiting";
    if (removed) toast(say("js.removed"));
    this.seated = seated;
    $("#room-name", this.host).hidden = seated || !free || Boolean(page.me?.account) || table.status === "closed";
    if (table.status !== "closed") {
      if (!seated && free)
        actions.push(button(say("js.sit"), { class: "btn primary big", onclick: () => this.#do("join", { code: page.code ?? "" }) }));
      if (invited) actions.push(button(say("js.decline"), { onclick: () => this.#do("leave").then(() => location.assign("/")) }));
      if (table.begins) actions.push(h("p", { class: "muted" }, begins(table.begins)));
      else if (table.source === "pair") actions.push(h("p", { class: "muted" }, say("js.begins_full")));
      if (table.host) actions.push(...this.#hosting(table));
      if (!table.host && seated) actions.push(h("p", { class: "muted" }, say("js.wait_host")));
    }
    fill($("#room-acts", this.host), actions);
    const link = $("#invite", this.host);
    link.hidden = !table.code || table.status === "closed";
    if (table.code) {
      const address = `${location.origin}/t/${table.id}?code=${table.code}`;
      $("#invite-link", this.host).value = address;
      const qr = $("#invite-qr", this.host);
      const source = `/t/${table.id}/qr.svg?code=${table.code}`;
      if (qr.getAttribute("src") !== source) qr.setAttribute("src", source);
    }
    this.#friends(table);
  }

  /** What is asked of whoever looks. */
  #moment(table, seated, free) {
    if (table.status === "closed") return "closed";
    if (table.host) return "start";
    if (seated) return "wait";
    return free ? "sit" : "full";
  }

  /** A host calls friends to a free seat with one click. */
  async #friends(table) {
    const place = $("#invite-people", this.host);
    const open = table.host && page.me?.account && table.status === "waiting" && table.seats.some((s) => s.kind === "open");
    place.hidden = !open;
    if (!open) return;
    this.friends ??= get("/api/me/people").then(
      (known) => known.friends,
      () => [],
    );
    const here = table.seats.map((s) => s.person);
    const away = (await this.friends).filter((friend) => !here.includes(friend.id)).slice(0, 6);
    fill(
      place,
      away.map((friend) =>
        button(
          friend.name,
          { class: "btn tiny", onclick: () => this.#call(post(`${this.path}/invite`, { person: friend.id })) },
          icon("plus"),
        ),
      ),
    );
  }

  /** Before the match those who look on and those who play talk here, later at the side of the board. */
  #talk(here) {
    const chat = $("#chat");
    const home = here ? $("#room-talk", this.host) : $(".talk");
    $("#room-talk", this.host).hidden = !here;
    if (chat.parentElement === home) return;
    home.insertBefore(chat, here ? null : $("#plan"));
    chat.hidden = !here && $("#tab-chat").getAttribute("aria-selected") !== "true";
  }

  /** Ratings, and what each place would bring: asked for when others sit here. */
  async #ask(table) {
    const who = JSON.stringify([table.rated, table.seats.map((s) => [s.name, s.bot, s.kind])]);
    if (who === this.asked) return;
    this.asked = who;
    const found = await get(`${this.path}/stakes`, { code: page.code }).catch(() => null);
    if (!found || who !== this.asked) return;
    this.worth = found;
    this.show(this.table);
  }

  #stakes(table) {
    const { mine, places = [] } = this.worth ?? {};
    const by = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));
    const tint = (n) => (n > 0 ? "gain" : n < 0 ? "loss" : "");
    const all = places.map((n, i) => h("span", { class: `stake num ${tint(n)}` }, say("js.stake", { n: i + 1, by: by(n) })));
    const found = [];
    if (all.length) found.push({ label: mine === null ? say("js.stakes_new") : say("js.stakes", { n: mine }), value: all });
    if (table.clock.kind !== "none") found.push({ label: say("js.out_of_time"), value: say("js.bot_plays_on") });
    return found;
  }

  /**
   * @param {Told.SeatOut} seat
   * @param {boolean} seated
   */
  #seat(seat, seated) {
    const { table } = this;
    const row = h(
      "li",
      { class: `item s${seat.seat + 1}` },
      h("span", { class: seat.kind === "open" ? "place free" : "place" }, sign(seat.seat, letterOf(seat))),
      h("span", {}, h("b", {}, nameOf(seat)), h("small", {}, this.#about(seat)), h("small", {}, this.#manner(seat))),
    );
    if (seat.seat === this.worth?.host && !table.host) row.append(h("span", { class: "chip" }, icon("crown"), say("js.host")));
    if (table.host && !seat.mine && seat.kind !== "human") {
      const pick = h(
        "select",
        {
          class: "input",
          "aria-label": say("js.who_sits", { n: seat.seat + 1 }),
          onchange: () => this.#call(put(`${this.path}/seats/${seat.seat}`, { bot: pick.value })),
        },
        h("option", { value: "" }, say("js.seat_person")),
        page.bots.map((b) => h("option", { value: b, selected: seat.bot === b }, botName(b))),
      );
      row.append(pick);
    } else if (table.host && !seat.mine) {
      row.append(
        button(
          say("js.remove_short"),
          {
            class: "btn quiet",
            "data-remove": seat.seat,
            "aria-label": say("js.remove_guest", { name: nameOf(seat) }),
            onclick: () => this.#call(put(`${this.path}/seats/${seat.seat}`, { bot: "" })),
          },
          icon("x"),
        ),
      );
    } else if (!seated && seat.kind === "open") {
      row.append(button(say("js.take"), { onclick: () => this.#do("join", { seat: seat.seat, code: page.code ?? "" }) }));
    }
    return row;
  }

  /** "1138 · you": the rating in this game, and what else there is to say. */
  #about(seat) {
    const what = seat.mine ? "js.you" : seat.kind === "bot" ? "js.bot" : seat.kind === "reserved" ? "js.reserved" : "";
    const rating = seat.kind === "open" ? null : this.worth?.ratings[seat.seat];
    const n = this.worth?.company[seat.seat]?.matches;
    const level = seat.kind === "bot" && levelOf(seat.bot);
    return [rating, n && say("js.matches", { n }), what && say(what), level].filter(Boolean).join(" · ");
  }

  /** "finishes 99 % · answers in 3 h": what to expect of a person. */
  #manner(seat) {
    const { finishes, answers_in } = this.worth?.company[seat.seat] ?? {};
    if (seat.mine || typeof finishes !== "number") return "";
    const words = [say("js.finishes", { n: finishes })];
    if (answers_in !== null) words.push(say("js.answers_in", { span: span(answers_in) }));
    return words.join(" · ");
  }

  #hosting(table) {
    const open = table.seats.some((s) => s.kind === "open" || s.kind === "reserved");
    const fillWith = page.bots.at(page.bots.length > 1 ? 1 : 0);
    const label = open ? say("js.start_bots") : say("js.start");
    return [
      button(
        label,
        { class: "btn primary big", id: "start", onclick: () => this.#do("start", open ? { fill: fillWith } : {}) },
        icon("play"),
      ),
      button(say("js.close_table"), { class: "btn quiet", onclick: () => this.#do("close") }),
    ];
  }

  async #do(what, body = {}) {
    const name = $("#room-called", this.host).value.trim();
    const named = what === "join" && name && name !== page.me?.name ? patch("/api/me", { name }) : Promise.resolve();
    return this.#call(
      named
        .then(() => post(`${this.path}/${what}`, body))
        .then(() => {
          if (what === "join") location.assign(`/t/${this.table.id}`);
        }),
    );
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
