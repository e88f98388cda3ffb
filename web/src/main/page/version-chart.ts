// Versions along x, with the mean of each and its confidence, from 0 on: heights can be compared.

import { eachFrame, fitted, h } from "./dom.ts";
import { counted, time } from "./format.ts";
import { css } from "./theme.ts";

export interface VersionMean { version: string; runs: number; mean_ns: number; half_width_ns: number | null }

const HEIGHT = 190, LABELS = 40, TOP = 18, NARROWEST = 74, LEFT = 64, WIDEST = 180;

export class VersionChart {
  readonly element = h("div", { class: "version-port", tabindex: 0, role: "group", "aria-label": "Versions" });
  private readonly canvas = h("canvas", { "aria-hidden": "true" });
  private readonly sheet = h("div", { class: "versions" });
  private readonly redraw = eachFrame(() => this.draw());
  private means: VersionMean[] = [];
  private compared: string[] = [];

  /** A click on a version calls back with it; with the shift key it is that before. */
  constructor(private readonly onChoose: (version: string, isBefore: boolean) => void) {
    this.element.append(this.sheet);
    new ResizeObserver(this.redraw).observe(this.element);
  }

  set(means: VersionMean[], compared: string[]): void {
    this.means = means;
    this.compared = compared;
    this.draw();
  }

  draw(): void {
    const { means } = this, room = this.element.clientWidth - LEFT;
    if (room <= 0) return;
    if (!means.length) {
      this.sheet.replaceChildren();
      return;
    }
    const step = Math.max(NARROWEST, Math.min(WIDEST, room / Math.max(1, means.length)));
    const width = LEFT + step * means.length;
    this.sheet.style.width = width + "px";
    const most = Math.max(1, ...means.map(each => each.mean_ns + (each.half_width_ns ?? 0)));
    const x = (i: number) => LEFT + step * (i + 0.5), y = (ns: number) => HEIGHT - LABELS - (HEIGHT - LABELS - TOP) * ns / most;
    const g = fitted(this.canvas, width, HEIGHT);
    g.clearRect(0, 0, width, HEIGHT);
    g.lineWidth = 1;
    g.strokeStyle = css("--line");
    for (const at of [0, most]) {
      g.beginPath();
      g.moveTo(LEFT, Math.round(y(at)) + 0.5);
      g.lineTo(width, Math.round(y(at)) + 0.5);
      g.stroke();
    }
    g.strokeStyle = css("--dim");
    g.lineWidth = 1.5;
    g.beginPath();
    means.forEach((each, i) => i ? g.lineTo(x(i), y(each.mean_ns)) : g.moveTo(x(i), y(each.mean_ns)));
    g.stroke();
    means.forEach((each, i) => {
      const half = each.half_width_ns ?? 0, isCompared = this.compared.includes(each.version);
      g.strokeStyle = g.fillStyle = css(isCompared ? "--accent" : "--dim");
      for (const [x0, y0, x1, y1] of [[0, -half, 0, half], [-5, half, 5, half], [-5, -half, 5, -half]]) {
        g.beginPath();
        g.moveTo(x(i) + x0, y(each.mean_ns + y0));
        g.lineTo(x(i) + x1, y(each.mean_ns + y1));
        g.stroke();
      }
      g.beginPath();
      g.arc(x(i), y(each.mean_ns), isCompared ? 5 : 4, 0, 2 * Math.PI);
      g.fill();
    });
    const scale = h("span", { class: "top" }, time(most)), ground = h("span", { class: "top" }, "0");
    scale.style.top = y(most) - 8 + "px";
    ground.style.top = y(0) - 8 + "px";
    this.sheet.replaceChildren(this.canvas, scale, ground, ...means.map((each, i) => this.button(each, LEFT + step * i, step)));
  }

  private button(each: VersionMean, left: number, width: number): HTMLElement {
    const spread = each.half_width_ns === null ? "" : " ± " + time(each.half_width_ns);
    const words = `${each.version || "no version"}: ${time(each.mean_ns)}${spread}, ${counted(each.runs, "run")}`;
    const button = h("button", { title: words + ". Click: compare with the version before; with Shift: take it as the version before.",
      "aria-pressed": String(this.compared.includes(each.version)),
      onclick: (event: MouseEvent) => this.onChoose(each.version, event.shiftKey) },
      h("span", {}, each.version || "–"), h("small", {}, time(each.mean_ns)));
    button.style.left = left + "px";
    button.style.width = width + "px";
    return button;
  }
}
