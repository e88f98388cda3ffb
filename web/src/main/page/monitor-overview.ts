// Charts of one VM: processor, heap with its collections, threads.

import { TimeChart } from "./chart.ts";
import { h } from "./dom.ts";
import { bytes, count, share } from "./format.ts";
import type { Panel } from "./live.ts";
import { type History, SHOWN } from "./monitor-history.ts";

export function heapChart(): TimeChart {
  return new TimeChart({ label: "Heap", span: SHOWN, format: bytes, least: 1e6, mark: "collection" });
}

export function drawHeap(chart: TimeChart, history: History): void {
  chart.set([
    { title: "reserved", color: "--group", points: history.heapSize, isFilled: true },
    { title: "used", color: "--busy", points: history.heapUsed, isFilled: true },
  ], history.now, history.collections);
}

export class OverviewPanel implements Panel {
  readonly element: HTMLElement;
  private readonly cpu = new TimeChart({ label: "CPU", span: SHOWN, format: value => share(value, 1), least: 0.5, height: 140 });
  private readonly heap = heapChart();
  private readonly threads = new TimeChart({ label: "Threads", span: SHOWN, format: value => count(Math.round(value)), least: 5, height: 80 });

  constructor(private readonly history: History) {
    this.element = h("div", { class: "view charts", tabindex: 0, role: "region", "aria-label": "Overview" }, this.cpu.element, this.heap.element, this.threads.element,
      h("p", { class: "note" }, "CPU is of one core: 200 % are two cores. Ticks at the heap's foot are collections."));
  }

  show(): void {
    const { history } = this;
    this.cpu.set([{ title: "all threads", color: "--run", points: history.cpu }], history.now);
    drawHeap(this.heap, history);
    this.threads.set([{ title: "alive", color: "--native", points: history.threads }], history.now);
  }

  take(): void {
    this.show();
  }
}
