import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { clock, press, still } from "./page.mjs";

const { Pace } = await import("../../../ludoteka/server/web/static/js/pace.js");

let seen;
let pace;
beforeEach(() => {
  seen = [];
  still.matches = false;
  pace = new Pace({ glance: (line) => seen.push(line), show: (news) => seen.push(news) });
  clock.pass(5000);
});

test("what nobody else did shows at once", () => {
  pace.push("mine", []);
  assert.deepEqual(seen, ["mine"]);
});

test("others' moves come one after the other, all together in 1.2 seconds", () => {
  pace.push("first", ["a"]);
  pace.push("second", ["b", "c"]);
  assert.deepEqual(seen, ["a", "first"]);
  clock.pass(1200);
  assert.deepEqual(seen, ["a", "first", "b", "c", "second"]);
});

test("a moment holds what comes after it, never longer than 1.2 seconds", () => {
  pace.push("war", [], true);
  pace.push("later", []);
  assert.deepEqual(seen, ["war"]);
  clock.pass(1199);
  assert.deepEqual(seen, ["war"]);
  clock.pass(1);
  assert.deepEqual(seen, ["war", "later"]);
});

test("any touch skips the rest", () => {
  pace.push("first", ["a"]);
  pace.push("second", ["b"]);
  press();
  assert.deepEqual(seen, ["a", "first", "second"]);
});

test("without motion nothing waits; what is dropped never comes", () => {
  still.matches = true;
  pace.push("first", ["a"]);
  assert.deepEqual(seen, ["first"]);
  still.matches = false;
  pace.push("second", ["b"]);
  pace.push("third", ["c"]);
  pace.drop();
  clock.pass(5000);
  assert.deepEqual(seen, ["first", "b", "second"]);
});
