// The page of one trace: puts the views together.

import { AboutView } from "./about.ts";
import { actionsOf } from "./actions.ts";
import { type Activity, address, get, type Info, type Occurrences, Refused, send } from "./api.ts";
import { CompareView } from "./compare.ts";
import { Context, PART, type View } from "./context.ts";
import { Details } from "./details.ts";
import { byId, h, isTyping, settled } from "./dom.ts";
import { FlameView } from "./flame.ts";
import { count, counted, counting, pattern, time } from "./format.ts";
import { FindingsView } from "./findings.ts";
import { HeatView } from "./heat.ts";
import { CallsView, ExceptionsView, GraphView } from "./lists.ts";
import { ButterflyView, MethodsView } from "./methods.ts";
import { Overview } from "./overview.ts";
import { SourceView } from "./source.ts";
import { SqlView } from "./sql.ts";
import { type State, Store } from "./state.ts";
import { Steps } from "./steps.ts";
import { isDark, setTheme } from "./theme.ts";
import { Timeline } from "./timeline.ts";
import { TreeView } from "./tree.ts";
import { listed, page as pageOf, upload } from "./uploads.ts";

const MOST_FOUND_METHODS = 1000;
/** The size of a page with the selection. */
const MOST_BYTES = 2_000_000;
/** That the hint about times was seen; it is shown once. */
const HINT_SEEN = "dexscope-times-seen";
const TIMES: Record<string, string> = { wall: "Wall", cpu: "CPU", "off-cpu": "Off-CPU" };

/** The trace that the page's address names: /t/ID. */
const id = decodeURIComponent(location.pathname.split("/").pop() ?? "");
const api = "/api/v1/traces/" + encodeURIComponent(id);
const store = new Store();

function say(text: string, isError = false): void {
  const line = byId("message");
  line.textContent = text;
  line.classList.toggle("error", isError);
  line.hidden = !text;
}

function fail(e: unknown): void {
  say(e instanceof Error ? e.message : String(e), true);
}

/** Waits until the server has read the trace, and shows the progress. */
async function opened(): Promise<Info> {
  for (;;) {
    const answer = await get<Info | { state: "reading"; share: number }>(api, { mapping: store.state.mapping, wait: "false" });
    if (answer.state === "ready") return answer;
    say(`Reading the trace: ${Math.round(100 * answer.share)} %`);
    await new Promise(later => setTimeout(later, 60));
  }
}

class Page {
  private readonly context: Context;
  private readonly timeline: Timeline;
  private readonly overview: Overview;
  private readonly details: Details;
  private readonly findings: FindingsView;
  private readonly steps: Steps;
  private readonly views = new Map<string, { title: string; make: () => View; view: View | null; seen: Set<keyof State> }>();
  private found: Occurrences | null = null;
  private current = -1;
  /** Whether the message is of a view that could not be shown: it goes when one can. */
  private hasFailed = false;
  /** The view of an address that names none: what stands out, if anything does. */
  private firstTab = "findings";
  private readonly searchSoon = settled(250, () => void this.search().catch(fail));

  constructor(info: Info) {
    counting(info.weights);
    this.context = new Context(api, info, store);
    this.timeline = new Timeline(this.context);
    this.findings = new FindingsView(this.context);
    this.overview = new Overview(this.context);
    byId("overview").append(this.overview.element);
    byId("timeline").append(this.timeline.element);
    this.details = new Details(this.context);
    byId("below").append(this.details.element);
    this.steps = new Steps(this.context);
    byId("recursion").before(this.steps.element);
    this.tab("findings", "Findings", () => this.findings);
    this.tab("flame", "Flame graph", () => new FlameView(this.context, "down"));
    this.tab("up", "Flame by callers", () => new FlameView(this.context, "up"));
    this.tab("tree", "Top down", () => new TreeView(this.context, "down"));
    this.tab("callers", "Bottom up", () => new TreeView(this.context, "up"));
    this.tab("methods", "Methods", () => new MethodsView(this.context));
    this.tab("method", "Callers & callees", () => new ButterflyView(this.context));
    this.tab("graph", "Call graph", () => new GraphView(this.context));
    this.tab("calls", "Calls", () => new CallsView(this.context));
    this.tab("exceptions", "Exceptions", () => new ExceptionsView(this.context));
    this.tab("heat", "Heat map", () => new HeatView(this.context));
    if (info.sources) this.tab("source", "Source", () => new SourceView(this.context));
    this.tab("compare", "Compare", () => new CompareView(this.context, id));
    if (info.sql) this.tab("sql", "SQL", () => new SqlView(this.context));
    this.tab("about", "About", () => new AboutView(this.context));
    this.head(info);
    store.listen(changed => this.change(changed));
  }

  private tab(key: string, title: string, make: () => View): void {
    this.views.set(key, { title, make, view: null, seen: new Set() });
    const button = h("button", { role: "tab", id: "tab-" + key, "aria-controls": "view", onclick: () => store.set({ tab: key }) }, title);
    button.addEventListener("keydown", event => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      const keys = [...this.views.keys()], next = keys[(keys.indexOf(key) + step + keys.length) % keys.length];
      store.set({ tab: next });
      byId("tab-" + next).focus();
      event.preventDefault();
    });
    byId("tabs").append(button);
  }

  private head(info: Info): void {
    document.title = info.title + " · Dexscope";
    byId("title").textContent = info.title;
    byId("title").setAttribute("title", info.facts.join(", "));
    for (const key of info.times) {
      byId("times").append(h("button", { "data-time": key, onclick: () => store.set({ time: key }) }, TIMES[key] ?? key));
    }
    const hint = byId("hint");
    hint.hidden = info.times.length < 2 || localStorage.getItem(HINT_SEEN) !== null;
    byId("hint-seen").addEventListener("click", () => { localStorage.setItem(HINT_SEEN, "1"); hint.hidden = true; });
    const threads = byId<HTMLSelectElement>("threads");
    threads.append(h("option", { value: "" }, `all ${counted(info.threads.length, "thread")}`),
      ...info.threads.map(thread => h("option", { value: thread.number }, `${thread.name} (${thread.id})`)));
    threads.addEventListener("change", () => store.set({ threads: threads.value === "" ? [] : [Number(threads.value)], path: "" }));
    for (const name of ["include", "exclude"] as const) {
      const field = byId<HTMLInputElement>(name);
      field.addEventListener("change", () => store.set({ [name]: field.value.trim(), path: "" }));
    }
    const search = byId<HTMLInputElement>("search");
    search.addEventListener("input", () => store.set({ search: search.value }));
    search.addEventListener("keydown", event => {
      if (event.key === "Enter") this.step(event.shiftKey ? -1 : 1);
      if (event.key === "Escape") { store.set({ search: "" }); search.blur(); }
    });
    byId("next").addEventListener("click", () => this.step(1));
    byId("previous").addEventListener("click", () => this.step(-1));
    byId("theme").addEventListener("click", () => store.set({ theme: isDark() ? "light" : "dark" }));
    byId("help-button").addEventListener("click", () => byId<HTMLDialogElement>("help").showModal());
    byId("recursion").addEventListener("click", () => this.context.foldRecursion());
    byId("span-clear").addEventListener("click", () => store.set({ span: null }));
    byId("span-show").addEventListener("click", () => store.set({ shown: store.state.span }));
    byId("select-shown").addEventListener("click", () => store.set({ span: store.state.shown }));
    const exports = byId<HTMLSelectElement>("export");
    exports.append(...info.formats.map(format => h("option", { value: format.key, title: format.description }, `${format.key}: ${format.description}`)));
    exports.addEventListener("change", () => {
      // Pages are sent to others; the files of other tools have everything.
      const isPage = info.formats.some(format => format.key === exports.value && format.suffix === ".html");
      if (exports.value) location.assign(address(`${api}/export/${exports.value}`, { ...this.context.query(), time: this.context.time, most: isPage ? MOST_BYTES : null }));
      exports.value = "";
    });
    addEventListener("keydown", event => this.key(event));
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || document.querySelector("dialog[open]")) return;
    const numbered = [...this.views.keys()][Number(event.key) - 1];
    const keys: Record<string, () => void> = {
      "/": () => byId("search").focus(), "?": () => byId<HTMLDialogElement>("help").showModal(), t: () => byId("theme").click(),
      Escape: () => store.set(store.state.method >= 0 ? { method: -1 } : { span: null, path: "" }),
      ".": () => this.step(1), ",": () => this.step(-1),
    };
    const { method } = store.state, name = this.context.names.get(method) ?? "";
    const action = actionsOf(this.context, { kind: "method", method, name, path: this.context.path }).flat().find(({ key, isOn }) => isOn && key === event.key);
    const act = keys[event.key] ?? action?.act ?? (numbered ? () => store.set({ tab: numbered }) : null);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Takes sources or a program; what was in it. */
  async takeSources(file: File): Promise<string> {
    if (!this.context.info.sources) throw new Error(`${file.name}: this server takes no sources; dexscope view does`);
    say("Taking the sources of " + file.name);
    const { sources, classes } = await send<{ sources: number; classes: number }>("/api/v1/sources", { name: file.name }, file);
    this.context.dropped++;
    if (store.state.tab === "source") this.show(new Set(["tab"]));
    else store.set({ tab: "source" });
    const found = [sources ? counted(sources, "source file") : "", classes ? `dex code of ${classes === 1 ? "1 class" : count(classes) + " classes"}` : ""];
    return `${file.name}: ${found.filter(Boolean).join(", ")}.`;
  }

  /** Shows everything for the first time. */
  async start(): Promise<void> {
    // The server answers while the page is being put together.
    const asked = get<Activity>(api + "/activity", { mapping: store.state.mapping });
    this.change(new Set(Object.keys(store.state) as (keyof State)[]));
    const activity = await asked;
    this.overview.set(activity);
    this.timeline.set(activity);
  }

  private change(changed: Set<keyof State>): void {
    const { state } = store;
    if (changed.has("mapping") && document.documentElement.dataset.ready) location.reload();
    if (changed.has("theme")) setTheme(state.theme);
    for (const button of byId("times").children as Iterable<HTMLElement>) {
      button.setAttribute("aria-pressed", String(button.dataset.time === this.context.time));
    }
    byId<HTMLSelectElement>("threads").value = state.threads.length === 1 ? String(state.threads[0]) : "";
    for (const name of ["search", "include", "exclude"] as const) {
      const field = byId<HTMLInputElement>(name);
      if (document.activeElement !== field || !state[name]) field.value = state[name];
    }
    byId("recursion").setAttribute("aria-pressed", String(state.steps.includes("recursion")));
    byId("span").hidden = !state.span;
    byId("select-shown").hidden = !state.shown;
    if (state.span) byId("span-text").textContent = `${time(state.span[1] - state.span[0])} from ${time(state.span[0])}`;
    if (changed.has("search") || PART.some(name => changed.has(name))) this.searchSoon();
    // Views that send requests come first.
    this.show(changed);
    void this.details.show(changed).catch(fail);
    void this.steps.show().catch(fail);
    this.timeline.change();
    this.overview.redraw();
  }

  /** The view of the chosen tab, with all that has changed since it was last seen. */
  private show(changed: Set<keyof State>): void {
    const key = this.views.has(store.state.tab) ? store.state.tab : this.firstTab;
    for (const each of this.views.values()) for (const name of changed) each.seen.add(name);
    for (const [name] of this.views) {
      const tab = byId("tab-" + name), isOn = name === key;
      tab.setAttribute("aria-selected", String(isOn));
      tab.tabIndex = isOn ? 0 : -1;
    }
    const entry = this.views.get(key)!;
    entry.view ??= entry.make();
    const panel = byId("view");
    panel.setAttribute("aria-labelledby", "tab-" + key);
    if (panel.firstChild !== entry.view.element) panel.replaceChildren(entry.view.element);
    // Only the timeline shows what part of the time is shown.
    const seen = new Set(entry.seen);
    entry.seen.clear();
    if (seen.size === 1 && seen.has("shown")) return;
    void Promise.resolve(entry.view.show(seen)).then(() => {
      if (key === this.firstTab && entry.view === this.findings && this.findings.isEmpty() && !document.documentElement.dataset.ready) {
        this.firstTab = "flame";
        this.show(new Set());
        return;
      }
      if (this.hasFailed) say("");
      this.hasFailed = false;
      document.documentElement.dataset.ready ??= String(Math.round(performance.now()));
      document.documentElement.dataset.view = key;
    }, e => {
      // An address from elsewhere may name methods that are not in this trace.
      if (e instanceof Refused && e.status === 404 && store.state.path) store.set({ path: "" });
      else {
        this.hasFailed = true;
        fail(e);
      }
    });
  }

  /** Counts the calls of what is searched for, and remembers where they are. */
  private async search(): Promise<void> {
    const search = pattern(store.state.search);
    this.current = -1;
    if (!search) {
      this.found = null;
      byId("found").textContent = "";
      this.timeline.mark(null, -1);
      return;
    }
    const all = await this.context.methods();
    const methods = all.methods.filter((_, i) => search.test(all.names[i]));
    const part = this.context.query();
    const asked = store.state.search;
    const query = { ...part, include: null, exclude: null, method: methods.join(",") };
    this.found = methods.length === 0 || methods.length > MOST_FOUND_METHODS ? null
      : await get<Occurrences>(api + "/occurrences", { ...query, most: 10_000 });
    byId("found").textContent = methods.length > MOST_FOUND_METHODS ? `${count(methods.length)} methods`
      : this.found ? `${counted(this.found.count, "call")} of ${counted(methods.length, "method")}` : "none";
    byId("found").dataset.search = asked;
    this.timeline.mark(this.found, -1, query);
  }

  /** Jumps to the next call that was found, or the one before. */
  private step(by: number): void {
    const found = this.found;
    if (!found || !found.begin.length) return;
    const size = found.begin.length;
    this.current = this.current < 0 ? (by > 0 ? 0 : size - 1) : (this.current + by + size) % size;
    byId("found").textContent = `${count(this.current + 1)} of ${size < found.count ? `the first ${count(size)} of ` : ""}${counted(found.count, "call")}`;
    const at = found.begin[this.current], thread = found.thread[this.current];
    const { shown, toggled } = store.state, info = this.context.info;
    const half = shown ? (shown[1] - shown[0]) / 2 : info.last / 200;
    const isOpen = byId("timeline").querySelector(`[data-thread="${thread}"]`)?.getAttribute("aria-expanded") === "true";
    store.set({ shown: [at - half, at + half], toggled: isOpen ? toggled : toggled.includes(thread) ? toggled.filter(t => t !== thread) : [...toggled, thread] });
    this.timeline.mark(found, this.current);
  }
}

/** A file that is dropped on the page: a mapping changes the names, a trace is opened beside. */
function takeFiles(): void {
  addEventListener("dragover", event => { event.preventDefault(); document.body.classList.add("dropping"); });
  addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  addEventListener("drop", event => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    void take([...event.dataTransfer?.files ?? []]);
  });
}

async function take(files: File[]): Promise<void> {
  for (const file of files) await takeOne(file).catch(fail);
}

/** The names of files with sources or dex code. */
const SOURCES = /\.(java|kt|jar|aar|apk|aab|dex)$/i;

async function takeOne(file: File): Promise<void> {
  let head: string;
  try {
    head = await file.slice(0, 4000).text();
  } catch {
    throw new Error(`${file.name} cannot be read; of a folder, drop the files in it, or name it with --sources`);
  }
  if (SOURCES.test(file.name) && page) {
    say(await page.takeSources(file));
    return;
  }
  if (/^[^\s#]\S* -> \S+:\s*$/m.test(head)) {
    say(`Taking the names of ${file.name}`);
    store.set({ mapping: (await send<{ id: string }>("/api/v1/mappings", {}, file)).id });
    return;
  }
  const { id: added } = await upload(file, share => say(`Sending ${file.name}: ${Math.round(100 * share)} %`));
  await traces();
  if (store.state.tab === "compare") {
    say("");
    store.set({ base: added });
    return;
  }
  say(`${file.name} is open beside this trace. `);
  byId("message").append(h("button", { onclick: () => location.assign(pageOf(added)) }, "Show it"),
    h("button", { onclick: () => { say(""); store.set({ tab: "compare", base: added }); } }, "Compare with it"),
    h("button", { "aria-label": "Close", onclick: () => say("") }, "✕"));
}

let page: Page | null = null;

async function traces(): Promise<void> {
  const choice = byId<HTMLSelectElement>("trace");
  const all = await listed();
  choice.hidden = all.length < 2 || !all.some(trace => trace.id === id);
  byId("title").hidden = !choice.hidden;
  choice.replaceChildren(...all.map(trace => h("option", { value: trace.id }, trace.title)));
  choice.value = id;
}

for (const button of document.querySelectorAll<HTMLButtonElement>("dialog button[value]")) {
  button.addEventListener("click", () => button.closest("dialog")!.close(button.value));
}
byId<HTMLInputElement>("note-text").addEventListener("keydown", event => {
  if (event.key === "Enter") byId<HTMLDialogElement>("note").close("add");
});
byId<HTMLSelectElement>("trace").addEventListener("change", event => location.assign(pageOf((event.target as HTMLSelectElement).value)));
setTheme(store.state.theme);
takeFiles();
opened().then(async info => {
  say("");
  page = new Page(info);
  void traces().catch(() => { byId("trace").hidden = true; });
  await page.start();
}).catch(fail);
