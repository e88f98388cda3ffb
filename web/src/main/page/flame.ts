// The flame graph: a box for each call path, as wide as its time.

import { address, Asker, type Flame, type Query } from "./api.ts";
import type { Target } from "./actions.ts";
import { PART, type View } from "./context.ts";
import { eachFrame, fitted, h } from "./dom.ts";
import { count, counted, pattern, share, short, time } from "./format.ts";
import type { Menu, Spot } from "./menu.ts";
import type { State } from "./state.ts";
import { boxColor, css } from "./theme.ts";

const ROW = 18;
const NARROWEST = 0.4;
const NARROWEST_TEXT = 28;

/** The position of each node of a flame, as shares of the root's width. */
export interface Layout {
  left: Float64Array;
  width: Float64Array;
  parent: Int32Array;
  deepest: number;
}

/** Children stand side by side from their caller's left end on. */
export function layout(flame: Flame): Layout {
  const size = flame.depth.length;
  const left = new Float64Array(size), width = new Float64Array(size), parent = new Int32Array(size).fill(-1);
  const next: number[] = [], open: number[] = [];
  const whole = flame.value[0] || 1;
  let deepest = 0;
  for (let i = 0; i < size; i++) {
    const depth = flame.depth[i];
    width[i] = flame.value[i] / whole;
    left[i] = depth === 0 ? 0 : next[depth];
    parent[i] = depth === 0 ? -1 : open[depth - 1];
    next[depth] = left[i] + width[i];
    next[depth + 1] = left[i];
    open[depth] = i;
    deepest = Math.max(deepest, depth);
  }
  return { left, width, parent, deepest };
}

/** The source of call paths, and the page's state about them: a trace's {@code Context}. */
export interface FlameSource {
  readonly api: string;
  readonly state: State;
  readonly store: { set(change: Partial<State>): void };
  query(): Query;
  /** The menu of the boxes, where there is one. */
  readonly menu?: Menu;
  threadName(number: number): string;
  choose(method: number, path?: string): void;
}

/** The meaning of the boxes' widths. */
export interface Figures {
  amount(value: number): string;
  /** The number of calls; empty if unknown. */
  calls(count: number): string;
}

const TIMES: Figures = { amount: time, calls: n => counted(n, "call") };

export class FlameView implements View {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", { tabindex: 0, role: "img" });
  private readonly port = h("div", { class: "canvas-port" }, this.canvas);
  private readonly trail = h("nav", { class: "trail", "aria-label": "Call path" });
  private readonly tip = h("div", { class: "tip", role: "status" });
  private readonly found = h("span", { class: "note" });
  private readonly mergeButton: HTMLButtonElement;
  private readonly turnButton: HTMLButtonElement;
  private readonly asker = new Asker();
  private flame: Flame | null = null;
  private lay: Layout | null = null;
  /** Nodes that are no methods are numbered in their order. */
  private groupAt = new Int32Array(0);
  private hover = -1;
  private cursor = 0;
  private clicked = -1;
  /** How much of the picture is below what is seen of it. */
  private below = 0;
  private readonly redraw = eachFrame(() => this.draw());

  constructor(private readonly context: FlameSource, private readonly direction: "down" | "up",
      private readonly figures: Figures = TIMES) {
    this.mergeButton = h("button", { onclick: () => context.store.set({ merged: !context.state.merged, path: "" }) }, "Merge threads");
    this.turnButton = h("button", { onclick: () => context.store.set({ icicle: !context.state.icicle }) }, "Icicle");
    this.element = h("div", { class: "view" },
      h("div", { class: "bar-row" }, this.trail, this.found, h("span", { class: "spacer" }), this.mergeButton, this.turnButton),
      this.port, this.tip);
    this.port.addEventListener("scroll", () => { this.below = this.port.scrollHeight - this.port.clientHeight - this.port.scrollTop; });
    // The callers stay in place where they stand at the bottom.
    new ResizeObserver(() => {
      if (!this.isIcicle()) this.port.scrollTop = this.port.scrollHeight - this.port.clientHeight - this.below;
      this.redraw();
    }).observe(this.port);
    this.canvas.addEventListener("mousemove", event => this.point(this.at(event), event));
    this.canvas.addEventListener("mouseleave", () => this.point(-1));
    // A choice may make room for its details: the second click of two is of the box of the first.
    this.canvas.addEventListener("click", event => { if (event.detail < 2) this.click(this.at(event)); });
    this.canvas.addEventListener("dblclick", () => this.zoom(this.clicked));
    this.canvas.addEventListener("keydown", event => this.key(event));
    context.menu?.listen(this.canvas, event => this.spot(event));
  }

  async show(changed: Set<keyof State>): Promise<void> {
    const { state } = this.context;
    this.mergeButton.setAttribute("aria-pressed", String(state.merged));
    this.turnButton.setAttribute("aria-pressed", String(state.icicle));
    const asks = [...PART, "path", "merged", "tab"] as (keyof State)[];
    if (!this.flame || asks.some(name => changed.has(name))) {
      const flame = await this.asker.get<Flame>(this.context.api + "/flame", this.question());
      if (!flame) return;
      this.flame = flame;
      this.lay = layout(flame);
      let groups = 0;
      this.groupAt = Int32Array.from(flame.method, method => method < 0 ? groups++ : -1);
      this.hover = -1;
      this.cursor = 0;
      this.clicked = -1;
      this.showTrail();
      this.canvas.setAttribute("aria-label", this.words());
      this.draw();
      this.port.scrollTop = this.isIcicle() ? 0 : this.port.scrollHeight;
    }
    this.draw();
  }

  private question() {
    const { state } = this.context;
    const path = this.direction === "down" ? state.path : "";
    return { ...this.context.query(), direction: this.direction, path, threads: state.merged ? "merged" : "each",
      parts: Math.max(200, Math.round(this.port.clientWidth * 2)) };
  }

  private words(): string {
    const flame = this.flame!;
    const top = [...flame.depth.keys()].filter(i => flame.depth[i] === 1).slice(0, 3);
    return `Flame graph of ${this.figures.amount(flame.value[0])}, ${counted(flame.depth.length, "call path")}. Widest: `
      + top.map(i => `${this.name(i)} ${share(flame.value[i], flame.value[0])}`).join(", ");
  }

  private name(node: number): string {
    const flame = this.flame!;
    if (flame.method[node] >= 0) return flame.names[flame.method[node]];
    if (flame.groups.length === 0) return this.context.threadName(Number(this.context.state.path.split(".")[0]));
    const thread = this.threadOf(node);
    return thread < 0 ? "all threads" : this.context.threadName(thread);
  }

  /** The thread that a node stands for that is no method; -1 for all of them. */
  private threadOf(node: number): number {
    return this.flame!.groups[this.groupAt[node]] ?? -1;
  }

  /** The address of a node as a root: thread and methods. */
  private path(node: number): string {
    const flame = this.flame!, lay = this.lay!, own: string[] = [];
    let first = this.context.state.merged ? "*" : "";
    for (let n = node; n >= 0; n = lay.parent[n]) {
      if (flame.method[n] >= 0) own.unshift(String(flame.methods[flame.method[n]]));
      else {
        const thread = this.threadOf(n);
        if (thread >= 0) first = String(thread);
        else if (n === node) return "";
      }
    }
    const root = this.context.state.path;
    if (!root) return [first, ...own].filter(Boolean).join(".");
    // The root's own method is the last of its path already.
    if (flame.method[0] >= 0) own.shift();
    return [root, ...own].join(".");
  }

  private showTrail(): void {
    const root = this.direction === "down" ? this.context.state.path : "";
    const parts = root ? root.split(".") : [];
    const links: (Node | string)[] = [h("button", { onclick: () => this.context.store.set({ path: "" }) }, "all")];
    parts.forEach((_, i) => {
      if (i === 0 && parts[0] === "*") return;
      const isLast = i === parts.length - 1;
      if (parts.length > 7 && i > 1 && i < parts.length - 4) {
        if (i === 2) links.push(" › …");
        return;
      }
      const text = i === 0 ? this.context.threadName(Number(parts[0])) : isLast ? short(this.name(0)) : this.names.get(parts[i]) ?? "#" + parts[i];
      links.push(" › ", isLast ? h("strong", {}, text)
        : h("button", { onclick: () => this.context.store.set({ path: parts.slice(0, i + 1).join(".") }) }, text));
    });
    this.trail.replaceChildren(...links);
    const flame = this.flame!;
    flame.methods.forEach((method, i) => this.names.set(String(method), short(flame.names[i])));
  }

  private readonly names = new Map<string, string>();

  private top(depth: number): number {
    const rows = this.lay!.deepest;
    return this.isIcicle() ? depth * ROW : (rows - depth) * ROW;
  }

  private isIcicle(): boolean {
    return this.context.state.icicle || this.direction === "up";
  }

  private draw(): void {
    const { flame, lay } = this;
    if (!flame || !lay || !this.port.clientWidth) return;
    const width = this.port.clientWidth, height = (lay.deepest + 1) * ROW;
    const g = fitted(this.canvas, width, height);
    const search = pattern(this.context.state.search), chosen = this.context.state.method;
    const hits = flame.names.map(name => search !== null && search.test(name));
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, height);
    g.font = "11px " + css("--mono");
    g.textBaseline = "middle";
    const text = css("--box-text"), faint = css("--faint"), hit = css("--hit"), accent = css("--accent"), group = css("--group");
    for (let i = 0; i < flame.depth.length; i++) {
      const w = lay.width[i] * width;
      if (w < NARROWEST) continue;
      const x = lay.left[i] * width, y = this.top(flame.depth[i]), method = flame.method[i];
      const isHit = method >= 0 && hits[method];
      g.fillStyle = method < 0 ? group : search && !isHit ? faint : boxColor(flame.hues[method], flame.depth[i]);
      g.fillRect(x, y, Math.max(NARROWEST, w - (w > 3 ? 0.7 : 0)), ROW - 1);
      if (isHit) {
        g.fillStyle = hit;
        g.fillRect(x, y + ROW - 4, Math.max(1, w - 0.7), 3);
      }
      if (i === this.hover || (chosen >= 0 && method >= 0 && flame.methods[method] === chosen)) {
        g.strokeStyle = accent;
        g.lineWidth = i === this.hover ? 2 : 1.2;
        g.strokeRect(x + 1, y + 1, Math.max(1, w - 2.5), ROW - 3);
      }
      if (w >= NARROWEST_TEXT) {
        g.fillStyle = method >= 0 && search && !isHit ? css("--dim") : text;
        g.fillText(fit(this.name(i), w - 8), x + 4, y + ROW / 2);
      }
    }
    this.showFound(hits, search !== null);
  }

  /** Shows the share of the time of matching names; nested ones count once. */
  private showFound(hits: boolean[], isSearching: boolean): void {
    if (!isSearching) {
      this.found.textContent = "";
      return;
    }
    const flame = this.flame!;
    let sum = 0, boxes = 0, covered = -1;
    for (let i = 0; i < flame.depth.length; i++) {
      if (covered >= 0 && flame.depth[i] <= covered) covered = -1;
      if (flame.method[i] < 0 || !hits[flame.method[i]]) continue;
      boxes++;
      if (covered < 0) {
        sum += flame.value[i];
        covered = flame.depth[i];
      }
    }
    this.found.textContent = `${boxes === 1 ? "1 box" : count(boxes) + " boxes"} found, ${share(sum, flame.value[0])}`;
  }

  private at(event: MouseEvent): number {
    const { flame, lay } = this;
    if (!flame || !lay) return -1;
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    const row = Math.floor((event.clientY - box.top) / ROW);
    const depth = this.isIcicle() ? row : lay.deepest - row;
    for (let i = 0; i < flame.depth.length; i++) {
      if (flame.depth[i] === depth && x >= lay.left[i] && x < lay.left[i] + lay.width[i]) return i;
    }
    return -1;
  }

  private point(node: number, event?: MouseEvent): void {
    if (node !== this.hover) {
      this.hover = node;
      this.redraw();
      this.canvas.style.cursor = node >= 0 ? "pointer" : "default";
    }
    this.tip.classList.toggle("on", node >= 0);
    if (node < 0) return;
    this.tip.replaceChildren(...this.facts(node));
    if (event) place(this.tip, event, this.element);
  }

  private facts(node: number): Node[] {
    const flame = this.flame!;
    const lines = [h("strong", {}, this.name(node)),
      h("div", {}, `${this.figures.amount(flame.value[node])}${this.direction === "down" ? " inclusive" : ""}, ${share(flame.value[node], flame.total)} of all`
        + (flame.value[0] !== flame.total ? `, ${share(flame.value[node], flame.value[0])} of what is shown` : ""))];
    if (flame.method[node] >= 0) {
      const calls = this.figures.calls(flame.calls[node]);
      lines.push(h("div", {}, `${this.figures.amount(flame.self[node])} exclusive${calls ? ", " + calls : ""}`
        + (flame.thrown[node] ? `, ${count(flame.thrown[node])} left by an exception` : "")));
    }
    if (flame.cut[node]) lines.push(h("div", { class: "note" }, "narrow callees are not drawn; double-click to look closer"));
    return lines;
  }

  private click(node: number): void {
    const flame = this.flame;
    this.clicked = node;
    if (!flame || node < 0) return;
    this.cursor = node;
    if (flame.method[node] >= 0) this.context.choose(flame.methods[flame.method[node]], this.direction === "down" ? this.path(node) : "");
  }

  /** The box that a menu is about: that of the mouse, or of the keyboard's cursor. */
  private spot(event: MouseEvent | null): Spot | null {
    const node = event ? this.at(event) : this.cursor, { flame, lay } = this;
    if (!flame || !lay || node < 0) return null;
    this.cursor = node;
    const isMethod = flame.method[node] >= 0, name = this.name(node);
    const target: Target = isMethod ? { kind: "method", method: flame.methods[flame.method[node]], name, path: this.direction === "down" ? this.path(node) : "" }
      : { kind: "thread", method: -1, name };
    const { left, top, width } = this.canvas.getBoundingClientRect();
    return { target, x: event?.clientX ?? left + Math.max(0, lay.left[node]) * width + 8, y: event?.clientY ?? top + this.top(flame.depth[node]) + ROW };
  }

  private zoom(node: number): void {
    if (node < 0 || this.direction === "up") return;
    this.context.store.set({ path: node === 0 ? up(this.context.state.path) : this.path(node) });
  }

  private key(event: KeyboardEvent): void {
    const { flame, lay } = this;
    if (!flame || !lay) return;
    const deeper = this.isIcicle() ? "ArrowDown" : "ArrowUp", higher = this.isIcicle() ? "ArrowUp" : "ArrowDown";
    const depth = flame.depth[this.cursor];
    let to = -1;
    if (event.key === deeper && flame.depth[this.cursor + 1] === depth + 1) to = this.cursor + 1;
    else if (event.key === higher) to = lay.parent[this.cursor];
    else if (event.key === "ArrowRight") to = this.sibling(1);
    else if (event.key === "ArrowLeft") to = this.sibling(-1);
    else if (event.key === "Enter") this.zoom(this.cursor);
    else if (event.key === " ") this.click(this.cursor);
    else if (event.key === "Backspace") this.context.store.set({ path: up(this.context.state.path) });
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (to < 0) return;
    this.cursor = to;
    this.point(to);
    const y = this.top(flame.depth[to]);
    if (y < this.port.scrollTop || y + ROW > this.port.scrollTop + this.port.clientHeight) this.port.scrollTop = y - 40;
  }

  private sibling(step: number): number {
    const { depth } = this.flame!;
    for (let i = this.cursor + step; i >= 0 && i < depth.length && depth[i] >= depth[this.cursor]; i += step) {
      if (depth[i] === depth[this.cursor]) return i;
    }
    return -1;
  }

  /** The address of the same content as a separate picture. */
  link(format: string): string {
    return address(`${this.context.api}/export/${format}`, this.context.query());
  }
}

/** The path of a path's caller; empty for all. */
export function up(path: string): string {
  const parts = path.split(".");
  return parts.length <= 1 || (parts.length === 2 && parts[0] === "*") ? "" : parts.slice(0, -1).join(".");
}

const LETTER = 6.65;

/** As much of a name as fits: packages are shortened first. */
export function fit(name: string, room: number): string {
  const letters = Math.floor(room / LETTER);
  if (name.length <= letters) return name;
  const brief = short(name);
  if (brief.length <= letters) return brief;
  const own = brief.slice(brief.lastIndexOf(".") + 1);
  if (own.length <= letters) return own;
  return letters < 3 ? "" : own.slice(0, letters - 1) + "…";
}

/** Puts a tip beside the mouse, inside of a box. */
export function place(tip: HTMLElement, event: MouseEvent, within: HTMLElement): void {
  const box = within.getBoundingClientRect();
  const x = event.clientX - box.left, y = event.clientY - box.top;
  const left = Math.max(4, Math.min(x + 14, box.width - tip.offsetWidth - 8));
  const below = y + 18 + tip.offsetHeight < box.height;
  tip.style.left = left + "px";
  tip.style.top = (below ? y + 18 : Math.max(2, y - tip.offsetHeight - 12)) + "px";
}
