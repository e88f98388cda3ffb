// Which threads the page shows first.

import type { Thread } from "./api.ts";

/** A thread with less than this share of the busiest one's work mostly waits: it is collapsed. */
const LEAST_OPEN = 0.1;
/** With less than this, it only waits: it is folded away. */
const LEAST_SHOWN = 0.001;

/** The threads that work, in the order of their tracks: the main thread if it works, then the others, the busiest first; and those that only wait. */
export function ordered(threads: Thread[]): { working: Thread[]; waiting: Thread[] } {
  const most = busiest(threads), isMain = (thread: Thread) => thread.main && thread.work >= LEAST_OPEN * most;
  const working = threads.filter(thread => thread.calls > 0 && thread.work >= LEAST_SHOWN * most)
    .sort((a, b) => Number(isMain(b)) - Number(isMain(a)) || b.work - a.work);
  return { working, waiting: threads.filter(thread => !working.includes(thread)) };
}

/** Which threads are opened at first: the main thread if it works, and the busiest. */
export function openedFirst(threads: Thread[]): Set<number> {
  const most = busiest(threads);
  return new Set(threads.filter(thread => thread.work === most || (thread.main && thread.work >= LEAST_OPEN * most)).map(thread => thread.number));
}

function busiest(threads: Thread[]): number {
  return Math.max(0, ...threads.map(thread => thread.work));
}
