// The page of live VMs: devices at the left, one VM at the right.

import { address, get, Refused } from "./api.ts";
import { byId, fitted, h } from "./dom.ts";
import { count, share } from "./format.ts";
import { Grid } from "./grid.ts";
import { css, isDark, setTheme } from "./theme.ts";

interface Vm {
  pid: number; name: string; state: string; problem: string; waits: boolean; tracing: boolean; debugger: number;
  vm?: string; abi?: string; package?: string; features?: string[];
}

interface Device { serial: string; state: string; problem: string; model: string; vms: Vm[] }

type Span = [string, number, number];

interface Thread {
  id: number; tid: number; name: string; state: string; user: number; system: number; daemon: boolean; cpu: number;
  spans: Span[];
}

interface HeapFigure { heap: number; time: number; why: number; most: number; size: number; bytes: number; objects: number }

interface Live extends Vm { now: number; threads: Thread[]; heap: HeapFigure[] }

interface HeapMap {
  bytes: number; parts: { kind: string; solidity: string; pieces: number; bytes: number }[]; kinds: string[];
  kind: number[]; used: number[];
}

interface Allocation { class: string; size: number; thread: number; stack: string[] }

const api = "/api/v1/";
const MINUTE = 60_000;
/** Running is the accent, waiting is pale, being blocked is a warning. */
const STATES: Record<string, string> = { running: "--run", monitor: "--blocked", wait: "--idle", "timed wait": "--idle", "vm wait": "--idle",
  native: "--native", suspended: "--stopped" };
const KINDS = ["--kind-0", "--kind-1", "--kind-2", "--kind-3", "--kind-4", "--kind-5", "--kind-6", "--kind-7"];

function say(text: string, isError = false): void {
  const line = byId("message");
  line.textContent = text;
  line.classList.toggle("error", isError);
  line.hidden = !text;
}

const fail = (e: unknown) => say(e instanceof Error ? e.message : String(e), true);

function bytes(n: number): string {
  return n >= 1e6 ? (n / 1e6).toFixed(1) + " MB" : n >= 1e3 ? (n / 1e3).toFixed(1) + " KB" : n + " B";
}

async function order(what: string, query: Record<string, string | number>): Promise<any> {
  const response = await fetch(address(api + what, query), { method: "POST" });
  if (!response.ok) throw new Refused(response.status, (await response.json()).reason);
  return response.status === 204 ? null : response.json();
}

/** The devices with their VMs; one is chosen. */
class Devices {
  private devices: Device[] = [];
  private readonly list = byId("devices");

  constructor(private readonly choose: (device: string, pid: number) => void) {
    const events = new EventSource(api + "devices/events");
    events.addEventListener("devices", event => {
      this.devices = JSON.parse((event as MessageEvent).data).devices;
      this.draw();
      say("");
      document.documentElement.dataset.ready ??= String(Math.round(performance.now()));
    });
    events.onerror = () => say("The command that serves this page does not answer; it is asked again.", true);
  }

  private draw(): void {
    const chosen = vmOfAddress();
    // The place for VMs of this machine is no device as long as there are none.
    const seen = this.devices.filter(device => device.serial !== "local" || device.vms.length);
    const parts = seen.map(device => h("section", {},
      h("h2", { title: device.problem }, device.model ? `${device.model} ` : "", h("small", {}, device.serial)),
      device.state !== "device" || device.problem ? h("p", { class: "warn" }, device.problem || device.state) : null,
      ...device.vms.map(vm => h("button", { class: "vm", "aria-pressed": String(chosen?.device === device.serial && chosen.pid === vm.pid),
        title: vm.problem || vm.vm || "", onclick: () => this.choose(device.serial, vm.pid) },
        h("span", { class: "light " + vm.state, "aria-hidden": "true" }), `${vm.name} `, h("small", {}, `${vm.pid}${vm.waits ? ", waits for a debugger" : ""}${vm.state === "attached" ? "" : ", " + vm.state}`))),
      device.vms.length ? null : h("p", { class: "note" }, "no VM")));
    this.list.replaceChildren(...parts.length ? parts : [h("p", { class: "note" }, "No device yet. Connect one, start an emulator, or: dexscope device start")]);
  }
}

function vmOfAddress(): { device: string; pid: number; tab: string } | null {
  const given = new URLSearchParams(location.hash.slice(1));
  const device = given.get("device"), pid = Number(given.get("pid") ?? NaN);
  return device && Number.isInteger(pid) ? { device, pid, tab: given.get("tab") ?? "threads" } : null;
}

/** One VM, as long as it is looked at. */
class VmView {
  readonly element: HTMLElement;
  private readonly events: EventSource;
  private readonly query: { device: string; pid: number };
  private readonly head = h("div", { class: "bar-row" });
  private readonly tabs = h("div", { role: "tablist", "aria-label": "Views", id: "tabs" });
  private readonly panel = h("section", { role: "tabpanel", id: "view", class: "view" });
  private readonly panels: Record<string, HTMLElement>;
  private live: Live | null = null;
  private readonly heap: HeapFigure[] = [];
  private readonly threads: Grid<Thread>;
  private readonly lanes = h("canvas", { role: "img", "aria-label": "What the threads did in the last minute" });
  private readonly stack = h("pre", { class: "stack", tabindex: 0, "aria-label": "Stack" }, "Choose a thread: its stack is shown here.");
  private readonly chart = h("canvas", { role: "img", "aria-label": "The heap over time" });
  private readonly map = h("canvas", { role: "img", "aria-label": "Map of the heap" });
  private readonly parts: Grid<HeapMap["parts"][number]>;
  private readonly allocations: Grid<Allocation>;
  private readonly allocationStack = h("pre", { class: "stack", tabindex: 0, "aria-label": "Where it was allocated" });
  private chosen = -1;
  private mapped: HeapMap | null = null;

  constructor(device: string, pid: number, private tab: string) {
    this.query = { device, pid };
    this.threads = new Grid<Thread>([
      { id: "id", title: "Id", text: thread => String(thread.id), value: thread => thread.id, width: 56 },
      { id: "state", title: "State", text: thread => thread.state, value: thread => thread.state, width: 96 },
      { id: "cpu", title: "CPU", text: thread => share(thread.cpu, 1), value: thread => thread.cpu, bar: thread => thread.cpu },
      { id: "time", title: "CPU time", text: thread => ((thread.user + thread.system) / 1000).toFixed(2) + " s", value: thread => thread.user + thread.system },
      { id: "name", title: "Thread", name: true, text: thread => thread.name + (thread.daemon ? " (daemon)" : ""), value: thread => thread.name },
    ], { label: "Threads", sort: "-cpu", empty: "no threads are known yet", isChosen: thread => thread.id === this.chosen, onChoose: thread => void this.showStack(thread.id).catch(fail) });
    this.parts = new Grid([
      { id: "bytes", title: "Bytes", text: part => bytes(part.bytes), value: part => part.bytes, width: 92 },
      { id: "share", title: "Share", text: part => share(part.bytes, this.mapped?.bytes ?? 0), bar: part => part.bytes / (this.mapped?.bytes || 1) },
      { id: "pieces", title: "Pieces", text: part => count(part.pieces), value: part => part.pieces },
      { id: "name", title: "What", name: true, text: part => `${part.kind}, ${part.solidity}`, value: part => part.kind },
    ], { label: "What the heap holds", sort: "-bytes", empty: "not asked yet" });
    this.allocations = new Grid<Allocation>([
      { id: "size", title: "Bytes", text: each => count(each.size), value: each => each.size },
      { id: "thread", title: "Thread", text: each => String(each.thread), value: each => each.thread, width: 64 },
      { id: "name", title: "Class", name: true, text: each => each.class, value: each => each.class },
      { id: "where", title: "Where", name: true, text: each => each.stack[0] ?? "", value: each => each.stack[0] ?? "" },
    ], { label: "Allocations", empty: "nothing is recorded: start, let it run, look", onChoose: each => { this.allocationStack.textContent = each.stack.join("\n"); } });
    this.panels = {
      threads: h("div", { class: "view" }, h("div", { class: "lanes" }, this.lanes), h("div", { class: "wings" }, this.threads.element, this.stack)),
      heap: h("div", { class: "view" }, h("div", { class: "chart" }, this.chart),
        h("div", { class: "bar-row" }, this.button("Collect garbage", () => order("vm/gc", this.query)), this.button("Map the heap", () => this.showMap()),
          h("a", { href: address(api + "vm/hprof", this.query), download: "" }, "Dump (hprof)")),
        h("div", { class: "wings" }, h("div", { class: "map" }, this.map), this.parts.element)),
      allocations: h("div", { class: "view" }, h("div", { class: "bar-row" }, this.button("Start", () => order("vm/allocations/start", this.query)),
        this.button("Look", () => this.showAllocations()), this.button("Stop", () => order("vm/allocations/stop", this.query))),
        h("div", { class: "wings" }, this.allocations.element, this.allocationStack)),
    };
    for (const [key, title] of [["threads", "Threads"], ["heap", "Heap"], ["allocations", "Allocations"]]) {
      this.tabs.append(h("button", { role: "tab", "data-tab": key, id: "tab-" + key, "aria-controls": "view", onclick: () => { location.hash = new URLSearchParams({ device, pid: String(pid), tab: key }).toString(); } }, title));
    }
    this.element = h("div", { class: "view" }, this.head, h("div", { class: "tab-row" }, this.tabs), this.panel);
    this.show(tab);
    this.events = new EventSource(address(api + "vm/events", this.query));
    this.events.addEventListener("vm", event => this.take(JSON.parse((event as MessageEvent).data)));
    this.events.addEventListener("gone", () => { this.events.close(); say("This VM has ended.", true); });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  private button(text: string, act: () => Promise<unknown>): HTMLButtonElement {
    const button = h("button", {}, text);
    button.addEventListener("click", () => {
      button.disabled = true;
      act().then(() => say(""), fail).finally(() => { button.disabled = false; });
    });
    return button;
  }

  show(tab: string): void {
    this.tab = tab in this.panels ? tab : "threads";
    for (const button of this.tabs.children as Iterable<HTMLElement>) button.setAttribute("aria-selected", String(button.dataset.tab === this.tab));
    this.panel.setAttribute("aria-labelledby", "tab-" + this.tab);
    this.panel.replaceChildren(this.panels[this.tab]);
    this.draw();
  }

  close(): void {
    this.events.close();
  }

  private take(live: Live): void {
    const before = this.live;
    this.live = live;
    const known = this.heap.at(-1)?.time ?? 0;
    for (const figure of live.heap) if (figure.time > known) this.heap.push(figure);
    while (this.heap.length && this.heap[0].time < live.now - 5 * MINUTE) this.heap.shift();
    if (!before || before.state !== live.state || before.tracing !== live.tracing || before.debugger !== live.debugger || before.name !== live.name) this.drawHead();
    this.threads.set(live.threads);
    this.draw();
  }

  private drawHead(): void {
    const live = this.live!;
    const trace = (interval: number) => order("vm/trace/start", { ...this.query, interval });
    this.head.replaceChildren(
      h("strong", { class: "chosen-name" }, live.name), h("span", { class: "note" }, [live.pid, live.vm, live.abi, live.state === "attached" ? "" : live.state + " " + live.problem].filter(Boolean).join(" · ")),
      h("span", { class: "spacer" }),
      ...live.tracing ? [this.button("Stop and open the trace", async () => {
        const { id } = await order("vm/trace/stop", this.query);
        location.assign("/t/" + encodeURIComponent(id));
      })] : [this.button("Trace calls", () => trace(0)), this.button("Take samples", () => trace(1000))],
      live.debugger ? h("code", {}, `jdb -attach localhost:${live.debugger}`) : this.button("Debugger port", () => order("vm/debugger", this.query)),
      this.button("End the VM", async () => { if (confirm(`End ${live.name}?`)) await order("vm/exit", this.query); }));
  }

  private draw(): void {
    if (!this.live) return;
    if (this.tab === "threads") this.drawLanes();
    if (this.tab === "heap") {
      this.drawChart();
      this.drawMap();
    }
  }

  /** A row for each thread, the busiest first: what it did when it was looked at. */
  private drawLanes(): void {
    const live = this.live!, width = this.lanes.parentElement!.clientWidth, gutter = 170, row = 14;
    const threads = [...live.threads].sort((a, b) => b.user + b.system - a.user - a.system).slice(0, 14);
    const g = fitted(this.lanes, width, Math.max(1, threads.length) * row);
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, threads.length * row);
    g.font = "11px " + css("--sans");
    g.textBaseline = "middle";
    threads.forEach((thread, i) => {
      g.fillStyle = css("--fg");
      g.fillText(thread.name, 8, i * row + row / 2, gutter - 16);
      for (const [state, from, to] of thread.spans) {
        const left = gutter + Math.max(0, 1 - (live.now - from) / MINUTE) * (width - gutter);
        const right = gutter + Math.max(0, 1 - (live.now - to) / MINUTE) * (width - gutter);
        if (right < gutter) continue;
        g.fillStyle = css(STATES[state] ?? "--lane");
        g.fillRect(left, i * row + 2, Math.max(2, right - left), row - 4);
      }
    });
  }

  private drawChart(): void {
    const width = this.chart.parentElement!.clientWidth, height = 120, live = this.live!;
    const g = fitted(this.chart, width, height);
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, height);
    // A VM may have several heaps: figures of one moment belong together.
    const sums = new Map<number, { size: number; bytes: number }>();
    for (const figure of this.heap) {
      const sum = sums.get(figure.time) ?? { size: 0, bytes: 0 };
      sum.size += figure.size;
      sum.bytes += figure.bytes;
      sums.set(figure.time, sum);
    }
    const times = [...sums.keys()].sort((a, b) => a - b);
    const most = Math.max(1, ...times.map(time => sums.get(time)!.size));
    const x = (time: number) => width * Math.max(0, 1 - (live.now - time) / (2 * MINUTE)), y = (n: number) => height - 4 - (height - 24) * n / most;
    for (const [key, color] of [["size", "--group"], ["bytes", "--busy"]] as const) {
      g.fillStyle = css(color);
      g.beginPath();
      g.moveTo(x(times[0] ?? 0), height);
      for (const time of times) g.lineTo(x(time), y(sums.get(time)![key]));
      g.lineTo(x(times.at(-1) ?? 0), height);
      g.fill();
    }
    const last = sums.get(times.at(-1) ?? 0);
    g.fillStyle = css("--fg");
    g.font = "12px " + css("--sans");
    g.textBaseline = "top";
    g.fillText(last ? `${bytes(last.bytes)} used of ${bytes(last.size)}; two minutes` : "the VM has told nothing of its heap yet", 8, 4);
  }

  private async showMap(): Promise<void> {
    this.mapped = await get<HeapMap>(api + "vm/heap", { ...this.query, cells: 4096 });
    this.parts.set(this.mapped.parts);
    this.drawMap();
  }

  /** A cell for each stretch of the heap, as bright as it is full. */
  private drawMap(): void {
    const mapped = this.mapped;
    if (!mapped) return;
    const width = this.map.parentElement!.clientWidth, columns = 96, size = Math.max(3, Math.floor(width / columns));
    const g = fitted(this.map, columns * size, Math.ceil(mapped.kind.length / columns) * size);
    mapped.kind.forEach((kind, i) => {
      const x = i % columns * size, y = Math.floor(i / columns) * size;
      g.globalAlpha = 1;
      g.fillStyle = css("--lane");
      g.fillRect(x, y, size - 1, size - 1);
      g.globalAlpha = mapped.used[i] / 100;
      g.fillStyle = css(KINDS[kind]);
      g.fillRect(x, y, size - 1, size - 1);
    });
    g.globalAlpha = 1;
  }

  private async showAllocations(): Promise<void> {
    const { allocations } = await get<{ allocations: Allocation[] }>(api + "vm/allocations", this.query);
    this.allocations.set(allocations);
  }

  private async showStack(thread: number): Promise<void> {
    this.chosen = thread;
    const { frames } = await get<{ frames: { method: string; place: string }[] }>(api + "vm/stack", { ...this.query, thread });
    this.stack.textContent = frames.length ? frames.map(frame => `at ${frame.method}  ${frame.place}`).join("\n") : "no frames: it runs native code, or has ended";
  }
}

let view: VmView | null = null;
let shown = "";

function show(): void {
  const at = vmOfAddress();
  if (!at) return;
  const key = at.device + "/" + at.pid;
  if (key === shown && view) {
    view.show(at.tab);
    return;
  }
  view?.close();
  say("");
  view = new VmView(at.device, at.pid, at.tab);
  shown = key;
  byId("vm").replaceChildren(view.element);
}

setTheme("");
byId("theme").addEventListener("click", () => setTheme(isDark() ? "light" : "dark"));
new Devices((device, pid) => { location.hash = new URLSearchParams({ device, pid: String(pid) }).toString(); });
addEventListener("hashchange", show);
show();
