// The call paths of two sides as one flame graph: what grew is red, what shrank is blue.

import type { ComparedPaths } from "./api.ts";
import { eachFrame, fitted, h } from "./dom.ts";
import { fit, place } from "./flame.ts";
import { count, share, signed, time } from "./format.ts";
import { changeColor, css } from "./theme.ts";

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

/** The paths with the names that they have by number. */
export interface NamedPaths { paths: ComparedPaths; names: string[] }

export class DiffFlame {
  readonly element: HTMLElement;
  readonly tip = h("div", { class: "tip", role: "status" });
  private readonly canvas = h("canvas", { role: "img", "aria-label": "Differential flame graph" });
  private readonly redraw = eachFrame(() => this.draw());
  private shown: NamedPaths | null = null;
  private lay: Layout | null = null;

  /** A click on a path calls back with its name. */
  constructor(onChoose?: (name: string) => void) {
    this.element = h("div", { class: "canvas-port half" }, this.canvas);
    new ResizeObserver(this.redraw).observe(this.element);
    this.canvas.addEventListener("mousemove", event => this.point(event));
    this.canvas.addEventListener("mouseleave", () => this.tip.classList.remove("on"));
    if (onChoose) this.canvas.addEventListener("click", event => {
      const name = this.nameAt(event);
      if (name) onChoose(name);
    });
  }

  /** The name of the path below the mouse; empty for none, and for the whole. */
  nameAt(event: MouseEvent): string {
    const node = this.find(event);
    return node > 0 ? this.name(node) : "";
  }

  set(shown: NamedPaths): void {
    this.shown = shown;
    this.lay = layout(shown.paths);
    this.canvas.setAttribute("aria-label", `Differential flame graph of ${count(shown.paths.caller.length)} call paths`);
    this.draw();
  }

  private name(node: number): string {
    const name = this.shown!.paths.name[node];
    return name < 0 ? "the whole" : this.shown!.names[name];
  }

  draw(): void {
    const { shown, lay } = this;
    if (!shown || !lay || !this.element.clientWidth) return;
    const width = this.element.clientWidth, rows = lay.depth.reduce((a, b) => Math.max(a, b), 0) + 1;
    const g = fitted(this.canvas, width, rows * ROW);
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, rows * ROW);
    g.font = "11px " + css("--mono");
    g.textBaseline = "middle";
    for (let i = 0; i < lay.depth.length; i++) {
      const w = lay.width[i] * width, x = lay.left[i] * width, y = lay.depth[i] * ROW;
      if (w < 0.4) continue;
      g.fillStyle = changeColor(shown.paths.base_ns[i], shown.paths.head_ns[i]);
      g.fillRect(x, y, Math.max(0.4, w - (w > 3 ? 0.7 : 0)), ROW - 1);
      if (w > 30) {
        g.fillStyle = css("--box-text");
        g.fillText(fit(this.name(i), w - 8), x + 4, y + ROW / 2);
      }
    }
  }

  /** The path below the mouse; -1 for none. */
  private find(event: MouseEvent): number {
    const { lay } = this;
    if (!lay) return -1;
    const box = this.canvas.getBoundingClientRect(), x = (event.clientX - box.left) / box.width;
    const depth = Math.floor((event.clientY - box.top) / ROW);
    return lay.depth.findIndex((each, i) => each === depth && x >= lay.left[i] && x < lay.left[i] + lay.width[i]);
  }

  private point(event: MouseEvent): void {
    const node = this.find(event);
    this.tip.classList.toggle("on", node >= 0);
    if (node < 0) return;
    const base = this.shown!.paths.base_ns[node], head = this.shown!.paths.head_ns[node];
    this.tip.replaceChildren(h("strong", {}, this.name(node)), h("div", {}, `${time(base)} before, ${time(head)} after: ${base ? signed(head - base, share(head - base, base)) : "new"}`));
    place(this.tip, event, this.element.parentElement!);
  }
}
