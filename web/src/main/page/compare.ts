// Two traces side by side: what grew is red, what shrank is blue.

import { Asker, type Diff, type Listed } from "./api.ts";
import { type Context, PART, type View } from "./context.ts";
import { eachFrame, fitted, h } from "./dom.ts";
import { fit, place } from "./flame.ts";
import { count, pattern, share, time } from "./format.ts";
import { Grid } from "./grid.ts";
import type { State } from "./state.ts";
import { changeColor, css } from "./theme.ts";
import { listed } from "./uploads.ts";

type Row = Diff["rows"][number];

const ROW = 18;

export class CompareView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly choice = h("select", { "aria-label": "Compare with",
    onchange: () => this.context.store.set({ base: this.choice.value }) });
  private readonly note = h("span", { class: "note" });
  private readonly canvas = h("canvas", { role: "img", "aria-label": "Differential flame graph" });
  private readonly port = h("div", { class: "canvas-port half" }, this.canvas);
  private readonly tip = h("div", { class: "tip", role: "status" });
  private readonly grid: Grid<Row>;
  private readonly redraw = eachFrame(() => this.draw());
  private diff: Diff | null = null;
  private left = new Float64Array(0);
  private depth = new Int32Array(0);
  private listed: Listed[] | null = null;

  constructor(private readonly context: Context, private readonly own: string) {
    const change = (row: Row) => row.head - row.base;
    this.grid = new Grid<Row>([
      { id: "change", title: "Change", text: row => (change(row) > 0 ? "+" : "") + time(change(row)), value: change, width: 100 },
      { id: "relative", title: "Relative", text: row => row.base ? (change(row) > 0 ? "+" : "") + share(change(row), row.base) : "new", value: row => row.base ? change(row) / row.base : Infinity },
      { id: "base", title: "Before", text: row => time(row.base), value: row => row.base, width: 92 },
      { id: "head", title: "After", text: row => time(row.head), value: row => row.head, width: 92 },
      { id: "calls", title: "Calls", text: row => row.baseCalls === row.headCalls ? count(row.headCalls) : `${count(row.baseCalls)} → ${count(row.headCalls)}`, value: row => row.headCalls - row.baseCalls, width: 130 },
      { id: "name", title: "Name", name: true, text: row => row.name, value: row => row.name },
    ], { label: "What changed", sort: "-change", empty: "nothing has such a name" });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, h("label", {}, "Compare with ", this.choice), this.note), this.port, this.grid.element, this.tip);
    new ResizeObserver(this.redraw).observe(this.port);
    this.canvas.addEventListener("mousemove", event => this.point(event));
    this.canvas.addEventListener("mouseleave", () => this.tip.classList.remove("on"));
  }

  async show(changed: Set<keyof State>): Promise<void> {
    if (!this.listed) {
      this.listed = (await listed()).filter(trace => trace.id !== this.own);
      this.choice.replaceChildren(h("option", { value: "" }, this.listed.length ? "choose a trace" : "no other trace is open: drop one on the page"),
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
      this.arrange();
    }
    const diff = this.diff!, search = pattern(this.context.state.search);
    this.note.textContent = `${time(diff.baseTotal)} before, ${time(diff.headTotal)} after (${diff.headTotal >= diff.baseTotal ? "+" : ""}${share(diff.headTotal - diff.baseTotal, diff.baseTotal)}). One run against one proves nothing: dexscope diff takes several.`;
    this.grid.set(diff.rows.filter(row => !search || search.test(row.name)));
    this.draw();
  }

  /** Widths are those of the larger of both, so that what is gone is seen too. */
  private width(node: number): number {
    const [, , base, head] = this.diff!.paths[node];
    return Math.max(base, head);
  }

  private arrange(): void {
    const { paths } = this.diff!, size = paths.length;
    this.left = new Float64Array(size);
    this.depth = new Int32Array(size);
    const used = new Float64Array(size), fits = new Float64Array(size).fill(1), below = new Float64Array(size);
    for (let i = 1; i < size; i++) below[paths[i][0]] += this.width(i);
    for (let i = 0; i < size; i++) if (below[i] > this.width(i)) fits[i] = this.width(i) / below[i];
    this.wide = new Float64Array(size);
    this.wide[0] = 1;
    for (let i = 1; i < size; i++) {
      const parent = paths[i][0];
      // Children may be wider together than their caller: some grew, others shrank.
      this.wide[i] = this.wide[parent] * (this.width(i) * fits[parent]) / Math.max(1, this.width(parent));
      this.left[i] = this.left[parent] + used[parent];
      used[parent] += this.wide[i];
      this.depth[i] = this.depth[parent] + 1;
    }
    this.canvas.setAttribute("aria-label", `Differential flame graph of ${count(size)} call paths`);
  }

  private wide = new Float64Array(0);

  private name(node: number): string {
    const name = this.diff!.paths[node][1];
    return name < 0 ? "the whole" : this.diff!.names[name];
  }

  private draw(): void {
    const diff = this.diff;
    if (!diff || !this.port.clientWidth) return;
    const width = this.port.clientWidth, rows = this.depth.reduce((a, b) => Math.max(a, b), 0) + 1;
    const g = fitted(this.canvas, width, rows * ROW);
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, rows * ROW);
    g.font = "11px " + css("--mono");
    g.textBaseline = "middle";
    for (let i = 0; i < diff.paths.length; i++) {
      const w = this.wide[i] * width, x = this.left[i] * width, y = this.depth[i] * ROW;
      if (w < 0.4) continue;
      g.fillStyle = changeColor(diff.paths[i][2], diff.paths[i][3]);
      g.fillRect(x, y, Math.max(0.4, w - (w > 3 ? 0.7 : 0)), ROW - 1);
      if (w > 30) {
        g.fillStyle = css("--box-text");
        g.fillText(fit(this.name(i), w - 8), x + 4, y + ROW / 2);
      }
    }
  }

  private point(event: MouseEvent): void {
    const diff = this.diff;
    if (!diff) return;
    const box = this.canvas.getBoundingClientRect(), x = (event.clientX - box.left) / box.width;
    const depth = Math.floor((event.clientY - box.top) / ROW);
    let node = -1;
    for (let i = 0; i < diff.paths.length; i++) if (this.depth[i] === depth && x >= this.left[i] && x < this.left[i] + this.wide[i]) node = i;
    this.tip.classList.toggle("on", node >= 0);
    if (node < 0) return;
    const [, , base, head] = diff.paths[node];
    this.tip.replaceChildren(h("strong", {}, this.name(node)), h("div", {}, `${time(base)} before, ${time(head)} after: ${head >= base ? "+" : ""}${base ? share(head - base, base) : "new"}`));
    place(this.tip, event, this.element);
  }
}
