import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsOf, methodOf, rowsOf, textOf } from "../../../main/page/answer.ts";

const column = (key, heading, form) => ({ key, heading, unit: "", form, meaning: "What it is." });
const TABLE = {
  rows_total: 2,
  columns: [column("share", "share", "share"), column("inclusive_ns", "inclusive", "time"), column("calls", "calls", "number"),
    column("thread", "thread", "text"), column("method", "method", "method")],
  rows: { share: [0.25, 0.5], inclusive_ns: [2_000_000, 500], calls: [1200, 0], thread: ["main (1)", "b (2)"], method: [0, -1] },
};
const NAMED = { methods: [42], names: ["a.B.c"], hues: [120] };

test("cells are shown as their form is", () => {
  const columns = columnsOf(TABLE, NAMED, "nobody");

  assert.deepEqual(columns.map(each => each.title), ["Share", "Inclusive", "Calls", "Thread", "Method"]);
  assert.deepEqual(columns.map(each => each.text(0)), ["25.0 %", "2.000 ms", "1,200", "main (1)", "a.B.c"]);
  assert.deepEqual(columns.map(each => each.text(1)), ["50.0 %", "500 ns", "", "b (2)", "nobody"]);
});

test("times are sorted as numbers, names as texts, and shares have bars", () => {
  const [share, time, , thread, method] = columnsOf(TABLE, NAMED);

  assert.equal(share.bar(1), 0.5);
  assert.equal(time.value(0), 2_000_000);
  assert.equal(thread.value(1), "b (2)");
  assert.equal(method.value(0), "a.B.c");
});

test("a method has a hue, and no method has none", () => {
  const method = columnsOf(TABLE, NAMED).at(-1);

  assert.equal(method.hue(0), 120);
  assert.equal(method.hue(1), -1);
  assert.equal(textOf(TABLE.columns.at(-1), TABLE, NAMED, 1), undefined);
});

test("a method's number is the trace's", () => {
  assert.equal(methodOf(NAMED, 0), 42);
  assert.equal(methodOf(NAMED, -1), -1);
  assert.equal(methodOf(NAMED, "x"), -1);
  assert.deepEqual(rowsOf(TABLE), [0, 1]);
});
