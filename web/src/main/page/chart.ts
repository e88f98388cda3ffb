// Figures over the last minutes, drawn anew each second.

import { fitted, h } from "./dom.ts";
import { counted } from "./format.ts";
import { css } from "./theme.ts";

export interface Series {
  title: string;
  /** A colour of the style sheet. */
  color: string;
  /** Times in milliseconds, the oldest first, and values. */
  points: [number, number][];
  isFilled?: boolean;
}

export interface ChartOptions {
  label: string;
  /** The shown time span, in milliseconds. */
  span: number;
  format(value: number): string;
  /** The top is not lower than this. */
  least?: number;
  height?: number;
  /** The text of a mark. */
  mark?: string;
}

const AXIS = 16;

/** The least of 1, 2, 5, 10 ... that is not below. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  for (const factor of [1, 2, 5]) if (factor * power >= value * 0.999) return factor * power;
  return 10 * power;
}

export class TimeChart {
  readonly element: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly legend = h("figcaption", { class: "legend" });
  private series: Series[] = [];
  private marks: number[] = [];
  private now = 0;

  constructor(private readonly options: ChartOptions) {
    this.canvas = h("canvas", { role: "img", "aria-label": options.label });
    this.element = h("figure", { class: "chart" }, this.legend, this.canvas);
  }

  /** Takes figures as they stand; marks are moments. */
  set(series: Series[], now: number, marks: number[] = []): void {
    this.series = series;
    this.now = now;
    this.marks = marks.filter(time => time > now - this.options.span);
    this.draw();
  }

  private words(): [string, string, string][] {
    return this.series.map(each => [each.color, each.title, each.points.length ? this.options.format(each.points.at(-1)![1]) : "not known yet"]);
  }

  draw(): void {
    const { options } = this, width = this.element.clientWidth, height = options.height ?? 110;
    if (!width) return;
    const words = this.words(), marked = options.mark ? counted(this.marks.length, options.mark) : "";
    this.legend.replaceChildren(h("strong", {}, options.label + " "), ...words.map(([color, title, value]) => {
      const swatch = h("span", { class: "dot" });
      swatch.style.background = css(color);
      return h("span", { class: "entry" }, swatch, `${title} `, h("b", {}, value));
    }), ...marked ? [h("span", { class: "entry" }, h("span", { class: "tick", "aria-hidden": "true" }), marked)] : []);
    this.canvas.setAttribute("aria-label", [options.label, ...words.map(([, title, value]) => `${title} ${value}`), marked].filter(Boolean).join(", "));

    const g = fitted(this.canvas, width, height), bottom = height - AXIS;
    const begin = this.now - options.span;
    const most = roundUp(Math.max(options.least ?? 1, ...this.series.flatMap(each => each.points.filter(p => p[0] >= begin).map(p => p[1]))));
    const x = (time: number) => width * (time - begin) / options.span, y = (value: number) => bottom - (bottom - 6) * value / most;
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, height);
    g.font = "11px " + css("--sans");
    g.textBaseline = "alphabetic";
    g.lineWidth = 1;
    for (const part of [0, 0.5, 1]) {
      const at = Math.round(y(most * part)) + 0.5;
      g.strokeStyle = css("--line");
      g.beginPath();
      g.moveTo(0, at);
      g.lineTo(width, at);
      g.stroke();
    }
    for (const each of this.series) this.line(g, each, x, y, bottom);
    g.fillStyle = css("--accent");
    for (const time of this.marks) g.fillRect(Math.round(x(time)) - 1, bottom - 9, 2, 9);
    g.fillStyle = css("--dim");
    g.fillText(options.format(most), 4, y(most) + 12);
    const minutes = options.span / 60_000;
    g.fillText(`${minutes} min ago`, 4, height - 4);
    g.textAlign = "right";
    g.fillText("now", width - 4, height - 4);
    g.textAlign = "left";
  }

  private line(g: CanvasRenderingContext2D, series: Series, x: (time: number) => number, y: (value: number) => number, bottom: number): void {
    // The last point before what is shown leads in from the left.
    const first = Math.max(0, series.points.findIndex(point => x(point[0]) >= 0) - 1);
    const points = series.points.slice(first);
    if (!points.length) return;
    g.beginPath();
    if (series.isFilled) g.moveTo(x(points[0][0]), bottom);
    points.forEach(([time, value], i) => i || series.isFilled ? g.lineTo(x(time), y(value)) : g.moveTo(x(time), y(value)));
    if (series.isFilled) {
      g.lineTo(x(points.at(-1)![0]), bottom);
      g.fillStyle = css(series.color);
      g.fill();
    } else {
      g.strokeStyle = css(series.color);
      g.lineWidth = 1.5;
      g.stroke();
    }
  }
}
