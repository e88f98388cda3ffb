// Two traces side by side: what grew is red, what shrank is blue.

import { rowsOf } from "./answer.ts";
import { Asker, type ComparedPaths, type Diff, type Listed } from "./api.ts";
import { type Context, PART, type View } from "./context.ts";
import { eachFrame, fitted, h } from "./dom.ts";
import { fit, place } from "./flame.ts";
import { count, pattern, share, time } from "./format.ts";
import { Grid } from "./grid.ts";
import type { State } from "./state.ts";
import { changeColor, css } from "./theme.ts";
import { listed, upload } from "./uploads.ts";

const ROW = 18;

/** Where each call path lies: shares of the width, and its level. */
export interface Layout {
  left: Float64Array;
  width: Float64Array;
  depth: Int32Array;
}

/** Widths are those of the larger of both times, so that what is gone is seen too. */
export function layout({ caller, base_ns, head_ns }: ComparedPaths): Layout {
  const size = caller.length, left = new Float64Array(size), width = new Float64Array(size), depth = new Int32Array(size);
  const used = new Float64Array(size), below = new Float64Array(size);
  const larger = (i: number) => Math.max(base_ns[i], head_ns[i]);
  for (let i = 1; i < size; i++) below[caller[i]] += larger(i);
  width[0] = 1;
  for (let i = 1; i < size; i++) {
    const parent = caller[i];
    // Children may be wider together than their caller: some grew, others shrank.
    width[i] = width[parent] * larger(i) / Math.max(1, larger(parent), below[parent]);
    left[i] = left[parent] + used[parent];
    used[parent] += width[i];
    depth[i] = depth[parent] + 1;
  }
  return { left, width, depth };
}

export class CompareView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly choice = h("select", { "aria-label": "Compare with",
    onchange: () => this.context.store.set({ base: this.choice.value }) });
  private readonly note = h("span", { class: "note", role: "status" });
  private readonly file = h("input", { type: "file", class: "hidden", onchange: () => void this.open() });
  private readonly canvas = h("canvas", { role: "img", "aria-label": "Differential flame graph" });
  private readonly port = h("div", { class: "canvas-port half" }, this.canvas);
  private readonly tip = h("div", { class: "tip", role: "status" });
  private readonly grid: Grid<number>;
  private readonly redraw = eachFrame(() => this.draw());
  private diff: Diff | null = null;
  private lay: Layout | null = null;
  private listed: Listed[] | null = null;

  constructor(private readonly context: Context, private readonly own: string) {
    const cell = (key: string) => (row: number) => this.diff!.rows[key][row] as number;
    const change = cell("delta_ns"), relative = cell("change"), base = cell("base_mean_ns"), head = cell("head_mean_ns");
    const baseCalls = cell("base_calls"), headCalls = cell("head_calls");
    const name = (row: number) => String(this.diff!.rows.name[row]);
    this.grid = new Grid<number>([
      { id: "change", title: "Change", text: row => signed(change(row), time(change(row))), value: change, width: 100 },
      { id: "relative", title: "Relative", text: row => base(row) ? signed(change(row), share(change(row), base(row))) : "new", value: row => relative(row) ?? Infinity },
      { id: "base", title: "Before", text: row => time(base(row)), value: base, width: 92 },
      { id: "head", title: "After", text: row => time(head(row)), value: head, width: 92 },
      { id: "calls", title: "Calls", text: row => baseCalls(row) === headCalls(row) ? count(headCalls(row)) : `${count(baseCalls(row))} → ${count(headCalls(row))}`, value: row => headCalls(row) - baseCalls(row), width: 130 },
      { id: "name", title: "Name", name: true, text: name, value: name },
    ], { label: "What changed", sort: "-change", empty: "nothing has such a name" });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, h("label", {}, "Compare with ", this.choice),
      h("button", { onclick: () => this.file.click() }, "Open a file…"), this.file, this.note), this.port, this.grid.element, this.tip);
    new ResizeObserver(this.redraw).observe(this.port);
    this.canvas.addEventListener("mousemove", event => this.point(event));
    this.canvas.addEventListener("mouseleave", () => this.tip.classList.remove("on"));
  }

  async show(changed: Set<keyof State>): Promise<void> {
    if (!this.listed || !this.listed.some(trace => trace.id === this.context.state.base)) {
      this.listed = (await listed()).filter(trace => trace.id !== this.own);
      this.choice.replaceChildren(h("option", { value: "" }, this.listed.length ? "choose a trace" : "no other trace is open"),
        ...this.listed.map(trace => h("option", { value: trace.id }, trace.title)));
    }
    const { base, by } = this.context.state;
    this.choice.value = base;
    if (!base) return;
    const asks = [...PART, "base", "by"] as (keyof State)[];
    if (!this.diff || asks.some(name => changed.has(name))) {
      const diff = await this.asker.get<Diff>(`${this.context.api}/diff/${encodeURIComponent(base)}`, { ...this.context.query(), by });
      if (!diff) return;
      this.diff = diff;
      this.lay = layout(diff.paths);
      this.canvas.setAttribute("aria-label", `Differential flame graph of ${count(diff.paths.caller.length)} call paths`);
    }
    const diff = this.diff!, search = pattern(this.context.state.search);
    const before = diff.base_total_ns, after = diff.head_total_ns;
    this.report(`${diff.base}: ${time(before)}, ${diff.head}: ${time(after)} (${signed(after - before, share(after - before, before))}). One run against one proves nothing: dexscope diff takes several.`);
    this.grid.set(rowsOf(diff).filter(row => !search || search.test(String(diff.rows.name[row]))));
    this.draw();
  }

  private report(text: string, isError = false): void {
    this.note.textContent = text;
    this.note.classList.toggle("error", isError);
  }

  /** Opens the file that was chosen, and compares with it. */
  private async open(): Promise<void> {
    const file = this.file.files?.[0];
    this.file.value = "";
    if (!file) return;
    try {
      const { id } = await upload(file, share => this.report(`Sending ${file.name}: ${Math.round(100 * share)} %`));
      this.context.store.set({ base: id });
    } catch (e) {
      this.report(e instanceof Error ? e.message : String(e), true);
    }
  }

  private name(node: number): string {
    const name = this.diff!.paths.name[node];
    return name < 0 ? "the whole" : this.diff!.names[name];
  }

  private draw(): void {
    const { diff, lay } = this;
    if (!diff || !lay || !this.port.clientWidth) return;
    const width = this.port.clientWidth, rows = lay.depth.reduce((a, b) => Math.max(a, b), 0) + 1;
    const g = fitted(this.canvas, width, rows * ROW);
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, rows * ROW);
    g.font = "11px " + css("--mono");
    g.textBaseline = "middle";
    for (let i = 0; i < lay.depth.length; i++) {
      const w = lay.width[i] * width, x = lay.left[i] * width, y = lay.depth[i] * ROW;
      if (w < 0.4) continue;
      g.fillStyle = changeColor(diff.paths.base_ns[i], diff.paths.head_ns[i]);
      g.fillRect(x, y, Math.max(0.4, w - (w > 3 ? 0.7 : 0)), ROW - 1);
      if (w > 30) {
        g.fillStyle = css("--box-text");
        g.fillText(fit(this.name(i), w - 8), x + 4, y + ROW / 2);
      }
    }
  }

  private point(event: MouseEvent): void {
    const { diff, lay } = this;
    if (!diff || !lay) return;
    const box = this.canvas.getBoundingClientRect(), x = (event.clientX - box.left) / box.width;
    const depth = Math.floor((event.clientY - box.top) / ROW);
    const node = lay.depth.findIndex((each, i) => each === depth && x >= lay.left[i] && x < lay.left[i] + lay.width[i]);
    this.tip.classList.toggle("on", node >= 0);
    if (node < 0) return;
    const base = diff.paths.base_ns[node], head = diff.paths.head_ns[node];
    this.tip.replaceChildren(h("strong", {}, this.name(node)), h("div", {}, `${time(base)} before, ${time(head)} after: ${base ? signed(head - base, share(head - base, base)) : "new"}`));
    place(this.tip, event, this.element);
  }
}

/** A change with its sign. */
function signed(change: number, text: string): string {
  return (change > 0 ? "+" : "") + text;
}
