// The state shared by all views of a trace.

import { actionsOf } from "./actions.ts";
import { get, type Info, type MethodsTable, type Query, type Thread } from "./api.ts";
import { literal } from "./format.ts";
import { Menu } from "./menu.ts";
import type { State, Store } from "./state.ts";

export class Context {
  readonly threads = new Map<number, Thread>();
  /** The names of methods that were selected or transformed, by their numbers. */
  readonly names = new Map<number, string>();
  readonly menu = new Menu(target => actionsOf(this, target));
  /** How many files with sources or programs were dropped. */
  dropped = 0;

  constructor(readonly api: string, readonly info: Info, readonly store: Store) {
    for (const thread of info.threads) this.threads.set(thread.number, thread);
  }

  get state(): State {
    return this.store.state;
  }

  /** The time that was chosen; null for what was worked, with waiting apart. */
  private get chosenTime(): string | null {
    return this.info.times.includes(this.state.time) ? this.state.time : null;
  }

  /** The time that figures are of. */
  get time(): string {
    const { times } = this.info;
    return this.chosenTime ?? (times.includes("cpu") ? "cpu" : times[0]);
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
      time: this.chosenTime,
      mapping,
    };
  }

  private table: Promise<MethodsTable> | null = null;

  /** All methods of the trace, with their names. */
  methods(): Promise<MethodsTable> {
    return this.table ??= get<MethodsTable>(this.api + "/table", { mapping: this.state.mapping });
  }

  /** The numbers of methods by their names. */
  async numbers(): Promise<Map<string, number>> {
    const { methods, names } = await this.methods();
    return new Map(names.map((each, i) => [each, methods[i]]));
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

  /** The same with a transform of a call path; of a path in a thread, the thread is selected too. */
  stepOn(step: string, path: string): void {
    const thread = path.split(".")[0];
    if (path && thread !== "*") this.store.set({ threads: [Number(thread)] });
    this.step(step);
  }

  /** Marks a method's calls in the timeline, by the search. */
  find(name: string): void {
    this.store.set({ search: `^${literal(name)}$` });
  }

  /** Folds recursion, or unfolds it again. */
  foldRecursion(): void {
    const { steps } = this.state;
    this.store.set({ steps: steps.includes("recursion") ? steps.filter(step => step !== "recursion") : [...steps, "recursion"], path: "" });
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
