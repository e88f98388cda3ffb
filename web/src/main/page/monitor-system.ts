// The system of a device: what all programs take of it, also those that are no VMs.

import { TimeChart } from "./chart.ts";
import { h } from "./dom.ts";
import { bytes } from "./format.ts";
import { ask, type Panel } from "./live.ts";

interface Figures { load: number; memory: number; available: number; disks: { mounted: string; bytes: number; free: number }[] }

const INTERVAL = 2000;
const SPAN = 5 * 60_000;
const KEPT = SPAN / INTERVAL + 2;

export class SystemPanel implements Panel {
  readonly element: HTMLElement;
  private readonly load = new TimeChart({ label: "Load", span: SPAN, format: value => value.toFixed(2), least: 1 });
  private readonly memory = new TimeChart({ label: "Memory", span: SPAN, format: bytes, least: 1e9 });
  private readonly disks = h("div", { class: "disks" });
  private readonly problem = h("p", { class: "warn", role: "status" });
  private readonly seen: [number, Figures][] = [];
  private timer = 0;

  constructor(private readonly device: string) {
    this.element = h("div", { class: "view charts", tabindex: 0, role: "region", "aria-label": "System" }, this.problem, this.load.element, this.memory.element, this.disks,
      h("p", { class: "note" }, "Load: how many threads ran or waited for a core or a disk, on average of a minute."));
  }

  show(): void {
    clearTimeout(this.timer);
    void this.look();
  }

  hide(): void {
    clearTimeout(this.timer);
    this.timer = -1;
  }

  private async look(): Promise<void> {
    try {
      const figures = await ask<Figures>("device/host", { device: this.device });
      this.seen.push([Date.now(), figures]);
      if (this.seen.length > KEPT) this.seen.shift();
      this.problem.textContent = "";
      this.draw(figures);
    } catch (e) {
      this.problem.textContent = e instanceof Error ? e.message : String(e);
    }
    if (this.timer >= 0 && this.element.isConnected) this.timer = setTimeout(() => void this.look(), INTERVAL);
    else this.timer = 0;
  }

  private draw(figures: Figures): void {
    const points = (of: (each: Figures) => number) => this.seen.map(([time, each]) => [time, of(each)] as [number, number]);
    const now = this.seen.at(-1)![0];
    this.load.set([{ title: "of a minute", color: "--run", points: points(each => each.load) }], now);
    this.memory.set([
      { title: "all", color: "--group", points: points(each => each.memory), isFilled: true },
      { title: "in use", color: "--busy", points: points(each => each.memory - each.available), isFilled: true },
    ], now);
    this.disks.replaceChildren(...figures.disks.map(disk => {
      const used = disk.bytes - disk.free;
      return h("p", {}, h("meter", { min: 0, max: disk.bytes, value: used, high: disk.bytes * 0.9, "aria-label": disk.mounted }), ` ${disk.mounted}: ${bytes(used)} of ${bytes(disk.bytes)} used`);
    }));
  }
}
