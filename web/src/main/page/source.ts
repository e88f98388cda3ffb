// The source of the selected method, with the time of each method at its line.

import { Asker, type MethodsTable, Refused, type Source } from "./api.ts";
import { type Context, PART, type View } from "./context.ts";
import { h } from "./dom.ts";
import { count, time } from "./format.ts";
import { Grid } from "./grid.ts";
import type { State } from "./state.ts";

interface Figures { own: number; total: number; calls: number; method: number }

export class SourceView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly tableAsker = new Asker();
  private readonly note = h("span", { class: "note", role: "status" });
  private readonly grid: Grid<number>;
  private source: Source | null = null;
  private shown = -1;
  private readonly figures = new Map<number, Figures>();
  /** The selected method's line, from 1 on. */
  private line = 0;

  constructor(private readonly context: Context) {
    const of = (row: number) => this.figures.get(row + 1);
    this.grid = new Grid<number>([
      { id: "own", title: "Exclusive", width: 92, text: row => of(row) ? time(of(row)!.own) : "" },
      { id: "total", title: "Inclusive", width: 92, text: row => of(row) ? time(of(row)!.total) : "" },
      { id: "calls", title: "Calls", text: row => of(row) ? count(of(row)!.calls) : "" },
      { id: "line", title: "Line", width: 60, text: row => String(row + 1) },
      { id: "name", title: "Source", name: true, text: row => this.source!.lines[row].replace(/\t/g, "    ").replace(/ /g, "\u00a0") },
    ], { label: "Source", empty: "", onChoose: row => { if (of(row)) context.choose(of(row)!.method); }, isChosen: row => row + 1 === this.line });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.note), this.grid.element);
  }

  async show(changed: Set<keyof State>): Promise<void> {
    const { method, mapping } = this.context.state;
    if (method < 0 || method >= this.context.info.methods) return this.say("Choose a method in any other view: its source is shown here.");
    const isNew = method !== this.shown;
    if (!isNew && !PART.some(name => changed.has(name))) return;
    this.shown = method;
    try {
      const [source, table] = await Promise.all([
        this.asker.get<Source>(this.context.api + "/source", { method, mapping }),
        this.tableAsker.get<MethodsTable>(this.context.api + "/table", this.context.query())]);
      if (!source || !table) return;
      this.list(source, table, method);
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      return this.say(e.message);
    }
    if (isNew) this.grid.show(this.line - 1);
  }

  private list(source: Source, table: MethodsTable, method: number): void {
    this.source = source;
    this.line = source.at[source.methods.indexOf(method)] ?? 0;
    this.figures.clear();
    const rows = new Map((table.rows.method as number[]).map((name, row) => [table.methods[name], row]));
    source.methods.forEach((each, i) => {
      const row = rows.get(each);
      if (row === undefined) return;
      const before = this.figures.get(source.at[i]), cell = (key: string) => table.rows[key][row] as number;
      // Lambdas are at the line of the method that they are in.
      this.figures.set(source.at[i], { own: (before?.own ?? 0) + cell("exclusive_ns"), total: Math.max(before?.total ?? 0, cell("inclusive_ns")),
        calls: (before?.calls ?? 0) + cell("calls"), method: before?.method ?? each });
    });
    this.note.textContent = this.line ? `${source.path}:${this.line}${source.guessed ? ", found by its name: the trace has no lines" : ""}`
      : `${source.path}: the method is not found in it`;
    this.grid.set(source.lines.map((_, row) => row));
  }

  private say(text: string): void {
    this.note.textContent = text;
    this.source = null;
    this.shown = -1;
    this.grid.set([]);
  }
}
