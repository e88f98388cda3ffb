// The heap of one VM: how full it is, what lies where, what has grown.

import { address } from "./api.ts";
import { fitted, h } from "./dom.ts";
import { bytes, count, share, visible } from "./format.ts";
import { Grid } from "./grid.ts";
import { api, ask, doing, order, type Panel, type Which } from "./live.ts";
import type { History } from "./monitor-history.ts";
import { drawHeap, heapChart } from "./monitor-overview.ts";
import { css } from "./theme.ts";

interface HeapMap {
  bytes: number; freeEnd: number; parts: Part[]; kinds: string[]; solidities: string[]; kind: number[]; solidity: number[]; used: number[];
}

interface Part { kind: string; solidity: string; pieces: number; bytes: number }

interface Histogram { time: number; total: number; classes: [string, number, number][] }

interface Growth { name: string; count: number; bytes: number; moreCount: number; moreBytes: number }

const COLUMNS = 96;
const color = (what: string, at: number) => `--${what}-${at % 8}`;

export class HeapPanel implements Panel {
  readonly element: HTMLElement;
  private readonly chart = heapChart();
  private readonly canvas = h("canvas", { role: "img", "aria-label": "Map of the heap, not asked for yet" });
  private readonly legend = h("p", { class: "legend" });
  private readonly by: HTMLSelectElement;
  /** It has a line of its own: if the picture moved when it speaks, the mouse would be beside it. */
  private readonly tip = h("p", { class: "note", role: "status" });
  private readonly parts: Grid<Part>;
  private readonly classes: Grid<Growth>;
  private readonly lower = h("div", { class: "wings" });
  private readonly growthNote = h("span", { class: "note" });
  private map: HeapMap | null = null;
  private base: Histogram | null = null;
  private last: Histogram | null = null;

  constructor(private readonly which: Which, private readonly history: History) {
    this.by = h("select", { "aria-label": "Colours of the map", onchange: () => this.drawMap() },
      h("option", { value: "kind" }, "colours by kind"), h("option", { value: "solidity" }, "colours by solidity"));
    this.parts = new Grid<Part>([
      { id: "bytes", title: "Bytes", text: part => bytes(part.bytes), value: part => part.bytes, width: 92 },
      { id: "share", title: "Share", text: part => share(part.bytes, this.map?.bytes ?? 0), bar: part => part.bytes / (this.map?.bytes || 1) },
      { id: "pieces", title: "Pieces", text: part => count(part.pieces), value: part => part.pieces },
      { id: "name", title: "What", name: true, text: part => `${part.kind}, ${part.solidity}`, value: part => part.kind },
    ], { label: "What the heap holds", sort: "-bytes", empty: "not asked yet" });
    const signed = (n: number, text: string) => n > 0 ? "+" + text : text;
    this.classes = new Grid<Growth>([
      { id: "more", title: "Grown by", text: row => signed(row.moreBytes, bytes(row.moreBytes)), value: row => row.moreBytes, width: 96 },
      { id: "objects", title: "Objects", text: row => signed(row.moreCount, count(row.moreCount)), value: row => row.moreCount },
      { id: "bytes", title: "Bytes now", text: row => bytes(row.bytes), value: row => row.bytes, width: 96 },
      { id: "count", title: "Now", text: row => count(row.count), value: row => row.count },
      { id: "name", title: "Class", name: true, text: row => visible(row.name), value: row => row.name },
    ], { label: "Classes", sort: "-more", empty: "nothing has changed" });
    this.element = h("div", { class: "view" }, this.chart.element,
      h("div", { class: "bar-row" }, doing("Collect garbage", () => order("vm/gc", which)), doing("Map the heap", () => this.showMap()), this.by,
        doing("Count classes", () => this.countClasses()), doing("Count from here", async () => { this.base = this.last ?? await this.histogram(); await this.countClasses(); }),
        h("a", { href: address(api + "vm/hprof", which), download: "" }, "Dump (hprof)"), this.growthNote),
      this.lower);
    this.canvas.addEventListener("mousemove", event => this.point(event));
    this.canvas.addEventListener("mouseleave", () => { this.tip.textContent = ""; });
    this.lower.append(h("div", { class: "map" }, this.legend, this.tip, this.canvas), this.parts.element);
  }

  take(): void {
    drawHeap(this.chart, this.history);
  }

  show(): void {
    drawHeap(this.chart, this.history);
    this.drawMap();
  }

  private async showMap(): Promise<void> {
    this.map = await ask<HeapMap>("vm/heap", { ...this.which, cells: 4096 });
    this.parts.set(this.map.parts);
    this.lower.replaceChildren(h("div", { class: "map" }, this.legend, this.tip, this.canvas), this.parts.element);
    this.lower.classList.remove("one");
    this.growthNote.textContent = "";
    this.drawMap();
  }

  /** A cell for each stretch of the heap, in the colour of what takes most of it, as bright as it is full. */
  private drawMap(): void {
    const { map } = this;
    if (!map) return;
    const isByKind = this.by.value === "kind", of = isByKind ? map.kind : map.solidity, words = isByKind ? map.kinds : map.solidities;
    const what = isByKind ? "kind" : "solid";
    const size = this.size(), g = fitted(this.canvas, COLUMNS * size, Math.ceil(of.length / COLUMNS) * size);
    g.clearRect(0, 0, COLUMNS * size, Math.ceil(of.length / COLUMNS) * size);
    of.forEach((state, i) => {
      const x = i % COLUMNS * size, y = Math.floor(i / COLUMNS) * size;
      g.globalAlpha = 1;
      g.fillStyle = css("--lane");
      g.fillRect(x, y, size - 1, size - 1);
      g.globalAlpha = map.used[i] / 100;
      g.fillStyle = css(color(what, state));
      g.fillRect(x, y, size - 1, size - 1);
    });
    g.globalAlpha = 1;
    const seen = [...new Set(of.filter((_, i) => map.used[i] > 0))].sort((a, b) => a - b);
    this.legend.replaceChildren(...seen.map(state => {
      const swatch = h("span", { class: "dot" });
      swatch.style.background = css(color(what, state));
      return h("span", { class: "entry" }, swatch, words[state]);
    }), h("span", { class: "entry" }, h("span", { class: "dot empty" }), "free"),
      map.freeEnd ? h("span", { class: "entry" }, `${bytes(map.freeEnd)} free behind the last object are not drawn`) : "");
    const full = map.used.reduce((sum, used) => sum + used, 0) / map.used.length;
    this.canvas.setAttribute("aria-label", `Map of ${bytes(map.bytes - map.freeEnd)} of heap, ${full.toFixed(0)} % of them used, mostly ${map.parts.slice(0, 3).map(part => `${part.kind} ${part.solidity}`).join(", ")}`);
  }

  private size(): number {
    return Math.max(3, Math.floor((this.canvas.parentElement!.clientWidth - 16) / COLUMNS));
  }

  private point(event: MouseEvent): void {
    const { map } = this;
    if (!map) return;
    const size = this.size(), at = Math.floor(event.offsetY / size) * COLUMNS + Math.floor(event.offsetX / size);
    if (at >= map.kind.length) return;
    const each = (map.bytes - map.freeEnd) / map.kind.length;
    this.tip.textContent = `at ${bytes(Math.round(at * each))}: ${map.used[at] ? `${map.kinds[map.kind[at]]}, ${map.solidities[map.solidity[at]]}, ${map.used[at]} % full` : "free"}`;
  }

  private histogram(): Promise<Histogram> {
    return order<Histogram>("vm/histogram", this.which);
  }

  /** Two histograms: what there is now, and what there was when it was first counted. */
  private async countClasses(): Promise<void> {
    const now = await this.histogram();
    this.last = now;
    this.base ??= now;
    const rows = new Map<string, Growth>();
    for (const [name, objects, size] of now.classes) rows.set(name, { name, count: objects, bytes: size, moreCount: objects, moreBytes: size });
    for (const [name, objects, size] of this.base.classes) {
      const row = rows.get(name) ?? { name, count: 0, bytes: 0, moreCount: 0, moreBytes: 0 };
      row.moreCount -= objects;
      row.moreBytes -= size;
      rows.set(name, row);
    }
    const seconds = Math.round((now.time - this.base.time) / 1000);
    const isFirst = now === this.base;
    this.growthNote.textContent = isFirst ? "Count again later to see what has grown." : `Growth in ${seconds} s.`;
    this.classes.set([...rows.values()], isFirst ? "-bytes" : "-more");
    this.lower.replaceChildren(this.classes.element);
    this.lower.classList.add("one");
  }
}
