// The state shared by all views of a trace.

import type { Info, Query, Thread } from "./api.ts";
import type { State, Store } from "./state.ts";

export class Context {
  readonly threads = new Map<number, Thread>();

  constructor(readonly api: string, readonly info: Info, readonly store: Store) {
    for (const thread of info.threads) this.threads.set(thread.number, thread);
  }

  get state(): State {
    return this.store.state;
  }

  /** The time that figures are of. */
  get time(): string {
    return this.info.times.includes(this.state.time) ? this.state.time : this.info.times[0];
  }

  /** The part of the trace that the views are of. */
  query(): Query {
    const { threads, span, include, exclude, steps, mapping } = this.state;
    return {
      thread: threads.length ? threads.filter(thread => this.threads.has(thread)).join(",") : null,
      from: span ? span[0] : null,
      to: span ? span[1] : null,
      include: words(include),
      exclude: words(exclude),
      step: steps,
      time: this.time,
      mapping,
    };
  }

  threadName(number: number): string {
    const thread = this.threads.get(number);
    return thread ? `${thread.name} (${thread.id})` : `thread ${number}`;
  }

  /** The call path that was selected last, if a method was selected on one: a thread or *, and methods. */
  path = "";

  choose(method: number, path = ""): void {
    this.path = path;
    this.store.set({ method });
  }

  /** Adds a transform to those of the call paths. */
  step(step: string): void {
    const { steps } = this.state;
    if (!steps.includes(step)) this.store.set({ steps: [...steps, step], path: "" });
  }

  /** Shows a moment in the timeline with some room around it. */
  jump(from: number, to: number): void {
    const room = Math.max(1000, (to - from) * 0.5);
    this.store.set({ shown: [from - room, to + room] });
  }
}

/** The changes of the state that make another part of the trace of it. */
export const PART: (keyof State)[] = ["threads", "span", "include", "exclude", "steps", "time", "mapping"];

export function words(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** A view that is shown in a tab. */
export interface View {
  readonly element: HTMLElement;
  /** It has become visible, or what it depends on has changed. */
  show(changed: Set<keyof State>): void | Promise<void>;
}
