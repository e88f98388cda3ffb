import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, count, counted, moment, pattern, share, short, step, time, visible, withoutPackage } from "../../../main/page/format.ts";

test("a time has four digits that matter", () => {
  assert.deepEqual([0, 999, 1000, 12_345, 123_456, 1_234_567, 12_345_678, 999_999_999, 1e9, 1e12].map(time),
    ["0 ns", "999 ns", "1.000 µs", "12.35 µs", "123.5 µs", "1.235 ms", "12.35 ms", "1000 ms", "1.000 s", "1000 s"]);
  assert.equal(time(-12_345_678), "-12.35 ms");
});

test("a moment has no more digits than tell marks apart", () => {
  assert.equal(moment(0, 5e6), "0");
  assert.equal(moment(15e6, 5e6), "15 ms");
  assert.equal(moment(15_200_000, 2e5), "15.2 ms");
  assert.equal(moment(2_500_000_000, 5e8), "2.5 s");
  assert.equal(moment(120, 20), "120 ns");
});

test("marks stand 1, 2 or 5 of a power of ten apart, and no more of them than asked for", () => {
  for (const span of [1, 7, 999, 12_345, 1e9, 3.7e12]) {
    for (const marks of [1, 3, 10]) {
      const apart = step(span, marks), digit = apart / 10 ** Math.floor(Math.log10(apart) + 1e-9);
      assert.ok([1, 2, 5].some(each => Math.abs(digit - each) < 1e-9), `${apart}`);
      assert.ok(span / apart <= marks, `${span} / ${apart} in ${marks}`);
    }
  }
});

test("a share is percent, and none of nothing", () => {
  assert.equal(share(1, 3), "33.3 %");
  assert.equal(share(1, 30), "3.33 %");
  assert.equal(share(-1, 2), "-50.0 %");
  assert.equal(share(1, 0), "–");
});

test("counts are in English whatever the machine's language is", () => {
  assert.equal(count(1_234_567), "1,234,567");
  assert.equal(counted(1, "call"), "1 call");
  assert.equal(counted(0, "call"), "0 calls");
  assert.equal(counted(2000, "call"), "2,000 calls");
});

test("a search is a regular expression where it is one, else the text itself", () => {
  assert.equal(pattern(""), null);
  assert.ok(pattern("^main$").test("MAIN"));
  assert.ok(pattern("run(").test("Thread.run()"));
  assert.ok(!pattern("a.b(").test("axb("));
});

test("a short name is class and method", () => {
  assert.equal(short("java.lang.String.charAt(int): char"), "String.charAt");
  assert.equal(short("run"), "run");
  assert.equal(short("a.b.C.d(java.lang.String)"), "C.d");
});

test("bytes have a unit", () => {
  assert.deepEqual([0, 999, 1000, 12_340_000, 2e9, -2e6].map(bytes), ["0 B", "999 B", "1.0 KB", "12.3 MB", "2.00 GB", "-2.0 MB"]);
});

test("what cannot be seen, or turns the rest around, is a number", () => {
  assert.equal(visible("a\u202eb\u0000\n"), "a\\u202eb\\u0000\\u000a");
  assert.equal(visible("größe 名"), "größe 名");
});

test("a method's name without its packages has its parameters", () => {
  assert.equal(withoutPackage("org.a.Text.find(String, int[])"), "Text.find(String, int[])");
  assert.equal(withoutPackage("main()"), "main()");
  assert.equal(withoutPackage("(class loading)"), "(class loading)");
});
