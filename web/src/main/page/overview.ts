// The whole time in one strip: how busy the threads are together, what the timeline shows, what is selected.

import type { Activity } from "./api.ts";
import type { Context } from "./context.ts";
import { eachFrame, fitted, h } from "./dom.ts";
import { moment, step } from "./format.ts";
import { drawStrip } from "./strip.ts";
import { css } from "./theme.ts";

const HEIGHT = 46;

export class Overview {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", { role: "img", "aria-label": "Overview: how busy the threads were over time" });
  private busy: Float64Array = new Float64Array(0);
  private drag: { from: number; moved: boolean } | null = null;
  readonly redraw = eachFrame(() => this.draw());

  constructor(private readonly context: Context) {
    this.element = h("div", { class: "overview", title: "Drag to show a part of the time; double-click to show all" }, this.canvas);
    new ResizeObserver(this.redraw).observe(this.element);
    this.canvas.addEventListener("pointerdown", event => {
      this.canvas.setPointerCapture(event.pointerId);
      this.drag = { from: this.timeAt(event), moved: false };
    });
    this.canvas.addEventListener("pointermove", event => {
      if (!this.drag) return;
      const to = this.timeAt(event);
      if (Math.abs(to - this.drag.from) * this.element.clientWidth < 4 * this.length) return;
      this.drag.moved = true;
      context.store.set({ shown: [Math.min(this.drag.from, to), Math.max(this.drag.from, to)] });
    });
    this.canvas.addEventListener("pointerup", event => {
      const { shown } = context.state;
      // A click moves what is shown there.
      if (this.drag && !this.drag.moved && shown) {
        const middle = this.timeAt(event), half = (shown[1] - shown[0]) / 2;
        context.store.set({ shown: [middle - half, middle + half] });
      }
      this.drag = null;
    });
    this.canvas.addEventListener("dblclick", () => context.store.set({ shown: null }));
  }

  private begin = 0;
  private length = 1;

  set(activity: Activity): void {
    this.begin = activity.begin;
    this.length = Math.max(1, activity.end - activity.begin);
    const spans = activity.threads[0]?.busy.length ?? 0;
    this.busy = new Float64Array(spans);
    for (const thread of activity.threads) thread.busy.forEach((percent, i) => this.busy[i] += percent);
    this.draw();
  }

  private timeAt(event: MouseEvent): number {
    const box = this.canvas.getBoundingClientRect();
    return this.begin + (event.clientX - box.left) / box.width * this.length;
  }

  private draw(): void {
    const width = this.element.clientWidth;
    if (!width) return;
    const g = fitted(this.canvas, width, HEIGHT);
    g.fillStyle = css("--panel");
    g.fillRect(0, 0, width, HEIGHT);
    const most = Math.max(100, ...this.busy);
    g.fillStyle = css("--busy");
    // Activity is counted from the trace's start; the timeline begins with the first call.
    drawStrip(g, 0, width, HEIGHT, this.busy.map(busy => (HEIGHT - 14) * busy / most));
    g.fillStyle = css("--dim");
    g.font = "10px " + css("--sans");
    g.textBaseline = "top";
    const mark = step(this.length, width / 110);
    for (let t = 0; t <= this.length; t += mark) {
      const x = t / this.length * width;
      g.fillRect(x, 0, 1, 4);
      if (x < width - 40) g.fillText(moment(t, mark), x + 3, 1);
    }
    this.shade(g, width, this.context.state.span, css("--select"));
    const { shown } = this.context.state;
    if (shown) {
      const [from, to] = shown.map(t => Math.max(0, Math.min(width, (t - this.begin) / this.length * width)));
      g.fillStyle = css("--veil");
      g.fillRect(0, 0, from, HEIGHT);
      g.fillRect(to, 0, width - to, HEIGHT);
      g.fillStyle = css("--accent");
      g.fillRect(from - 1, 0, 2, HEIGHT);
      g.fillRect(to - 1, 0, 2, HEIGHT);
    }
  }

  private shade(g: CanvasRenderingContext2D, width: number, span: [number, number] | null, color: string): void {
    if (!span) return;
    const [from, to] = span.map(t => (t - this.begin) / this.length * width);
    g.fillStyle = color;
    g.fillRect(from, 0, Math.max(1, to - from), HEIGHT);
  }
}
