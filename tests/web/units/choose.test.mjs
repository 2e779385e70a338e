import assert from "node:assert/strict";
import { test } from "node:test";
import { complete, narrow, narrows, offers, pickMore } from "../../../ludoteka/server/web/static/js/choose.js";

const action = (text, args = {}) => ({ text, verb: text.split(" ")[0], args, label: text });
const BUILD = [action("build E7", { at: "E7" }), action("build D4", { at: "D4" })];
const MOVES = [action("move A1 B1", { at: "A1", to: "B1" }), action("move B1 A1", { at: "B1", to: "A1" })];

test("a thing keeps the actions that name it", () => {
  assert.deepEqual(narrow(BUILD, [{ at: "E7" }]), [BUILD[0]]);
  assert.deepEqual(narrow(BUILD, [{ at: "C3" }]), []);
  assert.deepEqual(narrow(BUILD, [{ verb: "build" }]), BUILD);
  assert.deepEqual(narrow(BUILD, [{ text: "build D4" }]), [BUILD[1]]);
});

test("what is pointed at first is where it begins", () => {
  assert.deepEqual(narrow(MOVES, [{ at: "A1" }]), [MOVES[0]]);
  assert.deepEqual(narrow(MOVES, [{ at: "B1" }, { at: "A1" }]), [MOVES[1]]);
});

test("another thing takes the place of one it cannot stand beside", () => {
  assert.deepEqual(pickMore(BUILD, [{ at: "E7" }], { at: "D4" }), [{ at: "D4" }]);
  assert.deepEqual(pickMore(MOVES, [{ at: "A1" }], { at: "B1" }), [{ at: "A1" }, { at: "B1" }]);
});

test("a thing is golden if pointing at it decides something", () => {
  assert.ok(narrows(BUILD, BUILD, [], { at: "E7" }));
  assert.ok(!narrows(BUILD, BUILD, [], { at: "C3" }));
  assert.ok(!narrows([BUILD[0], BUILD[0]], [BUILD[0], BUILD[0]], [], { at: "E7" }), "it leaves as many as before");
});

test("what cannot be clicked is a button", () => {
  const pass = action("pass");
  assert.equal(offers([pass], [], () => true).kind, "none");
  assert.deepEqual(offers([...BUILD, pass], [], (kind) => kind === "at").actions, [...BUILD, pass]);
  const many = "ABCDEFGH".split("").map((at) => action(`build ${at}`, { at }));
  const offer = offers([...many, pass], [], () => true);
  assert.equal(offer.kind, "verbs");
  assert.deepEqual(
    offer.groups.map((g) => g.verb),
    ["build", "pass"],
  );
  const acts = ["step", "gather"].map((what) => action(`act ${what}`, { what }));
  const among = offers([...many, ...acts], [], (kind) => kind === "at").groups;
  assert.deepEqual(
    among.map((g) => g.whole),
    [false, true],
    "few that nothing on the board stands for are named one by one",
  );
  const crowd = ["pass", "dig", "send", "done", "burn"].map((verb) => action(verb));
  assert.deepEqual(
    offers([...many, ...acts, ...crowd], [], (kind) => kind === "at").groups.map((g) => g.whole),
    [false, false, true, true, true, true, true],
    "where there are many kinds, one button each",
  );
  assert.deepEqual(offers(many, [], () => true).folded, many, "all on the board: a list for those who rather read");
  const field = Array.from({ length: 13 }, (_, i) => action(`build ${i}`, { at: `${i}` }));
  assert.equal(offers(field, [], () => true).kind, "none");
  const numbers = [1, 2, 3, 4, 5, 6, 7].map((n) => action(`take ${n}`, { n }));
  assert.deepEqual(offers(numbers, [], () => false).values, [1, 2, 3, 4, 5, 6, 7]);
});

test("words complete to actions, those that begin with them first", () => {
  assert.deepEqual(complete(BUILD, "d4"), [BUILD[1]]);
  assert.deepEqual(complete(BUILD, "build"), BUILD);
  assert.deepEqual(complete(BUILD, " "), []);
});

test("a place that all of a verb share is no choice between them", () => {
  const monuments = ["rg", "gk", "bg"].map((what) => ({ text: `monument ${what} B2`, verb: "monument", args: { what, at: "B2" } }));
  const none = { text: "no", verb: "no", args: {} };
  const [group] = offers([...monuments, none], [], (kind) => kind === "at").groups;
  assert.deepEqual([group.seen, group.whole], [false, true], "each has a button of its own");
  const beside = offers([...monuments, none], [], () => true).groups[0];
  assert.equal(beside.seen, true, "they lie in sight");
});
