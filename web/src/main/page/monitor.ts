// The page of live VMs: devices at the left, one VM or one device at the right.

import { byId, h } from "./dom.ts";
import { pattern, visible } from "./format.ts";
import { type Device, doing, listen, type Live, order, type Panel, say, type Which } from "./live.ts";
import { AllocationsPanel } from "./monitor-allocations.ts";
import { HeapPanel } from "./monitor-heap.ts";
import { History } from "./monitor-history.ts";
import { LocksPanel } from "./monitor-locks.ts";
import { LogPanel } from "./monitor-log.ts";
import { OverviewPanel } from "./monitor-overview.ts";
import { SystemPanel } from "./monitor-system.ts";
import { ThreadsPanel } from "./monitor-threads.ts";
import { WirePanel } from "./monitor-wire.ts";
import { isDark, setTheme } from "./theme.ts";

/** So many programs are looked for by their names. */
const MANY = 12;

/** The selected VM, or if pid is 0, the device. */
type Place = Which & { tab: string };

function place(): Place | null {
  const given = new URLSearchParams(location.hash.slice(1));
  const device = given.get("device"), pid = Number(given.get("pid") ?? 0);
  return device && Number.isInteger(pid) ? { device, pid, tab: given.get("tab") ?? "" } : null;
}

function go(device: string, pid: number, tab: string): void {
  location.hash = new URLSearchParams({ device, ...pid ? { pid: String(pid) } : {}, tab }).toString();
}

/** The devices with their VMs and other properties; one is selected. */
class Devices {
  private devices: Device[] = [];
  private readonly list = byId("devices");
  private readonly filter = h("input", { type: "search", placeholder: "find a program", "aria-label": "Find a program", hidden: true, oninput: () => this.draw() });
  private readonly sections = h("div");
  private drawn = "";

  constructor() {
    this.list.append(this.filter, this.sections);
    const events = listen("devices/events", {}, { devices: told => {
      this.devices = told.devices;
      this.draw();
      say("");
      document.documentElement.dataset.ready ??= String(Math.round(performance.now()));
    } });
    events.onerror = () => say("The command that serves this page does not answer; it is asked again.", true);
  }

  draw(): void {
    const at = place();
    // The keyboard's focus on a button is kept if nothing has changed.
    const drawn = JSON.stringify([this.devices, at, this.filter.value]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const focused = (document.activeElement as HTMLElement | null)?.dataset.key;
    // The entry for VMs of this machine is hidden as long as it is empty.
    this.filter.hidden = this.devices.reduce((sum, device) => sum + device.vms.length, 0) < MANY;
    const wanted = this.filter.hidden ? null : pattern(this.filter.value);
    const seen = this.devices.filter(device => device.services || device.vms.length || device.problem);
    const parts = seen.map(device => h("section", {},
      h("h2", { title: device.problem }, device.model ? `${visible(device.model)} ` : "", h("small", {}, device.serial)),
      device.state !== "device" || device.problem ? h("p", { class: "warn" }, device.problem || device.state) : null,
      ...device.services && device.state === "device" ? [this.button(device, 0, "system", "", "System", "load, memory, disk"), this.button(device, 0, "log", "", "Log", "of all programs")] : [],
      ...device.vms.filter(vm => !wanted || wanted.test(`${vm.name} ${vm.pid}`)).map(vm => this.button(device, vm.pid, "", vm.state, visible(vm.name),
        `${vm.pid}${vm.waits ? ", waits for a debugger" : ""}${vm.state === "attached" ? "" : ", " + vm.state}`, vm.problem || vm.vm)),
      device.vms.length ? null : h("p", { class: "note" }, "no VM")));
    this.sections.replaceChildren(...parts.length ? parts : [h("p", { class: "note" }, "No device yet. Connect one, start an emulator, or: dexscope device start")]);
    if (focused) this.sections.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  private button(device: Device, pid: number, tab: string, state: string, name: string, more: string, title = ""): HTMLElement {
    const at = place();
    const isChosen = at?.device === device.serial && at.pid === pid && (pid !== 0 || at.tab === tab);
    return h("button", { class: "vm", "aria-pressed": String(isChosen), title, "data-key": `${device.serial} ${pid} ${tab}`,
      onclick: () => go(device.serial, pid, tab || (pid && at?.pid ? at.tab : "") || "overview") },
      h("span", { class: "light " + (state || "plain"), "aria-hidden": "true" }), name + " ", h("small", {}, more));
  }
}

/** The content of the right side. */
interface Shown {
  readonly element: HTMLElement;
  show(tab: string): void;
  close(): void;
}

/** A device's log and system. */
class DeviceView implements Shown {
  readonly element = h("div", { class: "view" });
  private readonly panels: Record<string, Panel>;
  private panel: Panel | null = null;

  constructor(device: string) {
    this.panels = { system: new SystemPanel(device), log: new LogPanel(device, 0) };
    new ResizeObserver(() => this.panel?.show?.()).observe(this.element);
  }

  show(tab: string): void {
    const next = this.panels[tab] ?? this.panels.system;
    if (next !== this.panel) this.panel?.hide?.();
    this.panel = next;
    this.element.replaceChildren(next.element);
    next.show?.();
  }

  close(): void {
    this.panel?.hide?.();
  }
}

const TABS: [string, string][] = [["overview", "Overview"], ["threads", "Threads"], ["locks", "Locks"], ["heap", "Heap"], ["allocations", "Allocations"], ["log", "Log"], ["wire", "Wire"]];

/** One VM, as long as it is looked at. */
class VmView implements Shown {
  readonly element: HTMLElement;
  private readonly which: Which;
  private readonly events: EventSource;
  private readonly head = h("div", { class: "bar-row" });
  private readonly tabs = h("div", { role: "tablist", "aria-label": "Views", id: "tabs" });
  private readonly body = h("section", { role: "tabpanel", id: "view", class: "view" });
  private readonly history = new History();
  private readonly panels: Record<string, Panel>;
  private tab = "";
  private drawn = "";

  constructor(device: string, pid: number) {
    const which = this.which = { device, pid };
    this.panels = {
      overview: new OverviewPanel(this.history), threads: new ThreadsPanel(which, this.history), locks: new LocksPanel(which), heap: new HeapPanel(which, this.history),
      allocations: new AllocationsPanel(which), log: new LogPanel(device, pid), wire: new WirePanel(which),
    };
    for (const [key, title] of TABS) {
      this.tabs.append(h("button", { role: "tab", "data-tab": key, id: "tab-" + key, "aria-controls": "view", onclick: () => go(device, pid, key) }, title));
    }
    this.tabs.addEventListener("keydown", event => this.step(event));
    this.element = h("div", { class: "view" }, this.head, h("div", { class: "tab-row" }, this.tabs), this.body);
    this.events = listen("vm/events", which, {
      vm: live => this.take(live),
      gone: () => { this.events.close(); say("This VM has ended.", true); },
    });
    new ResizeObserver(() => this.panels[this.tab]?.show?.()).observe(this.element);
    // Debuggers at the port of the selected VM are passed to this one; without it nothing is lost.
    order("vm/select", which).catch(() => {});
  }

  /** Arrows go from tab to tab. */
  private step(event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const at = TABS.findIndex(([key]) => key === this.tab), next = (at + step + TABS.length) % TABS.length;
    go(this.which.device, this.which.pid, TABS[next][0]);
    (this.tabs.children[next] as HTMLElement).focus();
    event.preventDefault();
  }

  show(tab: string): void {
    const next = tab in this.panels ? tab : "overview";
    if (next !== this.tab) this.panels[this.tab]?.hide?.();
    this.tab = next;
    for (const button of this.tabs.children as Iterable<HTMLElement>) {
      const isChosen = button.dataset.tab === next;
      button.setAttribute("aria-selected", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
    this.body.setAttribute("aria-labelledby", "tab-" + next);
    this.body.replaceChildren(this.panels[next].element);
    this.panels[next].show?.();
  }

  close(): void {
    this.events.close();
    this.panels[this.tab]?.hide?.();
  }

  private take(live: Live): void {
    this.history.take(live);
    this.drawHead(live);
    for (const [key, panel] of Object.entries(this.panels)) if (key === this.tab || key === "threads" || key === "wire") panel.take?.(live);
  }

  private drawHead(live: Live): void {
    const { name, state, problem, pid, vm, abi, tracing } = live;
    const drawn = JSON.stringify([name, state, problem, vm, abi, tracing, live.debugger, live.selected]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const trace = (interval: number) => order("vm/trace/start", { ...this.which, interval });
    this.head.replaceChildren(
      h("strong", { class: "chosen-name" }, visible(name)), h("span", { class: "note" }, [pid, vm, abi, state === "attached" ? "" : state + " " + problem].filter(Boolean).map(String).map(visible).join(" · ")),
      h("span", { class: "spacer" }),
      ...tracing ? [doing("Stop and open the trace", async () => {
        const { id } = await order<{ id: string }>("vm/trace/stop", this.which);
        location.assign("/t/" + encodeURIComponent(id));
      })] : [doing("Trace calls", () => trace(0)), doing("Take samples", () => trace(1000))],
      ...live.selected ? [h("code", { title: "the port of the VM that is selected" }, `jdb -attach ${live.selected}`)] : [],
      live.debugger ? h("code", {}, `jdb -attach localhost:${live.debugger}`) : doing("Debugger port", () => order("vm/debugger", this.which)),
      doing("End the VM", async () => { if (confirm(`End ${visible(name)}?`)) await order("vm/exit", this.which); }));
  }
}

let shown: Shown | null = null;
let key = "";

function show(): void {
  const at = place();
  devices.draw();
  if (!at) return;
  const next = `${at.device} ${at.pid}`;
  if (next !== key || !shown) {
    shown?.close();
    say("");
    shown = at.pid ? new VmView(at.device, at.pid) : new DeviceView(at.device);
    key = next;
    byId("vm").replaceChildren(shown.element);
  }
  shown.show(at.tab);
}

setTheme("");
byId("theme").addEventListener("click", () => { setTheme(isDark() ? "light" : "dark"); shown?.show(place()?.tab ?? ""); });
const devices = new Devices();
addEventListener("hashchange", show);
show();
