// What stands above a table and in place of a question: when it is, and whose move.
import { nameOf } from "./people.js";
import { say } from "./words.js";

/** Round or turn, whose move it is, and whether it counts. */
export function subtitle(table, state, log) {
  const { round, rounds, turn, time } = state.view;
  if (table.status === "finished" && rounds && round) return say("js.over_rounds", { n: Math.min(round, rounds) });
  if (table.status !== "playing") return say(`js.status_${table.status}`);
  const movers = log.map((l) => l.seat).filter((seat) => seat >= 0);
  const turns = typeof turn === "number" ? turn : movers.filter((seat, i) => seat !== movers[i - 1]).length;
  let when = say("js.turn_n", { n: Math.max(1, turns) });
  if (round === 0) when = say("js.getting_ready");
  else if (round && rounds) when = say("js.round_of", { n: Math.min(round, rounds), most: rounds });
  else if (round)
    when = time?.end ? say("js.chapter_of", { n: Math.min(round, time.end), most: time.end }) : say("js.chapter_n", { n: round });
  const seat = table.seats[table.to_move];
  const who = state.actions.length ? say("js.your_turn_caps") : seat ? say("js.moves_short", { name: nameOf(seat) }) : say("js.chance");
  return [when, who, table.rated ? say("js.rated") : ""].filter(Boolean).join(" · ");
}

/** Who is waited for, in place of a question. */
export function waitingFor(table, mine) {
  if (table.status !== "playing") return { question: "", hint: "" };
  const seat = table.seats[table.to_move];
  if (!seat) return { question: say("js.chance"), hint: "" };
  const hint = mine ? say("js.plan_hint") : say("js.watching");
  if (table.in_line) return { question: say(`js.waiting_${Math.min(table.in_line, 6)}`, { n: table.in_line }), hint };
  return { question: say("js.moves_now", { name: nameOf(seat) }), hint };
}
