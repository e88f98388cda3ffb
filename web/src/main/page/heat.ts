// The heat map: a column for each second, a row for each slice of it, the colour is how busy the threads were.

import { Asker, type Heat } from "./api.ts";
import { type Context, PART, type View } from "./context.ts";
import { eachFrame, fitted, h } from "./dom.ts";
import { FlameView, place } from "./flame.ts";
import { moment, time } from "./format.ts";
import type { State } from "./state.ts";
import { css, heatColor } from "./theme.ts";

const ROWS = 50;
const AXIS = 18;
const SIDE = 64;
const HIGHEST = 12;
/** So many columns are too few to see a pattern; a shorter column is taken then. */
const FEW = 20;

/** The time of a column: a second, less for short traces, more for long ones. */
export function columnTime(length: number): number {
  let column = 1e9;
  while (length / column < FEW && column > 1e5) column /= 10;
  while (length / column > 1000) column *= 10;
  return column;
}

export class HeatView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly canvas = h("canvas", { tabindex: 0, role: "img", "aria-label": "Heat map" });
  private readonly port = h("div", { class: "canvas-port heat" }, this.canvas);
  private readonly note = h("span", { class: "note" });
  private readonly tip = h("div", { class: "tip", role: "status" });
  private readonly redraw = eachFrame(() => this.draw());
  /** Of the selected time. */
  private readonly flame: FlameView;
  private heat: Heat | null = null;
  private most = 1;
  /** The slices between which the mouse is dragged. */
  private drag: [number, number] | null = null;
  private cursor = 0;

  constructor(private readonly context: Context) {
    this.flame = new FlameView(context, "down");
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.note), h("div", { class: "wings heat-wings" }, this.port, this.flame.element), this.tip);
    new ResizeObserver(this.redraw).observe(this.port);
    const { canvas } = this;
    canvas.addEventListener("pointerdown", event => {
      const at = this.at(event);
      if (at < 0) return;
      canvas.setPointerCapture(event.pointerId);
      this.drag = [at, at];
    });
    canvas.addEventListener("pointermove", event => {
      const at = this.at(event);
      if (this.drag && at >= 0) this.drag[1] = at;
      this.point(at, event);
    });
    canvas.addEventListener("pointerup", () => this.select());
    canvas.addEventListener("pointerleave", () => this.tip.classList.remove("on"));
    canvas.addEventListener("keydown", event => this.key(event));
  }

  async show(changed: Set<keyof State>): Promise<void> {
    if (!this.heat || PART.some(name => name !== "span" && name !== "steps" && changed.has(name))) {
      const { last } = this.context.info;
      const heat = await this.asker.get<Heat>(this.context.api + "/heat", { ...this.context.query(), from: null, to: null, step: null,
        slice: columnTime(last) / ROWS });
      if (!heat) return;
      this.heat = heat;
      this.most = heat.busy.reduce((a, b) => Math.max(a, b), 1);
      const column = heat.slice * ROWS;
      this.note.textContent = `A column is ${time(column)}, a cell ${time(heat.slice)}; the darkest is ${this.most} % of a core. Drag to select a time: its flame graph is beside.${this.context.info.times.includes("cpu") ? "" : " The trace has no CPU time: known waits are left out."}`;
      this.canvas.setAttribute("aria-label", `Heat map of ${time(heat.end)}: ${this.columns()} columns of ${time(column)}, each of ${ROWS} slices. Arrows move, Enter selects a column.`);
    }
    this.draw();
    await this.flame.show(changed);
  }

  private columns(): number {
    return Math.ceil(this.heat!.busy.length / ROWS);
  }

  private cell(): [number, number] {
    const width = Math.max(3, Math.min(40, (this.port.clientWidth - SIDE) / this.columns()));
    return [width, Math.max(3, Math.min(HIGHEST, Math.floor((this.port.clientHeight - AXIS - 2) / ROWS)))];
  }

  private draw(): void {
    const { heat } = this;
    if (!heat || !this.port.clientWidth) return;
    const [w, t] = this.cell(), width = SIDE + this.columns() * w, height = ROWS * t + AXIS;
    const g = fitted(this.canvas, Math.max(width, this.port.clientWidth), height);
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, Math.max(width, this.port.clientWidth), height);
    heat.busy.forEach((busy, i) => {
      g.fillStyle = busy ? heatColor(busy / this.most) : css("--lane");
      g.fillRect(SIDE + Math.floor(i / ROWS) * w, i % ROWS * t, w - (w > 5 ? 1 : 0), t - (t > 5 ? 1 : 0));
    });
    const { span } = this.context.state;
    const chosen = this.drag ? [Math.min(...this.drag), Math.max(...this.drag)] : span ? [Math.floor(span[0] / heat.slice), Math.ceil(span[1] / heat.slice) - 1] : null;
    g.strokeStyle = css("--fg");
    // An outline for each column: the colours inside stay what they mean.
    for (let i = chosen ? Math.max(0, chosen[0]) : 1, last = chosen ? Math.min(chosen[1], heat.busy.length - 1) : 0; i <= last;) {
      const end = Math.min(last, Math.floor(i / ROWS) * ROWS + ROWS - 1);
      g.strokeRect(SIDE + Math.floor(i / ROWS) * w + 0.5, i % ROWS * t + 0.5, w - 2, (end - i + 1) * t - 2);
      i = end + 1;
    }
    if (document.activeElement === this.canvas) g.strokeRect(SIDE + this.cursor * w + 0.5, 0.5, w - 1, ROWS * t - 1);
    g.fillStyle = css("--dim");
    g.font = "10px " + css("--sans");
    g.textBaseline = "middle";
    const column = heat.slice * ROWS;
    for (let row = 0; row < ROWS; row += 10) g.fillText("+" + moment(row * heat.slice, 10 * heat.slice).replace(/^0$/, "0 ms"), 6, row * t + t / 2 + 2);
    const every = Math.max(1, Math.ceil(60 / w));
    for (let i = 0; i < this.columns(); i += every) g.fillText(moment(i * column, every * column), SIDE + i * w, ROWS * t + AXIS / 2 + 1);
  }

  /** The slice below the mouse; -1 beside the map. */
  private at(event: MouseEvent): number {
    const { heat } = this;
    if (!heat) return -1;
    const box = this.canvas.getBoundingClientRect(), [w, t] = this.cell();
    const column = Math.floor((event.clientX - box.left - SIDE) / w), row = Math.floor((event.clientY - box.top) / t);
    const at = column * ROWS + row;
    return column < 0 || row < 0 || row >= ROWS || at >= heat.busy.length ? -1 : at;
  }

  private point(at: number, event: MouseEvent): void {
    this.tip.classList.toggle("on", at >= 0);
    if (this.drag) this.redraw();
    if (at < 0) return;
    const { slice, busy } = this.heat!;
    this.tip.replaceChildren(h("strong", {}, `${time(at * slice)} to ${time((at + 1) * slice)}`), h("div", {}, `${busy[at]} % of a core`));
    place(this.tip, event, this.element);
  }

  private select(): void {
    const { drag } = this;
    this.drag = null;
    if (drag) this.take(Math.min(...drag), Math.max(...drag) + 1);
  }

  /** Selects the time of slices. */
  private take(from: number, to: number): void {
    const { slice } = this.heat!;
    this.context.store.set({ span: [Math.round(from * slice), Math.round(to * slice)] });
    this.redraw();
  }

  private key(event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!this.heat || (!step && event.key !== "Enter")) return;
    event.preventDefault();
    event.stopPropagation();
    this.cursor = Math.max(0, Math.min(this.columns() - 1, this.cursor + step));
    if (!step) this.take(this.cursor * ROWS, (this.cursor + 1) * ROWS);
    this.redraw();
  }
}
