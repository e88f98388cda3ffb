// The communication with one VM.

import { address } from "./api.ts";
import { h } from "./dom.ts";
import { bytes } from "./format.ts";
import { api, doing, listen, type Live, order, type Panel, type Which } from "./live.ts";
import { Stream } from "./monitor-stream.ts";

/** Microseconds, link, direction, words. */
type Packet = [number, number, string, string];

export class WirePanel implements Panel {
  readonly element: HTMLElement;
  private readonly stream: Stream<Packet>;
  private readonly direction: HTMLSelectElement;
  private readonly packet = h("pre", { class: "stack short", tabindex: 0, role: "region", "aria-label": "The whole packet" });
  private readonly file = h("a", { download: "", hidden: true }, "Save (dexscope wire)");
  private readonly state = h("span", { class: "note", role: "status" }, "Nothing is listened to: start.");
  private events: EventSource | null = null;
  private isThere = false;
  private isSeen = false;

  constructor(private readonly which: Which) {
    this.direction = h("select", { "aria-label": "Direction", onchange: () => this.stream.filter() },
      h("option", { value: "" }, "both directions"), h("option", { value: ">" }, "to the VM"), h("option", { value: "<" }, "from the VM"));
    this.stream = new Stream<Packet>([
      { id: "time", title: "Seconds", text: packet => (packet[0] / 1e6).toFixed(6), width: 100 },
      { id: "direction", title: "To", name: true, width: 60, text: packet => ({ ">": "VM", "<": "us" })[packet[2]] ?? "" , hue: packet => packet[2] === ">" ? 210 : packet[2] === "<" ? 24 : -1 },
      // The server has written control characters as numbers.
      { id: "words", title: "Packet", name: true, text: packet => packet[3] },
    ], "Packets", packet => packet[3], packet => !this.direction.value || packet[2] === this.direction.value, packet => { this.packet.textContent = packet[3]; });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, doing("Start", () => this.start()), doing("Stop", () => order("vm/wire/stop", which)),
      this.direction, this.stream.search, this.stream.hold, this.file, this.state, this.stream.note), this.stream.grid.element, this.packet);
    this.file.href = address(api + "vm/wire/file", which);
  }

  private async start(): Promise<void> {
    await order("vm/wire/start", this.which);
    this.isThere = true;
    this.close();
    this.open();
  }

  take(live: Live): void {
    this.isThere = live.wire;
    if (this.isSeen) this.open();
  }

  show(): void {
    this.isSeen = true;
    this.open();
  }

  hide(): void {
    this.isSeen = false;
    this.close();
  }

  private open(): void {
    if (this.events || !this.isThere) return;
    this.stream.clear();
    this.events = listen("vm/wire/events", this.which, { wire: told => {
      this.stream.add(told.lines, told.missed);
      this.file.hidden = false;
      this.state.textContent = `${told.running ? "listening" : told.full ? "the recording is full" : "stopped"}, ${bytes(told.bytes)}`;
    }, gone: () => this.close() });
    this.events.onopen = () => this.stream.clear();
  }

  private close(): void {
    this.events?.close();
    this.events = null;
  }
}
