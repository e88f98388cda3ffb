// Single calls, exceptions, and the call graph.

import { methodTarget } from "./actions.ts";
import { columnsOf, methodOf, rowsOf } from "./answer.ts";
import { address, Asker, type MethodsTable, refusal } from "./api.ts";
import { type Context, PART, type View } from "./context.ts";
import { h } from "./dom.ts";
import { counted, pattern } from "./format.ts";
import { Grid } from "./grid.ts";
import type { State } from "./state.ts";
import { isDark } from "./theme.ts";

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
  private calls: MethodsTable | null = null;

  constructor(private readonly context: Context) {
    for (const [longer, text] of LIMITS) this.limit.append(h("option", { value: longer }, text));
    this.grid = new Grid<number>([], { label: "Single calls", sort: "-wall_ns", empty: "no call took so long", onChoose: i => {
      const calls = this.calls!, begin = calls.rows.start_ns[i] as number;
      context.choose(methodOf(calls, calls.rows.method[i]));
      context.jump(begin, begin + ((calls.rows.wall_ns ?? calls.rows.cpu_ns)[i] as number));
    }, menu: context.menu, target: i => {
      const cell = this.calls!.rows.method[i];
      return methodTarget(methodOf(this.calls!, cell), this.calls!.names[cell as number]);
    } });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.limit, this.note), this.grid.element);
  }

  async show(changed: Set<keyof State>): Promise<void> {
    this.limit.value = String(this.context.state.longer);
    const asks = [...PART, "longer"] as (keyof State)[];
    if (!this.calls || asks.some(name => changed.has(name))) {
      const calls = await this.asker.get<MethodsTable>(this.context.api + "/calls", { ...this.context.query(), longer: this.context.state.longer, most: 2000 });
      if (!calls) return;
      this.calls = calls;
      this.grid.shape(columnsOf(calls, calls, ""));
    }
    const calls = this.calls!, search = pattern(this.context.state.search);
    const rows = rowsOf(calls).filter(i => !search || search.test(calls.names[calls.rows.method[i] as number]));
    this.note.textContent = `${counted(rows.length, "call")}; a click shows one in the timeline`;
    this.grid.set(rows);
  }
}

export class ExceptionsView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly grid: Grid<number>;
  private readonly note = h("span", { class: "note" });
  private answer: MethodsTable | null = null;

  constructor(private readonly context: Context) {
    this.grid = new Grid<number>([], { label: "Exceptions", sort: "-count", empty: "no call was left by an exception",
      onChoose: i => context.choose(methodOf(this.answer!, this.answer!.rows.thrown_by[i])), menu: context.menu, target: i => {
        const cell = this.answer!.rows.thrown_by[i];
        return methodTarget(methodOf(this.answer!, cell), this.answer!.names[cell as number]);
      } });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.note), this.grid.element);
  }

  async show(changed: Set<keyof State>): Promise<void> {
    if (!this.answer || PART.some(name => changed.has(name))) {
      const answer = await this.asker.get<MethodsTable>(this.context.api + "/exceptions", this.context.query());
      if (!answer) return;
      this.answer = answer;
      this.grid.shape(columnsOf(answer, answer, "nobody: the thread ended"));
    }
    const answer = this.answer!, search = pattern(this.context.state.search);
    const rows = rowsOf(answer).filter(i => !search || search.test(answer.names[answer.rows.thrown_by[i] as number]));
    this.note.textContent = counted((answer.rows.count as number[]).reduce((a, b) => a + b, 0), "throw");
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
  private text = "";
  private wasDark = false;

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
    context.menu.listen(this.places, event => {
      const place = (event?.target ?? document.activeElement) as HTMLElement, { left, bottom } = place.getBoundingClientRect();
      const target = methodTarget(Number(place.dataset.method ?? -1), place.title);
      return target && { target, x: event?.clientX ?? left, y: event?.clientY ?? bottom };
    });
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
      this.text = text;
      await this.arrange(text);
      this.paint();
    } else if (this.wasDark !== isDark()) {
      this.paint();
    }
    for (const place of this.places.children as Iterable<HTMLElement>) {
      place.setAttribute("aria-pressed", String(place.dataset.method === String(this.context.state.method)));
    }
  }

  /** Shows the picture in the page's colours, which need not be those of the system. */
  private paint(): void {
    this.wasDark = isDark();
    const themed = this.text.replace("(prefers-color-scheme: dark)", this.wasDark ? "all" : "not all");
    URL.revokeObjectURL(this.picture.src);
    this.picture.src = URL.createObjectURL(new Blob([themed], { type: "image/svg+xml" }));
  }

  /** Reads from the picture where its methods stand; it is parsed, and never put into the page. */
  private async arrange(text: string): Promise<void> {
    const numbers = await this.context.numbers(), places: HTMLElement[] = [];
    // Its styles are the picture's own affair; the page's policy refuses them even here.
    const plain = text.replace(/<style>[^]*?<\/style>/, "").replace(/ style="[^"]*"/g, "");
    for (const rect of new DOMParser().parseFromString(plain, "image/svg+xml").querySelectorAll(".box")) {
      const name = rect.parentElement!.querySelector("title")?.textContent ?? "", method = numbers.get(name);
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
