import assert from "node:assert/strict";
import { test } from "node:test";
import { address } from "../../../main/page/api.ts";
import { words } from "../../../main/page/context.ts";
import { fragment, parse } from "../../../main/page/state.ts";

const START = parse("");

test("a query leaves out what is empty, and repeats what is several", () => {
  assert.equal(address("/a"), "/a");
  assert.equal(address("/a", { none: null, empty: "", zero: 0, no: false }), "/a?zero=0&no=false");
  assert.equal(address("/a", { include: ["x.y", "a&b"] }), "/a?include=x.y&include=a%26b");
});

test("words are separated by spaces and commas", () => {
  assert.deepEqual(words(" java., android.,,x "), ["java.", "android.", "x"]);
  assert.deepEqual(words(""), []);
});

test("the first state has an empty fragment", () => {
  assert.equal(fragment(START), "");
});

test("a fragment is read as it was written", () => {
  const state = { ...START, tab: "methods", time: "cpu", threads: [0, 3], span: [10, 20], shown: [5, 50], include: "a b", steps: ["merge-1", "path-1.2", "collapse-a.b.", "recursion"], search: "x&y=#",
    method: 7, path: "1.2.3", merged: true, icicle: true, longer: 100, threshold: 2, base: "2", sql: "select 1 + 1",
    notes: [{ at: 12, text: "here ~ there" }, { at: 40, text: "ü" }], theme: "dark", toggled: [4] };

  assert.deepEqual(parse("#" + fragment(state)), state);
});

test("a view that was panned has whole nanoseconds", () => {
  assert.equal(fragment({ ...START, shown: [1.4, 9.6] }), "shown=1_10");
});

test("what makes no sense is left out", () => {
  assert.deepEqual(parse("#threads=1,x,-2,1.5&span=20_10&shown=a_b&method=x&theme=pink&note=soon&note=5~&merged=yes&else=1&steps=merge,jump-2,recursions"),
    { ...START, threads: [1], notes: [{ at: 5, text: "" }] });
});

test("a state is a new one each time", () => {
  parse("").notes.push({ at: 1, text: "mine" });

  assert.deepEqual(parse("").notes, []);
});
