import assert from "node:assert/strict";
import { test } from "node:test";
import { actionsOf, copying, keyName, prefixesOf } from "../../../main/page/actions.ts";
import { columnTime } from "../../../main/page/heat.ts";
import { methodIn, stepOf } from "../../../main/page/steps.ts";
import { distinct } from "../../../main/page/uploads.ts";

test("a step is of the selected method, and of a path only if the method was selected on it", () => {
  assert.equal(stepOf("merge", 12, ""), "merge-12");
  assert.equal(stepOf("path", 12, "3.5.12"), "path-5.12");
  assert.equal(stepOf("path", 12, "*.12"), "path-12");
  assert.equal(stepOf("path", 12, "3.5.13"), "");
  assert.equal(stepOf("path", 12, ""), "");
  assert.equal(stepOf("drop", -1, "3.5"), "");
});

test("the method of a step is the last of its path", () => {
  assert.deepEqual(["merge-12", "path-5.12", "collapse-java.util.2", "recursion"].map(methodIn), [12, 12, -1, -1]);
});

test("a column of a heat map is a second unless that makes too few of them or too many", () => {
  assert.deepEqual([26e6, 19e9, 20e9, 1000e9, 1001e9, 1000].map(columnTime), [1e6, 1e8, 1e9, 1e9, 1e10, 1e5]);
});

test("traces of one title are told apart by their time", () => {
  const traces = [["1", "a", "2026-01-02T03:04:05.6Z"], ["2", "b", "2026-01-02T03:04:05Z"], ["3", "a", "2026-02-02T03:04:05Z"]]
    .map(([id, title, added]) => ({ id, title, size: 1, added }));

  assert.deepEqual(distinct(traces).map(each => each.title), ["a, 2026-01-02 03:04:05", "b", "a, 2026-02-02 03:04:05"]);
});

test("methods, classes and packages are collapsed by the beginnings of their names", () => {
  const prefixes = (kind, name) => Object.values(prefixesOf({ kind, method: -1, name }));
  assert.deepEqual(prefixes("method", "java.util.Map$Entry.of(java.lang.Object)"), ["java.util.Map$Entry.", "java.util."]);
  assert.deepEqual(prefixes("method", "Hi.fib(int)"), ["Hi.", ""]);
  assert.deepEqual(prefixes("method", "main"), ["", ""]);
  assert.deepEqual(prefixes("class", "java.util.Map"), ["java.util.Map.", "java.util."]);
  assert.deepEqual(prefixes("package", "java.util"), ["", "java.util."]);
  assert.deepEqual(prefixes("package", ""), ["", ""]);
  assert.deepEqual(prefixes("thread", "main (12.5)"), ["", ""]);
});

// Older versions of Node.js have none.
globalThis.navigator ??= {};

test("no two actions have one key, and only those that apply are on", () => {
  const context = { store: { state: { steps: [] } }, info: { sources: false } };
  const of = target => actionsOf(context, target).flat();
  const method = of({ kind: "method", method: 7, name: "app.Shop.total()", path: "*.3.7" });
  assert.equal(new Set(method.map(each => each.key)).size, method.length);
  assert.deepEqual(method.filter(each => !each.isOn && each.id !== "copy").map(each => each.id), ["source"]);
  assert.deepEqual(of({ kind: "thread", method: -1, name: "" }).filter(each => each.isOn).map(each => each.id), ["recursion"]);
  const own = [["v", "w", "t"].map(key => copying(key, key, "Copy", "a hint", () => ""))];
  const keys = of({ kind: "method", method: 7, name: "app.Shop.total()", own }).map(each => each.key);
  assert.equal(new Set(keys).size, keys.length);
  assert.deepEqual(of({ kind: "row", method: -1, name: "a", own }), own.flat());
  assert.deepEqual(["f", "F"].map(keyName), ["F", "Shift+F"]);
});
