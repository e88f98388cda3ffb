// Single calls, exceptions, and the call graph.

import { address, Asker, type Calls, type Exceptions, get, refusal, type Table } from "./api.ts";
import { type Context, PART, type View } from "./context.ts";
import { h } from "./dom.ts";
import { count, pattern, time } from "./format.ts";
import { Grid } from "./grid.ts";
import type { State } from "./state.ts";

const LIMITS: [number, string][] = [[0, "the longest"], [8_333_333, "over 8.3 ms: a frame at 120 Hz"],
  [16_666_667, "over 16.7 ms: a frame at 60 Hz"], [100_000_000, "over 100 ms: seen by everybody"], [700_000_000, "over 700 ms: a frozen frame"],
  [5_000_000_000, "over 5 s: the app does not respond"]];

export class CallsView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly grid: Grid<number>;
  private readonly limit = h("select", { "aria-label": "Which calls",
    onchange: () => this.context.store.set({ longer: Number(this.limit.value) }) });
  private readonly note = h("span", { class: "note" });
  private calls: Calls | null = null;

  constructor(private readonly context: Context) {
    for (const [longer, text] of LIMITS) this.limit.append(h("option", { value: longer }, text));
    const calls = () => this.calls!;
    const method = (i: number) => calls().names[calls().method[i]];
    const caller = (i: number) => calls().caller[i] < 0 ? "" : calls().names[calls().caller[i]];
    this.grid = new Grid<number>([
      { id: "begin", title: "Begins", text: i => time(calls().begin[i]), value: i => calls().begin[i], width: 92 },
      { id: "wall", title: "Elapsed", text: i => time(calls().wall[i]), value: i => calls().wall[i], width: 92 },
      { id: "cpu", title: "CPU", text: i => context.info.clock === "wall" ? "" : time(calls().cpu[i]), value: i => calls().cpu[i], width: 92 },
      { id: "thread", title: "Thread", text: i => context.threadName(calls().thread[i]), value: i => calls().thread[i], width: 150 },
      { id: "name", title: "Method", name: true, text: method, value: method, hue: i => calls().hues[calls().method[i]] },
      { id: "caller", title: "Caller", name: true, text: caller, value: caller },
    ], { label: "Single calls", sort: "-wall", empty: "no call took so long", onChoose: i => {
      context.choose(calls().methods[calls().method[i]]);
      context.jump(calls().begin[i], calls().begin[i] + calls().wall[i]);
    } });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.limit, this.note), this.grid.element);
  }

  async show(changed: Set<keyof State>): Promise<void> {
    this.limit.value = String(this.context.state.longer);
    const asks = [...PART, "longer"] as (keyof State)[];
    if (!this.calls || asks.some(name => changed.has(name))) {
      const calls = await this.asker.get<Calls>(this.context.api + "/calls", { ...this.context.query(), longer: this.context.state.longer, most: 2000 });
      if (!calls) return;
      this.calls = calls;
    }
    const calls = this.calls!, search = pattern(this.context.state.search);
    const rows = [...calls.method.keys()].filter(i => !search || search.test(calls.names[calls.method[i]]));
    this.note.textContent = `${count(rows.length)} calls; a click shows one in the timeline`;
    this.grid.set(rows);
  }
}

export class ExceptionsView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly grid: Grid<number>;
  private readonly note = h("span", { class: "note" });
  private answer: Exceptions | null = null;

  constructor(private readonly context: Context) {
    const of = () => this.answer!;
    const name = (method: number) => method < 0 ? "nobody: the thread ended" : of().names[method];
    this.grid = new Grid<number>([
      { id: "count", title: "Times", text: i => count(of().count[i]), value: i => of().count[i] },
      { id: "frames", title: "Frames left", text: i => count(of().frames[i]), value: i => of().frames[i], width: 96 },
      { id: "wall", title: "Unwinding", text: i => time(of().wall[i]), value: i => of().wall[i], width: 92 },
      { id: "thrower", title: "Thrown by", name: true, text: i => name(of().thrower[i]), value: i => name(of().thrower[i]), hue: i => of().hues[of().thrower[i]] },
      { id: "catcher", title: "Caught by", name: true, text: i => name(of().catcher[i]), value: i => name(of().catcher[i]) },
    ], { label: "Exceptions", sort: "-count", empty: "no call was left by an exception", onChoose: i => context.choose(of().methods[of().thrower[i]]) });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.note), this.grid.element);
  }

  async show(changed: Set<keyof State>): Promise<void> {
    if (!this.answer || PART.some(name => changed.has(name))) {
      const answer = await this.asker.get<Exceptions>(this.context.api + "/exceptions", this.context.query());
      if (!answer) return;
      this.answer = answer;
    }
    const answer = this.answer!, search = pattern(this.context.state.search);
    const rows = [...answer.count.keys()].filter(i => !search || search.test(answer.names[answer.thrower[i]]));
    this.note.textContent = `${count(answer.count.reduce((a, b) => a + b, 0))} throws`;
    this.grid.set(rows);
  }
}

const THRESHOLDS = [1, 2, 5, 10, 20];

export class GraphView implements View {
  readonly element: HTMLElement;
  private readonly picture = h("img", { alt: "Call graph", class: "graph" });
  private readonly limit = h("select", { "aria-label": "Least share of the time",
    onchange: () => this.context.store.set({ threshold: Number(this.limit.value) }) });
  private readonly link = h("a", { target: "_blank", rel: "noopener" }, "Open as a picture");
  /** A place to click at for each method of the picture, which itself takes no clicks. */
  private readonly places = h("div", { class: "places" });
  private readonly sheet = h("div", { class: "sheet" }, this.picture, this.places);
  private zoom = 1;
  private shown = "";
  private numbers: Map<string, number> | null = null;

  constructor(private readonly context: Context) {
    for (const each of THRESHOLDS) this.limit.append(h("option", { value: each }, `methods with ${each} % of the time`));
    const scale = (factor: number) => {
      this.zoom = Math.max(0.1, Math.min(4, this.zoom * factor));
      this.picture.style.width = this.picture.naturalWidth * this.zoom + "px";
      this.places.style.transform = `scale(${this.zoom})`;
    };
    const port = h("div", { class: "graph-port", tabindex: 0, role: "region", "aria-label": "Call graph" }, this.sheet);
    port.addEventListener("wheel", event => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      scale(Math.exp(-event.deltaY * 0.002));
    }, { passive: false });
    this.picture.addEventListener("load", () => {
      this.zoom = Math.min(1, (port.clientWidth - 20) / Math.max(1, this.picture.naturalWidth));
      scale(1);
    });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.limit,
      h("button", { onclick: () => scale(1 / 1.25), "aria-label": "Smaller" }, "−"),
      h("button", { onclick: () => scale(1.25), "aria-label": "Larger" }, "+"), this.link), port);
  }

  async show(): Promise<void> {
    this.limit.value = String(this.context.state.threshold);
    const source = address(this.context.api + "/graph.svg", { ...this.context.query(), threshold: this.context.state.threshold / 100 });
    if (this.shown !== source) {
      this.shown = source;
      this.link.setAttribute("href", source);
      const answer = await fetch(source);
      if (!answer.ok) throw await refusal(answer);
      const text = await answer.text();
      if (this.shown !== source) return;
      URL.revokeObjectURL(this.picture.src);
      this.picture.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
      await this.arrange(text);
    }
    for (const place of this.places.children as Iterable<HTMLElement>) {
      place.setAttribute("aria-pressed", String(place.dataset.method === String(this.context.state.method)));
    }
  }

  /** Reads from the picture where its methods stand; it is parsed, and never put into the page. */
  private async arrange(text: string): Promise<void> {
    if (!this.numbers) {
      const { method, name } = await get<Table>(this.context.api + "/table", { mapping: this.context.state.mapping });
      this.numbers = new Map(name.map((each, i) => [each, method![i]]));
    }
    const places: HTMLElement[] = [];
    // Its styles are the picture's own affair; the page's policy refuses them even here.
    const plain = text.replace(/<style>[^]*?<\/style>/, "").replace(/ style="[^"]*"/g, "");
    for (const rect of new DOMParser().parseFromString(plain, "image/svg+xml").querySelectorAll("g > rect")) {
      const name = rect.parentElement!.querySelector("title")?.textContent ?? "", method = this.numbers.get(name);
      if (method === undefined) continue;
      const place = h("button", { title: name, "aria-label": name, onclick: () => this.context.choose(method) });
      place.dataset.method = String(method);
      for (const [property, attribute] of [["left", "x"], ["top", "y"], ["width", "width"], ["height", "height"]] as const) {
        place.style[property] = rect.getAttribute(attribute) + "px";
      }
      place.addEventListener("dblclick", () => this.context.store.set({ tab: "method" }));
      places.push(place);
    }
    this.places.replaceChildren(...places);
  }
}
