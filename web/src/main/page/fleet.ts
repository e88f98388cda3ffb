// The page of an application's runs: its versions, what moved between two of them, and the runs behind that.

import { type Action, copying, type Target } from "./actions.ts";
import { Asker, get, Refused } from "./api.ts";
import { DiffFlame, type NamedPaths } from "./diff-flame.ts";
import { byId, h } from "./dom.ts";
import { count, counted, share, signed, time } from "./format.ts";
import { type Column, Grid } from "./grid.ts";
import { Menu } from "./menu.ts";
import { isDark, setTheme, type Theme } from "./theme.ts";
import { VersionChart, type VersionMean } from "./version-chart.ts";

interface Change {
  verdict: string; base_ns: number; head_ns: number; change: number | null; least: number | null; most: number | null; p: number | null;
  versions: VersionMean[];
}

interface Method extends Change { method: string; name: string }

interface Changes {
  time: string; base_runs: number; head_runs: number; strata: number; runs_left_out: number; total: Change; methods: Method[];
}

interface RunValue { run: string; version: string; kind: string; file: string; time_ns: number; trace?: string }

type Tab = "methods" | "flame" | "runs";

/** What the address says after #. */
interface State { app: string; from: string; to: string; scenario: string | null; tab: Tab; method: string; theme: Theme }

/** How many earlier versions are tried for one that can be compared. */
const TRIED = 8;

const TABS: [Tab, string][] = [["methods", "Methods that moved"], ["flame", "Flame difference"], ["runs", "Runs"]];

function parse(): State {
  const given = new URLSearchParams(location.hash.slice(1)), tab = given.get("tab") as Tab, theme = given.get("theme");
  return { app: given.get("app") ?? "", from: given.get("from") ?? "", to: given.get("to") ?? "", scenario: given.get("scenario"),
    tab: TABS.some(([name]) => name === tab) ? tab : "methods", method: given.get("method") ?? "",
    theme: theme === "light" || theme === "dark" ? theme : "" };
}

class FleetPage {
  private state = parse();
  private readonly asker = new Asker();
  private readonly listing = new Asker();
  private readonly app = byId<HTMLSelectElement>("app");
  private readonly from = byId<HTMLSelectElement>("from");
  private readonly to = byId<HTMLSelectElement>("to");
  private readonly scenario = byId<HTMLSelectElement>("scenario");
  private readonly title = h("h2", {});
  private readonly menu = new Menu(target => target.own ?? []);
  private readonly chart = new VersionChart((version, isBefore) => this.choose(version, isBefore));
  private readonly flame = new DiffFlame(name => this.chooseNamed(name));
  private readonly methods: Grid<Method>;
  private readonly runs: Grid<RunValue>;
  private readonly views: Record<Tab, HTMLElement>;
  private readonly runsNote = h("p", { class: "note" });
  private versions: string[] = [];
  private changes: Changes | null = null;
  private paths: NamedPaths & { methods: string[] } | null = null;
  private listed: RunValue[] | null = null;

  constructor() {
    this.methods = new Grid<Method>([
      { id: "delta", title: "Change", text: m => signed(m.head_ns - m.base_ns, time(m.head_ns - m.base_ns)), value: m => m.head_ns - m.base_ns, width: 104 },
      { id: "change", title: "Relative", text: m => m.change === null ? "new" : signed(m.change, share(m.change, 1)), value: m => m.change ?? Infinity, width: 92 },
      { id: "verdict", title: "Verdict", text: m => m.verdict, value: m => m.verdict, width: 104 },
      { id: "range", title: "95 % interval", text: range, value: m => m.change === null ? Infinity : m.least ?? Infinity, width: 160, hint: "The changes that the runs are consistent with." },
      { id: "name", title: "Method", name: true, text: m => m.name, value: m => m.name },
      { id: "base", title: "Before", text: m => time(m.base_ns), value: m => m.base_ns, width: 92 },
      { id: "head", title: "After", text: m => time(m.head_ns), value: m => m.head_ns, width: 92 },
      { id: "p", title: "p", text: m => m.p === null ? "" : m.p.toPrecision(2), value: m => m.p ?? 1, width: 84, hint: "The probability that chance explains the change, corrected for the number of methods." },
    ], { label: "Methods that moved", empty: "no change is proven, and none above 10 % is possible",
      onChoose: m => this.set({ method: m.method }), onOpen: m => this.set({ method: m.method, tab: "runs" }), isChosen: m => m.method === this.state.method,
      menu: this.menu, target: (m, column) => this.target(this.methods, m, column, m.name, [
        { id: "history", key: "h", text: "Time by version", hint: "Its time in a run of each version", isOn: true, act: () => this.set({ method: m.method }) },
        { id: "runs", key: "r", text: "Runs behind it", hint: "Its time in each run of both versions", isOn: true, act: () => this.set({ method: m.method, tab: "runs" }) },
        copying("copy", "y", "Copy the name", m.name, () => m.name)]) });
    this.runs = new Grid<RunValue>([
      { id: "time", title: "Time", text: r => time(r.time_ns), value: r => r.time_ns, width: 104 },
      { id: "version", title: "Version", text: r => r.version || "–", value: r => this.versions.indexOf(r.version), width: 104 },
      { id: "trace", title: "Trace", text: r => r.trace ? "open" : "not kept", value: r => r.trace ? 1 : 0, width: 84 },
      { id: "kind", title: "Kind", text: r => r.kind, value: r => r.kind, width: 260, name: true },
      { id: "file", title: "File", name: true, text: r => r.file, value: r => r.file },
      { id: "run", title: "Run", text: r => r.run, width: 150 },
    ], { label: "Runs", sort: "-time", empty: "no runs", onChoose: r => this.openTrace(r), menu: this.menu,
      target: (r, column) => this.target(this.runs, r, column, r.run, [
        { id: "open", key: "o", text: "Open its trace", hint: r.trace ? "The trace of the run" : "Not kept: add runs with --keep-traces", isOn: !!r.trace, act: () => this.openTrace(r) },
        copying("copy", "y", "Copy the run's id", r.run, () => r.run)]) });
    this.views = {
      methods: h("div", { class: "view" }, this.methods.element),
      flame: h("div", { class: "view" }, h("div", { class: "note bar-row" }, "Mean of a run in each call path of both versions; red has grown, blue has shrunk. Paths below 0.1 % of a run are not in the store. A click chooses a method."), this.flame.element, this.flame.tip),
      runs: h("div", { class: "view" }, h("div", { class: "bar-row" }, this.runsNote), this.runs.element),
    };
    this.flame.element.classList.remove("half");
    byId("chart").append(this.title, this.chart.element);
    for (const [tab, text] of TABS) {
      byId("tabs").append(h("button", { role: "tab", id: "tab-" + tab, "aria-controls": "view", onclick: () => this.set({ tab }) }, text));
    }
    this.app.addEventListener("change", () => this.set({ app: this.app.value, from: "", to: "", scenario: null, method: "" }));
    this.from.addEventListener("change", () => this.set({ from: this.from.value }));
    this.to.addEventListener("change", () => this.set({ to: this.to.value }));
    this.scenario.addEventListener("change", () => this.set({ scenario: this.scenario.value === "*" ? null : this.scenario.value.slice(1) }));
    byId("theme").addEventListener("click", () => this.set({ theme: isDark() ? "light" : "dark" }));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.dress());
    addEventListener("hashchange", () => this.become(this.whole(parse())));
  }

  private target<Row>(grid: Grid<Row>, row: Row, column: Column<Row>, name: string, actions: Action[]): Target {
    return { kind: "row", method: -1, name, own: [actions, grid.copies(row, column)] };
  }

  private openTrace(run: RunValue): void {
    if (run.trace) location.href = "/t/" + encodeURIComponent(run.trace);
  }

  /** An address may lack the application, or name another than the store has. */
  private whole(state: State): State {
    const isKnown = [...this.app.options].some(each => each.value === state.app);
    return isKnown ? state : { ...state, app: this.app.value };
  }

  private dress(): void {
    setTheme(this.state.theme);
    this.chart.draw();
    this.flame.draw();
  }

  private set(change: Partial<State>): void {
    const next = { ...this.state, ...change };
    const said = new URLSearchParams();
    for (const [name, value] of Object.entries(next)) {
      if (value !== null && (value !== "" || name === "scenario") && !(name === "tab" && value === "methods")) said.set(name, String(value));
    }
    history.pushState(null, "", "#" + said);
    this.become(next);
  }

  private become(next: State): void {
    const before = this.state;
    this.state = next;
    if (next.theme !== before.theme) this.dress();
    this.attempt(async () => {
      if (next.app !== before.app) await this.open();
      else if (next.from !== before.from || next.to !== before.to || next.scenario !== before.scenario) await this.compare();
      else if (next.method !== before.method || next.tab !== before.tab) await this.show(next.method !== before.method);
    });
  }

  /** The page is ready when nothing is under way. */
  private attempt(work: () => Promise<void>): void {
    delete document.documentElement.dataset.ready;
    work().catch(e => this.say(e instanceof Error ? e.message : String(e), true)).finally(() => { document.documentElement.dataset.ready = "1"; });
  }

  private say(text: string, isError = false): void {
    byId("message").textContent = text;
    byId("message").classList.toggle("error", isError);
  }

  begin(): void {
    setTheme(this.state.theme);
    this.attempt(async () => {
      const { apps } = await get<{ apps: { app: string; runs: number }[] }>("/api/v1/fleet");
      this.app.replaceChildren(...apps.map(each => h("option", { value: each.app }, `${each.app} (${counted(each.runs, "run")})`)));
      if (!apps.length) {
        this.say("The store has no runs yet: dexscope store add");
        return;
      }
      this.state = this.whole(this.state);
      await this.open();
    });
  }

  private async open(): Promise<void> {
    this.app.value = this.state.app;
    document.title = `${this.state.app} · runs · Dexscope`;
    this.say("Reading the store…");
    const answer = await get<{ versions: { version: string; runs: number }[]; scenarios: string[] }>(this.root());
    this.versions = answer.versions.map(each => each.version);
    for (const select of [this.from, this.to]) {
      select.replaceChildren(...[...answer.versions].reverse().map(each => h("option", { value: each.version }, `${each.version || "no version"} (${count(each.runs)})`)));
    }
    byId("scenario-part").hidden = answer.scenarios.length < 2;
    this.scenario.replaceChildren(h("option", { value: "*" }, "all, each by itself"), ...answer.scenarios.map(each => h("option", { value: "=" + each }, each || "without a name")));
    const { from, to } = this.state, all = this.versions;
    if (!all.includes(to) || !to) this.state.to = all.at(-1)!;
    if (!all.includes(from) || !from || from === this.state.to) this.state.from = await this.comparable(all.slice(0, Math.max(1, all.indexOf(this.state.to))));
    await this.compare();
  }

  /** The latest of earlier versions that has a kind of run which the chosen one has, too; the latest if none has. */
  private async comparable(earlier: string[]): Promise<string> {
    for (const from of earlier.slice(-TRIED).reverse()) {
      if (await this.compared({ ...this.query(), from })) return from;
    }
    return earlier.at(-1)!;
  }

  /** The changes between two versions; null if they have no kind of run in common. */
  private async compared(query: Record<string, string>): Promise<Changes | null | undefined> {
    try {
      return await this.asker.get<Changes>(this.root() + "/changes", query);
    } catch (e) {
      if (e instanceof Refused && e.status === 404) return null;
      throw e;
    }
  }

  private root(): string {
    return "/api/v1/fleet/" + encodeURIComponent(this.state.app);
  }

  private query(): Record<string, string> {
    const { from, to, scenario } = this.state;
    return scenario === null ? { from, to } : { from, to, scenario };
  }

  private async compare(): Promise<void> {
    const { from, to, scenario } = this.state;
    this.from.value = from;
    this.to.value = to;
    this.scenario.value = scenario === null ? "*" : "=" + scenario;
    this.changes = this.paths = this.listed = null;
    if (from === to) {
      this.chart.set([], []);
      this.methods.set([]);
      this.say(this.versions.length < 2 ? `All runs are of version ${to || "(none)"}: runs of two versions can be compared.` : "Choose two versions.");
      return;
    }
    this.say(`Comparing ${from} with ${to}…`);
    const changes = await this.compared(this.query());
    if (changes === null) {
      this.chart.set([], []);
      this.methods.set([]);
      this.say(`${from} and ${to} have no runs on the same device and level, so they are not compared: choose other versions.`);
    }
    if (!changes) return;
    this.changes = changes;
    const { total } = changes, kinds = counted(changes.strata, "kind");
    this.say(`A run takes ${time(total.head_ns)} instead of ${time(total.base_ns)}: ${total.verdict}${total.change === null ? "" : `, ${signed(total.change, share(total.change, 1))}`}` +
      `${total.least === null ? "" : ` (${range(total)})`}. ${counted(changes.base_runs, "run")} of ${from}, ${count(changes.head_runs)} of ${to}, compared within ${kinds} of devices and levels` +
      `${changes.runs_left_out ? `; ${counted(changes.runs_left_out, "run")} without others of their kind` : ""}. Exclusive ${changes.time === "wall" ? "elapsed" : "CPU"} time.`);
    this.methods.set(changes.methods);
    await this.show(true);
  }

  /** Shows the chosen tab and the chosen method. */
  private async show(isOther: boolean): Promise<void> {
    const { tab, method, from, to } = this.state;
    for (const [name] of TABS) byId("tab-" + name).setAttribute("aria-selected", String(name === tab));
    byId("view").setAttribute("aria-labelledby", "tab-" + tab);
    byId("view").replaceChildren(this.views[tab]);
    if (!this.changes) return;
    if (isOther) {
      this.listed = null;
      const known = this.changes.methods.find(each => each.method === method);
      const shown = !method ? { name: "", versions: this.changes.total.versions } : known ??
        await get<{ name: string; versions: VersionMean[] }>(this.root() + "/history", { ...this.query(), method });
      this.title.textContent = method ? `Time of a run in ${shown.name}, by version` : "Time of a run, by version";
      this.chart.set(shown.versions, [from, to]);
      byId("chosen").replaceChildren(...method ? [h("span", { class: "chip" }, h("span", {}, shown.name), h("button", { "aria-label": "Show the whole run", onclick: () => this.set({ method: "" }) }, "✕")),
        h("button", { onclick: () => this.set({ tab: "runs" }) }, "Runs behind it")] : []);
    }
    if (tab === "flame") {
      this.paths ??= await get<NamedPaths & { methods: string[] }>(this.root() + "/paths", this.query());
      this.flame.set(this.paths);
    } else if (tab === "runs") {
      if (!this.listed) {
        const answer = await this.listing.get<{ total: number; runs: RunValue[] }>(this.root() + "/runs", { ...this.query(), method });
        if (!answer) return;
        this.listed = answer.runs;
        const kept = answer.runs.some(each => each.trace);
        this.runsNote.textContent = `${counted(answer.total, "run")}${answer.total > answer.runs.length ? `, of which ${count(answer.runs.length)} are listed` : ""}; ` +
          `${method ? "time in the method" : "time of the run"}. ${kept ? "A click opens a trace that is kept." : "No traces are kept: add runs with --keep-traces."}`;
      }
      this.runs.set(this.listed);
    } else {
      this.methods.draw();
    }
  }

  private choose(version: string, isBefore: boolean): void {
    const at = this.versions.indexOf(version);
    if (isBefore) this.set({ from: version });
    else this.set({ to: version, from: this.versions[at - 1] ?? this.state.from });
  }

  private chooseNamed(name: string): void {
    const at = this.paths?.names.indexOf(name) ?? -1;
    if (at >= 0) this.set({ method: this.paths!.methods[at] });
  }
}

/** The changes that the runs are consistent with. */
function range(c: Change): string {
  return c.least === null || c.change === null ? "" : `${signed(c.least, share(c.least, 1))} to ${c.most === null ? "any" : signed(c.most, share(c.most, 1))}`;
}

new FleetPage().begin();
