// The allocations of one VM: a table of the last ones, or a flame graph of all by their stacks.

import type { Info, Query } from "./api.ts";
import { get } from "./api.ts";
import { h } from "./dom.ts";
import { FlameView } from "./flame.ts";
import { bytes, count, counted, visible } from "./format.ts";
import { Grid } from "./grid.ts";
import { api, ask, doing, order, type Panel, type Which } from "./live.ts";
import { parse, type State } from "./state.ts";

interface Allocation { class: string; size: number; thread: number; stack: string[] }

/** The server keeps them as a profile: a byte there is a microsecond. */
const NANOS = 1000;

/** A profile of allocations for the flame graph; its state belongs to this page alone. */
class Profile {
  readonly state: State = parse("");
  readonly store = { set: (change: Partial<State>) => this.change(change) };
  readonly view: FlameView;

  constructor(readonly api: string, private readonly info: Info) {
    this.state.merged = true;
    this.state.icicle = true;
    this.view = new FlameView(this, "down", { amount: value => bytes(Math.round(value / NANOS)), calls: () => "" });
  }

  private change(change: Partial<State>): void {
    Object.assign(this.state, change);
    void this.view.show(new Set(Object.keys(change) as (keyof State)[]));
  }

  query(): Query {
    return { time: "wall" };
  }

  threadName(number: number): string {
    return visible(this.info.threads.find(thread => thread.number === number)?.name ?? "thread " + number);
  }

  choose(method: number): void {
    this.change({ method: this.state.method === method ? -1 : method });
  }

  search(text: string): void {
    this.change({ search: text });
  }
}

export class AllocationsPanel implements Panel {
  readonly element: HTMLElement;
  private readonly grid: Grid<Allocation>;
  private readonly stack = h("pre", { class: "stack", tabindex: 0, role: "region", "aria-label": "Where it was allocated" });
  private readonly note = h("span", { class: "note", role: "status" });
  private readonly search = h("input", { type: "search", placeholder: "search", "aria-label": "Search call paths", hidden: true });
  private readonly body = h("div", { class: "view" });
  private profile: Profile | null = null;

  constructor(private readonly which: Which) {
    this.grid = new Grid<Allocation>([
      { id: "size", title: "Bytes", text: each => count(each.size), value: each => each.size },
      { id: "thread", title: "Thread", text: each => String(each.thread), value: each => each.thread, width: 64 },
      { id: "name", title: "Class", name: true, text: each => visible(each.class), value: each => each.class },
      { id: "where", title: "Where", name: true, text: each => visible(each.stack[0] ?? ""), value: each => each.stack[0] ?? "" },
    ], { label: "Allocations", empty: "nothing is recorded: start, let it run, look", onChoose: each => { this.stack.textContent = each.stack.map(visible).join("\n"); } });
    this.search.addEventListener("input", () => this.profile?.search(this.search.value));
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, doing("Start", () => order("vm/allocations/start", which)),
      doing("Look", () => this.showTable()), doing("Flame graph", () => this.showFlame()), doing("Stop", () => this.stop()), this.search, this.note), this.body);
    this.body.append(h("div", { class: "wings" }, this.grid.element, this.stack));
  }

  /** The server keeps what was recorded, until the next start. */
  private async stop(): Promise<void> {
    await order("vm/allocations/stop", this.which);
    await this.showTable();
  }

  private async showTable(): Promise<void> {
    const { allocations, total, missing } = await ask<{ allocations: Allocation[]; total: number; missing: string }>("vm/allocations", this.which);
    this.search.hidden = true;
    this.note.textContent = [total > allocations.length ? `the newest ${count(allocations.length)} of ${count(total)}` : "", missing].filter(Boolean).join("; ");
    this.body.replaceChildren(h("div", { class: "wings" }, this.grid.element, this.stack));
    this.grid.set(allocations);
  }

  private async showFlame(): Promise<void> {
    const { id, allocations, missing } = await order<{ id: string; allocations: number; missing: string }>("vm/allocations/flame", this.which);
    const address = api + "traces/" + encodeURIComponent(id);
    this.profile = new Profile(address, await get<Info>(address));
    this.note.textContent = `${counted(allocations, "allocation")} by thread, callers, class; widths are bytes` + (missing ? "; " + missing : "");
    this.search.hidden = false;
    this.body.replaceChildren(this.profile.view.element);
    await this.profile.view.show(new Set());
    this.profile.search(this.search.value);
  }

  show(): void {
    if (this.profile?.view.element.isConnected) void this.profile.view.show(new Set());
  }
}
