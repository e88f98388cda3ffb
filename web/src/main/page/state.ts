// The state of the page, kept in its address: a link shows the same view.

import type { Theme } from "./theme.ts";

/** A user's note at a moment of the trace. */
export interface Note {
  at: number;
  text: string;
}

export interface State {
  /** The view; empty for the first one that has something to show. */
  tab: string;
  /** Which time figures are of; empty for the trace's usual one. */
  time: string;
  /** Numbers of threads to keep; empty for all. */
  threads: number[];
  /** The span of time that filters all views; null for all. */
  span: [number, number] | null;
  /** The span of time that the timeline shows; null for all. */
  shown: [number, number] | null;
  include: string;
  exclude: string;
  /** Transforms of the call paths in their order, as the server takes them. */
  steps: string[];
  search: string;
  /** The last selected method, by its number; -1 if there is none. */
  method: number;
  /** The root of the flame graph: a thread and methods. */
  path: string;
  merged: boolean;
  icicle: boolean;
  by: string;
  sort: string;
  longer: number;
  threshold: number;
  /** The trace to compare with. */
  base: string;
  mapping: string;
  /** The last SQL query. */
  sql: string;
  notes: Note[];
  theme: Theme;
  /** Threads of the timeline that are opened or closed against the usual. */
  toggled: number[];
}

/** The column that the methods are sorted by at first. */
export const SORT = "-exclusive_ns";

const START: State = {
  tab: "", time: "", threads: [], span: null, shown: null, include: "", exclude: "", steps: [], search: "", method: -1,
  path: "", merged: false, icicle: false, by: "method", sort: SORT, longer: 0, threshold: 5, base: "", mapping: "", sql: "",
  notes: [], theme: "", toggled: [],
};

/** Reads an address's fragment; what makes no sense there is left out. */
export function parse(fragment: string): State {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const state: State = structuredClone(START);
  for (const name of ["tab", "time", "include", "exclude", "search", "path", "by", "sort", "base", "mapping", "sql"] as const) {
    const value = given.get(name);
    if (value !== null) state[name] = value;
  }
  for (const name of ["method", "longer", "threshold"] as const) {
    const value = Number(given.get(name) ?? NaN);
    if (Number.isFinite(value)) state[name] = value;
  }
  state.merged = given.get("merged") === "1";
  state.icicle = given.get("icicle") === "1";
  const theme = given.get("theme");
  state.theme = theme === "light" || theme === "dark" ? theme : "";
  state.threads = numbers(given.get("threads"));
  state.toggled = numbers(given.get("toggled"));
  state.steps = (given.get("steps") ?? "").split(",").filter(step => /^(recursion$|collapse-|(merge|drop|keep|focus|path)-\d)/.test(step));
  state.span = span(given.get("span"));
  state.shown = span(given.get("shown"));
  state.notes = given.getAll("note").flatMap(note => {
    const [at, ...text] = note.split("~");
    return Number.isFinite(Number(at)) && text.length ? [{ at: Number(at), text: text.join("~") }] : [];
  });
  return state;
}

function numbers(text: string | null): number[] {
  return (text ?? "").split(",").filter(Boolean).map(Number).filter(n => Number.isInteger(n) && n >= 0);
}

function span(text: string | null): [number, number] | null {
  const [from, to] = (text ?? "").split("_").map(Number);
  return Number.isFinite(from) && Number.isFinite(to) && to > from ? [Math.round(from), Math.round(to)] : null;
}

/** The fragment of a state; only what is not as at the start. */
export function fragment(state: State): string {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (JSON.stringify(value) === JSON.stringify(START[name as keyof State])) continue;
    if (name === "notes") for (const note of value as Note[]) said.append("note", `${note.at}~${note.text}`);
    else if (name === "span" || name === "shown") said.set(name, (value as number[]).map(Math.round).join("_"));
    else if (Array.isArray(value)) said.set(name, value.join(","));
    else said.set(name, value === true ? "1" : String(value));
  }
  return said.toString();
}

type Listener = (changed: Set<keyof State>) => void;

/** The state of this page. Views listen; changes name the changed keys. */
export class Store {
  state: State = parse(location.hash);
  private readonly listeners: Listener[] = [];

  constructor() {
    addEventListener("hashchange", () => {
      const said = parse(location.hash);
      if (fragment(said) === fragment(this.state)) return;
      this.become(said);
    });
  }

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  set(change: Partial<State>): void {
    this.become({ ...this.state, ...change });
  }

  private become(next: State): void {
    const changed = new Set<keyof State>();
    for (const name of Object.keys(next) as (keyof State)[]) {
      if (JSON.stringify(next[name]) !== JSON.stringify(this.state[name])) changed.add(name);
    }
    if (!changed.size) return;
    this.state = next;
    this.save();
    for (const listener of this.listeners) listener(changed);
  }

  private save(): void {
    try {
      history.replaceState(null, "", "#" + fragment(this.state));
    } catch {
      // Browsers refuse when it changes too often, as while panning: the last one comes again.
    }
  }
}
