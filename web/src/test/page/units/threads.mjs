import assert from "node:assert/strict";
import { test } from "node:test";
import { openedFirst, ordered } from "../../../main/page/threads.ts";

const thread = (number, work, main = false, calls = 1) => ({ number, work, main, calls });
const numbers = threads => threads.map(each => each.number);

test("the busiest threads come first, and a main thread that only waits for them is folded away", () => {
  const threads = [thread(0, 1, true), thread(1, 4000), thread(2, 9000), thread(3, 0, false, 0)];

  const { working, waiting } = ordered(threads);

  assert.deepEqual(numbers(working), [2, 1]);
  assert.deepEqual(numbers(waiting), [0, 3]);
  assert.deepEqual([...openedFirst(threads)], [2]);
});

test("a main thread that works comes first, and is opened beside the busiest", () => {
  const threads = [thread(0, 50), thread(1, 20, true), thread(2, 100)];

  assert.deepEqual(numbers(ordered(threads).working), [1, 2, 0]);
  assert.deepEqual([...openedFirst(threads)], [1, 2]);
});

test("threads of a trace without any work are all shown", () => {
  assert.deepEqual(numbers(ordered([thread(0, 0, true), thread(1, 0)]).working), [0, 1]);
});
