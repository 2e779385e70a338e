import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

const { formOf, renewed } = await import("../../../ludoteka/server/web/static/js/layout.js");

test("a drawing that grew is laid out at its new size, in its old place", () => {
  const [hand, mat, grown] = [
    { id: "hand", svg: { height: 40 } },
    { id: "mat", svg: { height: 80 } },
    { id: "mat", svg: { height: 300 } },
  ];
  assert.deepEqual(renewed([[[mat], [hand]]], [hand, grown]), [[[grown], [hand]]]);
});

test("the form of the board follows its sides", () => {
  const sides = [
    [840, 840],
    [812, 503],
    [1200, 400],
  ];
  assert.deepEqual(
    sides.map(([width, height]) => formOf({ width, height })),
    ["square", "map", "row"],
  );
});
