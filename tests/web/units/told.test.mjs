import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

const { silent } = await import("../../../ludoteka/server/web/static/js/side.js");
const { moved } = await import("../../../ludoteka/server/web/static/js/glide.js");
const { scaleOf } = await import("../../../ludoteka/server/web/static/js/chart.js");
const { momentsOf } = await import("../../../ludoteka/server/web/static/js/moments.js");
const piece = (kind, x, y) => ({ kind, x, y });

test("outcomes that a game has no words for in the log stay out of it", () => {
  const names = { "log.speak": "", "log.draw_n": "From the bag: {n}" };
  assert.ok(silent({ seat: -1, text: "speak 2" }, names));
  assert.ok(!silent({ seat: -1, text: "draw 0 red" }, names));
  assert.ok(!silent({ seat: 1, text: "speak 2" }, names), "what a player does is told");
});

test("only what moved moves", () => {
  const [king, priest] = [piece("king", 10, 10), piece("priest", 50, 50)];
  assert.deepEqual(moved([king, priest], [king, priest]), []);
  const [gone] = moved([king, priest], [piece("king", 90, 10), priest]);
  assert.deepEqual([gone.x, gone.from], [90, king]);
});

test("a piece on its spot has not moved, though what lies under it has", () => {
  const at = (spot, x) => ({ ...piece("sage", x, 0), spot });
  assert.deepEqual(moved([at("S02.1", 0), at("F06.1", 40)], [at("S02.1", 90), at("F06.1", 130)]), []);
  assert.equal(moved([at("S02.1", 0)], [at("S02.2", 0)]).length, 1);
});

test("a new piece comes from nowhere, and so does one of several that look alike", () => {
  const temples = [piece("temple", 0, 0), piece("temple", 40, 0)];
  assert.equal(moved(temples, [...temples, piece("temple", 80, 0)])[0].from, null);
  const both = moved(temples, [piece("temple", 0, 40), piece("temple", 40, 40)]);
  assert.deepEqual(
    both.map((p) => p.from),
    [null, null],
  );
});

test("rounds are as wide as each other", () => {
  const scale = scaleOf(
    {
      begins: [
        [0, 1],
        [10, 2],
        [110, 3],
      ],
    },
    120,
  );
  assert.deepEqual([0, 5, 10, 60, 110, 120].map(scale), [0, 0.5, 1, 1.5, 2, 3]);
});

test("facts and the final scoring are no moments at the board", () => {
  const told = ["", "war", "final", "round"].map((kind) => ({ kind }));
  assert.deepEqual(
    momentsOf([{ told }, {}]).map((t) => t.kind),
    ["war", "round"],
  );
});
