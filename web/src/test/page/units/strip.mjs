import assert from "node:assert/strict";
import { test } from "node:test";
import { columns } from "../../../main/page/strip.ts";

test("equal spans make equal columns, however many there are", () => {
  for (const count of [7, 100, 1130, 1024, 3000]) {
    assert.deepEqual(new Set(columns(new Array(1024).fill(18), 0, 1, count)), new Set([18]), `${count} columns`);
  }
});

test("a column is the mean of the spans in it, and empty beside them", () => {
  assert.deepEqual(columns([8, 0, 4, 4], 0, 1, 2), [4, 4]);
  assert.deepEqual(columns([8, 4], 0.25, 1.25, 4), [8, 4, 4, 0]);
  assert.deepEqual(columns([8, 4], 0.25, 0.75, 1), [6]);
});
