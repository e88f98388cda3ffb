import assert from "node:assert/strict";
import { test } from "node:test";
import { fit, layout, up } from "../../../main/page/flame.ts";

/** A letter takes 6.65 pixels. */
const room = letters => letters * 6.65 + 0.1;

test("children stand side by side from their caller's left end on", () => {
  //  all: a (b, c), d (e)
  const lay = layout({ depth: [0, 1, 2, 2, 1, 2], value: [100, 60, 20, 30, 40, 40] });

  assert.deepEqual([...lay.left], [0, 0, 0, 0.2, 0.6, 0.6]);
  assert.deepEqual([...lay.width], [1, 0.6, 0.2, 0.3, 0.4, 0.4]);
  assert.deepEqual([...lay.parent], [-1, 0, 1, 1, 0, 4]);
  assert.equal(lay.deepest, 2);
});

test("a flame of no time has boxes of no width", () => {
  const lay = layout({ depth: [0, 1], value: [0, 0] });

  assert.deepEqual([...lay.width], [0, 0]);
  assert.deepEqual([...lay.left], [0, 0]);
});

test("packages give way first, then the class, then letters", () => {
  const name = "java.lang.String.charAt(int): char";

  assert.equal(fit(name, room(name.length)), name);
  assert.equal(fit(name, room(13)), "String.charAt");
  assert.equal(fit(name, room(12)), "charAt");
  assert.equal(fit(name, room(5)), "char…");
  assert.equal(fit(name, room(3)), "ch…");
  assert.equal(fit(name, room(2)), "");
  assert.equal(fit(name, -5), "");
});

test("up from a path leads to its caller, and from the first method to all", () => {
  assert.equal(up("1.2.3"), "1.2");
  assert.equal(up("1.2"), "1");
  assert.equal(up("1"), "");
  assert.equal(up("*.2.3"), "*.2");
  assert.equal(up("*.2"), "");
  assert.equal(up(""), "");
});
