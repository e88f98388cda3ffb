// A row for each method, class or package; and what is chosen there with its callers and callees.

import { methodTarget, type Target } from "./actions.ts";
import { columnsOf, methodOf, rowsOf, textOf } from "./answer.ts";
import { Asker, type Butterfly, type MethodsTable, type Table } from "./api.ts";
import { type Context, PART, type View } from "./context.ts";
import { h } from "./dom.ts";
import { count, counted, literal, pattern, time } from "./format.ts";
import { Grid } from "./grid.ts";
import { SORT, type State } from "./state.ts";

const GROUPS = [["method", "Methods"], ["class", "Classes"], ["package", "Packages"]];

export class MethodsView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly grid: Grid<number>;
  private readonly note = h("span", { class: "note" });
  private readonly groups = h("span", { class: "group", role: "group", "aria-label": "Rows" });
  private table: MethodsTable | null = null;

  constructor(private readonly context: Context) {
    for (const [by, text] of GROUPS) {
      this.groups.append(h("button", { "data-by": by, onclick: () => context.store.set({ by, search: "" }) }, text));
    }
    this.grid = new Grid<number>([], {
      label: "Where the time went",
      onSort: sort => context.store.set({ sort }),
      onChoose: row => this.choose(row),
      onOpen: row => {
        if (this.method(row) < 0) return;
        context.step("focus-" + this.method(row));
        context.store.set({ tab: "flame" });
      },
      isChosen: row => this.method(row) >= 0 && this.method(row) === context.state.method,
      empty: "nothing has such a name",
      menu: context.menu,
      target: row => this.target(row),
    });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.groups, this.note), this.grid.element);
  }

  async show(changed: Set<keyof State>): Promise<void> {
    const { state } = this.context;
    for (const button of this.groups.children as Iterable<HTMLElement>) {
      button.setAttribute("aria-pressed", String(button.dataset.by === state.by));
    }
    const asks = [...PART, "by"] as (keyof State)[];
    if (!this.table || asks.some(name => changed.has(name))) {
      const table = await this.asker.get<MethodsTable>(this.context.api + "/table", { ...this.context.query(), by: state.by });
      if (!table) return;
      this.table = table;
      this.grid.shape(columnsOf(table, table));
    }
    this.list();
  }

  private list(): void {
    const table = this.table!, search = pattern(this.context.state.search), all = rowsOf(table);
    const rows = all.filter(row => !search || search.test(this.name(row)));
    const word = GROUPS.find(([by]) => by === this.context.state.by)?.[1].toLowerCase() ?? "rows";
    this.note.textContent = search ? `${count(rows.length)} of ${count(all.length)} ${word}` : `${count(rows.length)} ${word}`;
    const { sort } = this.context.state;
    // An address may name a column that this table does not have.
    const isKnown = table.columns.some(column => column.key === sort.replace(/^-/, ""));
    this.grid.set(rows, isKnown ? sort : SORT);
  }

  private name(row: number): string {
    return textOf(this.table!.columns.at(-1)!, this.table!, this.table!, row) ?? "";
  }

  private method(row: number): number {
    return methodOf(this.table!, this.table!.rows.method?.[row]);
  }

  private target(row: number): Target {
    const kind = ({ class: "class", package: "package" } as const)[this.context.state.by] ?? "method";
    return { kind, method: this.method(row), name: this.name(row) };
  }

  /** A method is shown with its callers; of a class or package the methods are. */
  private choose(row: number): void {
    if (this.method(row) >= 0) {
      this.context.choose(this.method(row));
      return;
    }
    const by = this.context.state.by === "package" ? "class" : "method";
    this.context.store.set({ by, search: `^${literal(this.name(row))}\\.` });
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
      h("span", {}, `${time(answer.inclusive_ns)} inclusive, ${time(answer.exclusive_ns)} exclusive, ${counted(answer.calls, "call")}`
        + (answer.calls ? `, ${time(answer.inclusive_ns / answer.calls)} each` : "")),
      h("span", { class: "note" }, answer.file ? answer.file + (answer.line > 0 ? ":" + answer.line : "") : ""),
      h("button", { onclick: () => this.context.find(answer.names[0]) }, "Find its calls"));
    this.wings.replaceChildren(this.wing("Callers", answer.callers), this.wing("Callees", answer.callees));
  }

  private wing(label: string, table: Table): HTMLElement {
    const answer = this.answer!, method = (row: number) => methodOf(answer, table.rows.method[row]);
    const grid = new Grid<number>(columnsOf(table, answer, "(thread)"), { label, sort: "-time_ns", empty: "none", onChoose: row => {
      if (method(row) >= 0) this.context.choose(method(row));
    }, menu: this.context.menu, target: row => methodTarget(method(row), answer.names[table.rows.method[row] as number]) });
    grid.set(rowsOf(table));
    return grid.element;
  }
}
