// A row for each method, class or package; and what is chosen there with its callers and callees.

import { Asker, type Butterfly, type Side, type Table } from "./api.ts";
import { type Context, PART, type View } from "./context.ts";
import { h } from "./dom.ts";
import { count, counted, pattern, share, time } from "./format.ts";
import { Grid } from "./grid.ts";
import type { State } from "./state.ts";

interface Row {
  name: string; method: number; hue: number; self: number; total: number; calls: number; thrown: number;
}

const GROUPS = [["method", "Methods"], ["class", "Classes"], ["package", "Packages"]];

export class MethodsView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly grid: Grid<Row>;
  private readonly note = h("span", { class: "note" });
  private readonly groups = h("span", { class: "group", role: "group", "aria-label": "Rows" });
  private table: Table | null = null;
  private whole = 0;

  constructor(private readonly context: Context) {
    for (const [by, text] of GROUPS) {
      this.groups.append(h("button", { "data-by": by, onclick: () => context.store.set({ by, search: "" }) }, text));
    }
    this.grid = new Grid<Row>([
      { id: "self", title: "Self", text: row => time(row.self), value: row => row.self, width: 92 },
      { id: "selfShare", title: "Self %", text: row => share(row.self, this.whole), bar: row => row.self / (this.whole || 1) },
      { id: "total", title: "Total", text: row => time(row.total), value: row => row.total, width: 92 },
      { id: "totalShare", title: "Total %", text: row => share(row.total, this.whole), bar: row => row.total / (this.whole || 1) },
      { id: "calls", title: "Calls", text: row => count(row.calls), value: row => row.calls },
      { id: "per", title: "Per call", text: row => time(row.total / Math.max(1, row.calls)), value: row => row.total / Math.max(1, row.calls) },
      { id: "thrown", title: "Thrown", text: row => row.thrown ? count(row.thrown) : "", value: row => row.thrown, width: 72 },
      { id: "name", title: "Name", name: true, text: row => row.name, value: row => row.name, hue: row => row.hue },
    ], {
      label: "Where the time went",
      sort: context.state.sort,
      onSort: sort => context.store.set({ sort }),
      onChoose: row => this.choose(row),
      isChosen: row => row.method >= 0 && row.method === context.state.method,
      empty: "nothing has such a name",
    });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.groups, this.note), this.grid.element);
  }

  async show(changed: Set<keyof State>): Promise<void> {
    const { state } = this.context;
    for (const button of this.groups.children as Iterable<HTMLElement>) {
      button.setAttribute("aria-pressed", String(button.dataset.by === state.by));
    }
    const asks = [...PART, "by"] as (keyof State)[];
    if (!this.table || asks.some(name => changed.has(name) && name !== "time")) {
      const table = await this.asker.get<Table>(this.context.api + "/table", { ...this.context.query(), by: state.by });
      if (!table) return;
      this.table = table;
    }
    this.list();
  }

  private list(): void {
    const table = this.table!, search = pattern(this.context.state.search), rows: Row[] = [];
    this.whole = 0;
    for (let i = 0; i < table.name.length; i++) {
      const self = this.context.of(table.selfWall[i], table.selfCpu[i]);
      this.whole += self;
      if (search && !search.test(table.name[i])) continue;
      rows.push({ name: table.name[i], method: table.method?.[i] ?? -1, hue: table.hue?.[i] ?? -1, self,
        total: this.context.of(table.wall[i], table.cpu[i]), calls: table.calls[i], thrown: table.thrown[i] });
    }
    const word = GROUPS.find(([by]) => by === this.context.state.by)?.[1].toLowerCase() ?? "rows";
    this.note.textContent = search ? `${count(rows.length)} of ${count(table.name.length)} ${word}` : `${count(rows.length)} ${word}`;
    this.grid.set(rows, this.context.state.sort);
  }

  /** A method is shown with its callers; of a class or package the methods are. */
  private choose(row: Row): void {
    if (row.method >= 0) {
      this.context.choose(row.method);
      return;
    }
    const by = this.context.state.by === "package" ? "class" : "method";
    this.context.store.set({ by, search: "^" + row.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + "\\." });
  }
}

export class ButterflyView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly head = h("div", { class: "bar-row" });
  private readonly wings = h("div", { class: "wings" });
  private shown = -1;
  private answer: Butterfly | null = null;

  constructor(private readonly context: Context) {
    this.element = h("div", { class: "view" }, this.head, this.wings);
  }

  async show(changed: Set<keyof State>): Promise<void> {
    const { method } = this.context.state;
    if (method < 0 || method >= this.context.info.methods) {
      this.head.replaceChildren(h("p", { class: "note" }, "Choose a method in any other view: its callers and callees are shown here."));
      this.wings.replaceChildren();
      this.shown = -1;
      return;
    }
    if (method !== this.shown || PART.some(name => changed.has(name))) {
      const answer = await this.asker.get<Butterfly>(this.context.api + "/butterfly", { ...this.context.query(), method });
      if (!answer) return;
      this.answer = answer;
      this.shown = method;
    }
    this.list();
  }

  private list(): void {
    const answer = this.answer!;
    this.head.replaceChildren(
      h("strong", { class: "chosen-name" }, answer.names[0]),
      h("span", {}, `${time(answer.total)} total, ${time(answer.self)} self, ${counted(answer.calls, "call")}`
        + (answer.calls ? `, ${time(answer.total / answer.calls)} each` : "")),
      h("span", { class: "note" }, answer.file ? answer.file + (answer.line > 0 ? ":" + answer.line : "") : ""),
      h("button", { onclick: () => this.context.store.set({ search: "^" + answer.names[0].replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + "$" }) }, "Find its calls"));
    this.wings.replaceChildren(this.wing("Callers", answer.callers, answer.total), this.wing("Callees", answer.callees, answer.total));
  }

  private wing(title: string, sides: Side[], whole: number): HTMLElement {
    const answer = this.answer!;
    const grid = new Grid<Side>([
      { id: "time", title: "Time", text: side => time(side.time), value: side => side.time, width: 92 },
      { id: "share", title: "Share", text: side => share(side.time, whole), bar: side => side.time / (whole || 1) },
      { id: "calls", title: "Calls", text: side => count(side.calls), value: side => side.calls },
      { id: "name", title, name: true, value: side => this.name(side), text: side => this.name(side), hue: side => side.method < 0 ? -1 : answer.hues[side.method] },
    ], { label: title, sort: "-time", empty: "none", onChoose: side => { if (side.method >= 0) this.context.choose(answer.methods[side.method]); } });
    grid.set(sides);
    return grid.element;
  }

  private name(side: Side): string {
    return side.method < 0 ? "(thread)" : this.answer!.names[side.method];
  }
}
