import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { clock } from "./page.mjs";

const { Outbox } = await import("../../../ludoteka/server/web/static/js/live.js");
const MOVE = { n: 3, text: "build E7" };
const answer = (status, body) => async () =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
const rest = () =>
  new Promise((done) => {
    setImmediate(done);
  });

let told;
let outbox;
beforeEach(() => {
  localStorage.removeItem("ludoteka:move:t1");
  told = [];
  outbox = new Outbox("t1", {
    sent: (a) => told.push(["sent", a]),
    refused: (e) => told.push(["refused", e.message]),
    waiting: () => told.push(["waiting"]),
  });
});

test("a move that was taken is forgotten", async () => {
  globalThis.fetch = answer(200, { n: 4 });
  await outbox.send(MOVE);
  assert.deepEqual(told, [["sent", { n: 4 }]]);
  assert.equal(outbox.kept, null);
});

test("a refusal is told and not sent again", async () => {
  globalThis.fetch = answer(409, { error: "stale", message: "too late" });
  await outbox.send(MOVE);
  assert.equal(told[0][0], "refused");
  assert.equal(outbox.kept, null);
});

test("without a line the move is kept and sent again", async () => {
  globalThis.fetch = async () => {
    throw new TypeError("no line");
  };
  await outbox.send(MOVE);
  assert.deepEqual(told, [["waiting"]]);
  assert.deepEqual(outbox.kept, MOVE);
  globalThis.fetch = answer(200, { n: 4 });
  clock.pass(2500);
  await rest();
  await rest();
  assert.equal(told.at(-1)[0], "sent");
});
