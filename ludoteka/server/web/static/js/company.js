// What players ask of each other: to take a move back, to take over a seat that was left, to leave.
import { get, post } from "./api.js";
import { $, button, fill, h, toast } from "./dom.js";
import { nameOf } from "./people.js";
import { page, say } from "./words.js";

const complain = (error) => toast(error.message);

export class Company {
  constructor(path) {
    this.path = path;
  }

  /** The menu of a table: hand the own seat over, or leave. */
  listen() {
    $("#hand-over").addEventListener("click", () => {
      if (confirm(say("js.hand_over_sure"))) post(`${this.path}/hand-over`).then(() => location.reload(), complain);
    });
    $("#leave").addEventListener("click", async () => {
      try {
        const { message } = await get(`${this.path}/leave`);
        if (confirm(message)) await post(`${this.path}/leave`);
      } catch (error) {
        complain(error);
      }
    });
  }

  /** @param {Told.TableOut} table */
  show(table) {
    this.#undoAsked(table);
    this.#gone(table);
  }

  #undoAsked(table) {
    const host = $("#asked");
    const asker = table.undo_asked_by === null ? null : table.seats[table.undo_asked_by];
    const mine = table.seats.find((s) => s.mine && !table.undo_agreed.includes(s.seat));
    if (!asker || !mine || asker.mine) return ask(host, "");
    const answer = (agree) => () => post(`${this.path}/undo/answer`, { agree, seat: mine.seat }).catch(complain);
    ask(host, `undo ${asker.seat} ${mine.seat}`, () => [
      h("p", {}, say("js.undo_wanted", { name: nameOf(asker) })),
      h(
        "div",
        { class: "btn-row" },
        button(say("js.agree"), { class: "btn primary", onclick: answer(true) }),
        button(say("js.refuse"), { onclick: answer(false) }),
      ),
    ]);
  }

  #gone(table) {
    const host = $("#gone");
    const seated = table.seats.some((s) => s.mine && s.gone !== "left");
    const free = seated || table.status !== "playing" ? undefined : table.seats.find((s) => s.gone === "free");
    if (free) {
      const take = () =>
        post(`${this.path}/substitute`, { seat: free.seat, code: page.code ?? "" }).then(() => location.reload(), complain);
      return ask(host, `free ${free.seat}`, () => [
        h("p", {}, say("js.free_seat")),
        button(say("js.take_over"), { class: "btn primary", onclick: take }),
      ]);
    }
    if (table.status !== "playing" || !table.seats.some((s) => s.mine && s.gone === "timeout")) return ask(host, "");
    const back = () => post(`${this.path}/back`).catch(complain);
    ask(host, "back", () => [h("p", {}, say("js.timed_out")), button(say("js.come_back"), { class: "btn primary", onclick: back })]);
  }
}

/** Ask something at its place, or nothing. The same question keeps its buttons: no click falls between old and new. */
function ask(host, about, parts) {
  host.hidden = !about;
  if (host.dataset.about === about) return;
  host.dataset.about = about;
  fill(host, about ? parts() : []);
}
