import assert from "node:assert/strict";
import { test } from "node:test";
import { History, SHOWN } from "../../../main/page/monitor-history.ts";

const thread = (id, cpu) => ({ id, cpu });
const heap = (time, why, size, bytes) => ({ heap: 1, time, why, size, bytes });

test("figures of one moment belong together", () => {
  const history = new History();

  history.take({ now: 100, threads: [thread(1, 20), thread(2, 30)], heap: [heap(90, 1, 1000, 400), heap(90, 3, 500, 100)] });

  assert.deepEqual(history.cpu, [[100, 50]]);
  assert.deepEqual(history.threads, [[100, 2]]);
  assert.deepEqual(history.heapUsed, [[90, 500]]);
  assert.deepEqual(history.heapSize, [[90, 1500]]);
  assert.deepEqual(history.collections, [90]);
});

test("a figure that comes again is one", () => {
  const history = new History();
  const figures = [heap(80, 1, 1000, 300), heap(90, 1, 1000, 400)];

  history.take({ now: 100, threads: [], heap: figures });
  history.take({ now: 200, threads: [], heap: [...figures, heap(150, 1, 1000, 500)] });

  assert.deepEqual(history.heapUsed, [[80, 300], [90, 400], [150, 500]]);
  assert.deepEqual(history.collections, []);
});

test("a thread that has ended is forgotten", () => {
  const history = new History();

  history.take({ now: 100, threads: [thread(1, 20)], heap: [] });
  assert.deepEqual(history.cpuOfThread(1), [[100, 20]]);
  history.take({ now: 200, threads: [thread(2, 5)], heap: [] });

  assert.deepEqual(history.cpuOfThread(1), []);
  assert.deepEqual(history.cpuOfThread(2), [[200, 5]]);
});

test("what is too old goes, but for the point that leads in from the left", () => {
  const history = new History(), steps = 5, apart = SHOWN / 2;

  for (let i = 0; i < steps; i++) history.take({ now: i * apart, threads: [], heap: [heap(i * apart + 1, 2, 10, 10)] });

  for (const points of [history.cpu, history.heapUsed]) assert.equal(points.filter(([time]) => time < history.now - SHOWN).length, 1);
  assert.ok(history.collections.every(time => time >= history.now - SHOWN));
  assert.ok(history.collections.length < steps);
});
