// The log of a device, or of one of its programs.

import { h } from "./dom.ts";
import { visible } from "./format.ts";
import { listen, type Panel, say } from "./live.ts";
import { Stream } from "./monitor-stream.ts";

/** Time, process, thread, level, tag, message. */
type Line = [string, number, number, string, string, string];

const LEVELS = "VDIWEF";
/** Higher priorities are redder. */
const HUES: Record<string, number> = { V: 250, D: 210, I: 130, W: 42, E: 4, F: 320 };

export class LogPanel implements Panel {
  readonly element: HTMLElement;
  private readonly level: HTMLSelectElement;
  private readonly tag = h("input", { placeholder: "tag", "aria-label": "Tag", size: 12 });
  private readonly stream: Stream<Line>;
  private readonly message = h("pre", { class: "stack short", tabindex: 0, role: "region", "aria-label": "The whole message" });
  private readonly problem = h("span", { class: "warn", role: "status" });
  private events: EventSource | null = null;

  /** pid is 0 for all programs. */
  constructor(private readonly device: string, private readonly pid: number) {
    this.level = h("select", { "aria-label": "Level", onchange: () => this.stream.filter() },
      ...["verbose", "debug", "info", "warning", "error", "fatal"].map((name, i) => h("option", { value: String(i) }, i ? `${name} and worse` : "all levels")));
    this.tag.addEventListener("input", () => this.stream.filter());
    this.stream = new Stream<Line>([
      { id: "time", title: "Time", name: true, width: 150, text: line => line[0] },
      { id: "pid", title: "Process", text: line => line[1] ? String(line[1]) : "", width: 76 },
      { id: "level", title: "Level", name: true, width: 54, text: line => line[3] === "?" ? "" : line[3], hue: line => HUES[line[3]] ?? -1 },
      { id: "tag", title: "Tag", name: true, width: 160, text: line => visible(line[4]) },
      { id: "message", title: "Message", name: true, text: line => visible(line[5]) },
    ], "Log", line => line[4] + " " + line[5], line => this.fits(line), line => { this.message.textContent = visible(line[5]); });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.level, this.tag, this.stream.search, this.stream.hold,
      h("button", { onclick: () => this.stream.clear() }, "Clear"), this.stream.note, this.problem), this.stream.grid.element, this.message);
  }

  private fits(line: Line): boolean {
    return (line[3] === "?" ? 0 : LEVELS.indexOf(line[3])) >= Number(this.level.value) && line[4].toLowerCase().includes(this.tag.value.toLowerCase());
  }

  show(): void {
    if (this.events) return;
    this.stream.clear();
    this.events = listen("device/log/events", { device: this.device, pid: this.pid || null }, { log: told => {
      this.stream.add(told.lines, told.missed);
      this.problem.textContent = told.problem;
    } });
    this.events.onerror = () => say("The log has broken off; it is asked for again.", true);
    this.events.onopen = () => { say(""); this.stream.clear(); };
  }

  /** If the panel is hidden, the device is not queried. */
  hide(): void {
    this.events?.close();
    this.events = null;
  }
}
