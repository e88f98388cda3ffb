import assert from "node:assert/strict";
import { test } from "node:test";
import { layout } from "../../../main/page/diff-flame.ts";

test("a path is as wide as the longer of its two times", () => {
  //  the whole: a (b), c
  const lay = layout({ caller: [-1, 0, 1, 0], name: [-1, 0, 1, 2], base_ns: [100, 60, 30, 40], head_ns: [80, 60, 0, 20] });

  assert.deepEqual([...lay.width], [1, 0.6, 0.3, 0.4]);
  assert.deepEqual([...lay.left], [0, 0, 0, 0.6]);
  assert.deepEqual([...lay.depth], [0, 1, 2, 1]);
});

test("children that are wider together than their caller share its width", () => {
  const lay = layout({ caller: [-1, 0, 0, 1], name: [-1, 0, 1, 2], base_ns: [100, 100, 0, 50], head_ns: [100, 0, 100, 0] });

  assert.deepEqual([...lay.width], [1, 0.5, 0.5, 0.25]);
  assert.deepEqual([...lay.left], [0, 0, 0.5, 0]);
});

test("two traces of no time have paths of no width", () => {
  const lay = layout({ caller: [-1, 0], name: [-1, 0], base_ns: [0, 0], head_ns: [0, 0] });

  assert.deepEqual([...lay.width], [1, 0]);
});
