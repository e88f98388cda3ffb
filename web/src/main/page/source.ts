// The source of the selected method, or its dex code, with the time of each method at its line.

import { methodTarget, type Target } from "./actions.ts";
import { methodOf, rowsOf } from "./answer.ts";
import { Asker, type MethodsTable, Refused, type Source } from "./api.ts";
import { type Context, PART, type View } from "./context.ts";
import { h } from "./dom.ts";
import { count, time } from "./format.ts";
import { type Column, Grid } from "./grid.ts";
import type { State } from "./state.ts";

interface Figures { own: number; total: number; calls: number; method: number }

export class SourceView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly tableAsker = new Asker();
  private readonly note = h("span", { class: "note", role: "status" });
  private readonly grid: Grid<number>;
  private shown = -1;
  private dropped = 0;
  private names = new Map<number, string>();
  private readonly figures = new Map<number, Figures>();
  /** The selected method's line, from 1 on. */
  private line = 0;

  constructor(private readonly context: Context) {
    this.grid = new Grid<number>([], { label: "Source", empty: "", onChoose: row => { if (this.figures.has(row + 1)) context.choose(this.figures.get(row + 1)!.method); },
      isChosen: row => row + 1 === this.line, menu: context.menu, target: row => this.target(row) });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.note), this.grid.element);
  }

  /** The time at lines, by the rows that show them: of code, the first instruction of each line. */
  private timed({ lines, source_lines, line_times }: Source): Column<number>[] {
    if (!line_times || this.context.time !== this.context.info.times[0]) return [];
    const times = new Map(line_times.line.map((line, i) => [line, i])), most = Math.max(1, ...line_times.self_ns);
    const rows = new Map(lines.flatMap((_, row) => {
      const line = source_lines ? source_lines[row] : row + 1, at = times.get(line);
      return at === undefined || (source_lines && source_lines.indexOf(line) !== row) ? [] : [[row, at] as [number, number]];
    }));
    const of = (row: number, figures: number[]) => rows.has(row) ? figures[rows.get(row)!] : 0;
    const column = (id: string, title: string, hint: string, figures: number[]) => ({ id, title, hint, width: 106,
      text: (row: number) => of(row, figures) ? time(of(row, figures)) : "" });
    return [{ ...column("line-self", "At the line", "Samples that were at this line, in no callee", line_times.self_ns),
      bar: row => of(row, line_times.self_ns) / most },
      column("line-total", "And below", "The same with what the line called", line_times.total_ns)];
  }

  private columns(source: Source): Column<number>[] {
    const { lines, pcs, source_lines } = source;
    const of = (row: number) => this.figures.get(row + 1), text = (row: number) => lines[row].replace(/\t/g, "    ").replace(/ /g, "\u00a0");
    return [
      ...this.timed(source),
      { id: "own", title: "Exclusive", width: 92, text: row => of(row) ? time(of(row)!.own) : "" },
      { id: "total", title: "Inclusive", width: 92, text: row => of(row) ? time(of(row)!.total) : "" },
      { id: "calls", title: "Calls", text: row => of(row) ? count(of(row)!.calls) : "" },
      ...(pcs && source_lines ? [
        { id: "line", title: "Line", hint: "The line of the source, where the code has lines", width: 60, text: (row: number) => source_lines[row] > 0 ? String(source_lines[row]) : "" },
        { id: "pc", title: "Address", hint: "The instruction's address (dex pc), in units of 16 bits: labels are named by it", width: 76,
          text: (row: number) => pcs[row] >= 0 ? pcs[row].toString(16).padStart(4, "0") : "" },
        { id: "name", title: "Dex code", name: true, whole: true, text }] : [
        { id: "line", title: "Line", width: 60, text: (row: number) => String(row + 1) },
        { id: "name", title: "Source", name: true, whole: true, text }]),
    ];
  }

  private target(row: number): Target | null {
    const method = this.figures.get(row + 1)?.method ?? (row + 1 === this.line ? this.shown : -1);
    return methodTarget(method, this.names.get(method) ?? this.context.names.get(method) ?? "");
  }

  /** The selected method, else the hottest one. */
  private async method(): Promise<number> {
    const { method } = this.context.state;
    if (method >= 0 && method < this.context.info.methods) return method;
    const table = await this.context.methods(), rows = rowsOf(table);
    const time = (row: number) => (table.rows.exclusive_ns[row] ?? 0) as number;
    const hottest = rows.reduce((a, b) => time(b) > time(a) ? b : a, rows[0]);
    if (hottest === undefined) return -1;
    const number = methodOf(table, table.rows.method[hottest]);
    this.context.names.set(number, table.names[table.rows.method[hottest] as number]);
    return number;
  }

  async show(changed: Set<keyof State>): Promise<void> {
    const { dropped } = this.context, method = await this.method();
    if (method < 0) return this.say("No method has any time here: nothing is selected whose source can be shown.");
    const isNew = method !== this.shown || dropped !== this.dropped;
    if (!isNew && !PART.some(name => changed.has(name))) return;
    this.shown = method;
    this.dropped = dropped;
    try {
      const [source, table] = await Promise.all([
        this.asker.get<Source>(this.context.api + "/source", { ...this.context.query(), method }),
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
    this.names = new Map(table.methods.map((each, i) => [each, table.names[i]]));
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
    const place = source.pcs ? `Dex code in ${source.path}` : !this.line ? `${source.path}: the method is not found in it`
      : `${source.path}:${this.line}${source.guessed ? ", found by its name: the trace has no lines of methods" : ""}`;
    const { span, include, exclude, steps } = this.context.state, isPart = span || include || exclude || steps.length;
    this.note.textContent = place + (source.line_times && isPart ? ". The time at lines is of the whole trace, in the selected threads." : "");
    this.grid.shape(this.columns(source));
    this.grid.set(source.lines.map((_, row) => row));
  }

  private say(text: string): void {
    this.note.textContent = text;
    this.shown = -1;
    this.grid.set([]);
  }
}
