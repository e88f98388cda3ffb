// The history of a VM over the last minutes, as far as this page was open.

import type { HeapFigure, Live } from "./live.ts";

export const SHOWN = 2 * 60_000;

/** The reason of a VM's heap report: after a collection. */
const AFTER_GC = [2, 3];

type Points = [number, number][];

export class History {
  now = 0;
  readonly cpu: Points = [];
  readonly threads: Points = [];
  readonly heapUsed: Points = [];
  readonly heapSize: Points = [];
  readonly collections: number[] = [];
  private readonly cpuOf = new Map<number, Points>();

  take(live: Live): void {
    this.now = live.now;
    this.cpu.push([live.now, live.threads.reduce((sum, thread) => sum + thread.cpu, 0)]);
    this.threads.push([live.now, live.threads.length]);
    const alive = new Set<number>();
    for (const thread of live.threads) {
      alive.add(thread.id);
      const points = this.cpuOf.get(thread.id) ?? [];
      points.push([live.now, thread.cpu]);
      this.cpuOf.set(thread.id, points);
    }
    for (const id of this.cpuOf.keys()) if (!alive.has(id)) this.cpuOf.delete(id);
    this.takeHeap(live.heap);
    for (const points of [this.cpu, this.threads, this.heapUsed, this.heapSize, ...this.cpuOf.values()]) {
      while (points.length > 2 && points[1][0] < live.now - SHOWN) points.shift();
    }
    while (this.collections.length && this.collections[0] < live.now - SHOWN) this.collections.shift();
  }

  /** A VM may have several heaps: figures of one moment belong together. */
  private takeHeap(figures: HeapFigure[]): void {
    const known = this.heapUsed.at(-1)?.[0] ?? 0;
    const sums = new Map<number, { size: number; bytes: number; isGc: boolean }>();
    for (const figure of figures) {
      if (figure.time <= known) continue;
      const sum = sums.get(figure.time) ?? { size: 0, bytes: 0, isGc: false };
      sum.size += figure.size;
      sum.bytes += figure.bytes;
      sum.isGc ||= AFTER_GC.includes(figure.why);
      sums.set(figure.time, sum);
    }
    for (const [time, sum] of [...sums].sort((a, b) => a[0] - b[0])) {
      this.heapUsed.push([time, sum.bytes]);
      this.heapSize.push([time, sum.size]);
      if (sum.isGc) this.collections.push(time);
    }
  }

  cpuOfThread(id: number): Points {
    return this.cpuOf.get(id) ?? [];
  }
}
