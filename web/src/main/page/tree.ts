// The calls as a tree to open and close: from above, callers before callees, or from below.

import type { Target } from "./actions.ts";
import { Asker, type Flame } from "./api.ts";
import { type Context, PART, type View } from "./context.ts";
import { h } from "./dom.ts";
import { layout } from "./flame.ts";
import { count, pattern, share, time } from "./format.ts";
import { Grid } from "./grid.ts";
import type { State } from "./state.ts";

/** So many of the narrowest paths fill the whole: a tree shows more than a picture. */
const PARTS = 20_000;

export class TreeView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly grid: Grid<number>;
  private readonly note = h("span", { class: "note" });
  private flame: Flame | null = null;
  private parents: Int32Array = new Int32Array(0);
  private ends: Int32Array = new Int32Array(0);
  private groups: Int32Array = new Int32Array(0);
  private readonly open = new Set<number>();

  constructor(private readonly context: Context, private readonly direction: "down" | "up") {
    const flame = () => this.flame!;
    const isUp = direction === "up";
    this.grid = new Grid<number>([
      { id: "total", title: isUp ? "Exclusive" : "Inclusive", text: i => time(flame().value[i]), width: 92 },
      { id: "share", title: "Share", text: i => share(flame().value[i], flame().total), bar: i => flame().value[i] / (flame().total || 1) },
      ...(isUp ? [] : [{ id: "self", title: "Exclusive", text: (i: number) => time(flame().self[i]), width: 92 }]),
      { id: "calls", title: "Calls", text: i => flame().method[i] < 0 ? "" : count(flame().calls[i]) },
      { id: "name", title: isUp ? "Method, and below it its callers" : "Call path", name: true, text: i => this.name(i),
        hue: i => flame().method[i] < 0 ? -1 : flame().hues[flame().method[i]],
        branch: i => ({ level: flame().depth[i] - 1, open: this.ends[i] > i + 1 ? this.open.has(i) : null }) },
    ], {
      label: isUp ? "Methods with their callers" : "Call tree",
      onBranch: (node, open) => this.branch(node, open),
      onChoose: node => { if (flame().method[node] >= 0) context.choose(flame().methods[flame().method[node]], this.path(node)); },
      onOpen: node => { if (!isUp) context.store.set({ tab: "flame", path: this.path(node) }); },
      isChosen: node => flame().method[node] >= 0 && flame().methods[flame().method[node]] === context.state.method,
      empty: "no call took enough time to be listed",
      menu: context.menu,
      target: node => this.target(node),
    });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" },
      h("button", { onclick: () => this.hottest() }, "Open the hottest path"),
      h("button", { onclick: () => { this.open.clear(); this.list(); } }, "Close all"), this.note), this.grid.element);
  }

  async show(changed: Set<keyof State>): Promise<void> {
    const asks = [...PART, "merged"] as (keyof State)[];
    if (!this.flame || asks.some(name => changed.has(name))) {
      const flame = await this.asker.get<Flame>(this.context.api + "/flame", { ...this.context.query(),
        direction: this.direction, parts: PARTS, threads: this.context.state.merged ? "merged" : "each" });
      if (!flame) return;
      this.flame = flame;
      this.parents = layout(flame).parent;
      this.ends = ends(flame.depth);
      let groups = 0;
      this.groups = Int32Array.from(flame.method, method => method < 0 ? groups++ : -1);
      this.open.clear();
      if (this.direction === "down") this.hottest();
    }
    this.list();
  }

  private target(node: number): Target {
    const flame = this.flame!, method = flame.method[node];
    return method < 0 ? { kind: "thread", method: -1, name: this.name(node) }
      : { kind: "method", method: flame.methods[method], name: flame.names[method], path: this.path(node) };
  }

  private name(node: number): string {
    const flame = this.flame!;
    if (flame.method[node] >= 0) return flame.names[flame.method[node]] + (flame.cut[node] ? "  …" : "");
    const thread = flame.groups[this.groups[node]] ?? -1;
    return thread < 0 ? "all threads" : this.context.threadName(thread);
  }

  /** The address of a node: its thread and methods; empty from below, where paths are of callers. */
  private path(node: number): string {
    if (this.direction === "up") return "";
    const flame = this.flame!, own: number[] = [];
    let thread = "*";
    for (let n = node; n > 0; n = this.parents[n]) {
      if (flame.method[n] >= 0) own.unshift(flame.methods[flame.method[n]]);
      else thread = String(flame.groups[this.groups[n]]);
    }
    return [thread, ...own].join(".");
  }

  /** The rows that are seen: those whose callers are all open; with a search, those that lead to what is found. */
  private list(): void {
    const flame = this.flame!, search = pattern(this.context.state.search), size = flame.depth.length;
    let wanted: Uint8Array | null = null;
    if (search) {
      const hits = flame.names.map(name => search.test(name));
      wanted = new Uint8Array(size);
      let found = 0;
      for (let i = 1; i < size; i++) {
        if (flame.method[i] < 0 || !hits[flame.method[i]]) continue;
        found++;
        for (let n = i; n >= 0 && !wanted[n]; n = this.parents[n]) wanted[n] = 1;
      }
      this.note.textContent = `${count(found)} found`;
    } else {
      this.note.textContent = flame.cut.some(cut => cut) ? "… has callees of less than 0.005 % that are not listed" : "";
    }
    const rows: number[] = [];
    for (let i = 1; i < size;) {
      if (wanted && !wanted[i]) {
        i = this.ends[i];
        continue;
      }
      rows.push(i);
      i = wanted || this.open.has(i) ? i + 1 : this.ends[i];
    }
    this.grid.set(rows);
  }

  private branch(node: number, open: boolean): void {
    if (this.ends[node] <= node + 1) return;
    if (open) this.open.add(node);
    else this.open.delete(node);
    this.list();
  }

  /** Opens what took most of its caller's time, as long as it took most of it. */
  private hottest(): void {
    const flame = this.flame!;
    for (let node = 1; node < flame.depth.length;) {
      this.open.add(node);
      const callee = node + 1;
      if (callee >= this.ends[node] || flame.value[callee] < flame.value[node] / 2) break;
      node = callee;
    }
    this.list();
  }
}

/** For each node the first after it and its descendants. */
function ends(depth: number[]): Int32Array {
  const end = new Int32Array(depth.length), open: number[] = [];
  for (let i = 0; i < depth.length; i++) {
    while (open.length && depth[open[open.length - 1]] >= depth[i]) end[open.pop()!] = i;
    open.push(i);
  }
  for (const node of open) end[node] = depth.length;
  return end;
}
