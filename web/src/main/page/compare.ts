// Two traces side by side: what grew is red, what shrank is blue.

import type { Target } from "./actions.ts";
import { rowsOf } from "./answer.ts";
import { Asker, type Diff, type Listed } from "./api.ts";
import { type Context, PART, type View } from "./context.ts";
import { DiffFlame } from "./diff-flame.ts";
import { h } from "./dom.ts";
import { count, pattern, share, signed, time } from "./format.ts";
import { Grid } from "./grid.ts";
import type { State } from "./state.ts";
import { listed, upload } from "./uploads.ts";

export class CompareView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly choice = h("select", { "aria-label": "Compare with",
    onchange: () => this.context.store.set({ base: this.choice.value }) });
  private readonly note = h("span", { class: "note", role: "status" });
  private readonly file = h("input", { type: "file", class: "hidden", onchange: () => void this.open() });
  private readonly first = h("p", { class: "note lead" });
  private readonly flame = new DiffFlame();
  private readonly grid: Grid<number>;
  private diff: Diff | null = null;
  private numbers = new Map<string, number>();
  private listed: Listed[] | null = null;

  constructor(private readonly context: Context, private readonly own: string) {
    const cell = (key: string) => (row: number) => this.diff!.rows[key][row] as number;
    const change = cell("delta_ns"), relative = cell("change"), base = cell("base_mean_ns"), head = cell("head_mean_ns");
    const baseCalls = cell("base_calls"), headCalls = cell("head_calls");
    const name = (row: number) => String(this.diff!.rows.name[row]);
    this.grid = new Grid<number>([
      { id: "change", title: "Change", text: row => signed(change(row), time(change(row))), value: change, width: 100 },
      { id: "relative", title: "Relative", text: row => base(row) ? signed(change(row), share(change(row), base(row))) : "new", value: row => relative(row) ?? Infinity },
      { id: "base", title: "Before", text: row => time(base(row)), value: base, width: 92 },
      { id: "head", title: "After", text: row => time(head(row)), value: head, width: 92 },
      { id: "calls", title: "Calls", text: row => baseCalls(row) === headCalls(row) ? count(headCalls(row)) : `${count(baseCalls(row))} → ${count(headCalls(row))}`, value: row => headCalls(row) - baseCalls(row), width: 130 },
      { id: "name", title: "Name", name: true, text: name, value: name },
    ], { label: "What changed", sort: "-change", empty: "nothing that changed has such a name", menu: context.menu, target: row => this.target(name(row)) });
    context.menu.listen(this.flame.element, event => {
      const path = event ? this.flame.nameAt(event) : "";
      return event && path ? { target: this.target(path, true), x: event.clientX, y: event.clientY } : null;
    });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, h("label", {}, "Compare with ", this.choice),
      h("button", { onclick: () => this.file.click() }, "Open a file…"), this.file, this.note), this.first, this.flame.element, this.grid.element, this.flame.tip);
  }

  async show(changed: Set<keyof State>): Promise<void> {
    if (!this.listed || !this.listed.some(trace => trace.id === this.context.state.base)) {
      this.listed = (await listed()).filter(trace => trace.id !== this.own);
      this.choice.replaceChildren(h("option", { value: "" }, this.listed.length ? "choose a trace" : "no other trace is open"),
        ...this.listed.map(trace => h("option", { value: trace.id }, trace.title)));
    }
    const { base, by } = this.context.state;
    this.choice.value = base;
    this.grid.element.hidden = this.flame.element.hidden = !base;
    this.first.hidden = !!base;
    if (!base) {
      this.diff = null;
      this.report("");
      this.first.textContent = this.listed.length
        ? "Choose the trace before the change above, or open its file. What grew since then is red here, what shrank is blue."
        : "Open the file of a trace before the change: what grew since then is red here, what shrank is blue. dexscope view AFTER BEFORE opens both at once.";
      return;
    }
    const asks = [...PART, "base", "by"] as (keyof State)[];
    if (!this.diff || asks.some(name => changed.has(name))) {
      const diff = await this.asker.get<Diff>(`${this.context.api}/diff/${encodeURIComponent(base)}`, { ...this.context.query(), by });
      if (!diff) return;
      this.diff = diff;
      this.numbers = await this.context.numbers();
      this.flame.set(diff);
    }
    const diff = this.diff!, search = pattern(this.context.state.search);
    const before = diff.base_total_ns, after = diff.head_total_ns;
    this.report(`${diff.base}: ${time(before)}, ${diff.head}: ${time(after)} (${signed(after - before, share(after - before, before))}). One run against one proves nothing: dexscope diff takes several.`);
    this.grid.set(rowsOf(diff).filter(row => !search || search.test(String(diff.rows.name[row]))));
    this.flame.draw();
  }

  /** What a name of a row is; those of call paths are always methods'. A method may be only in the other trace. */
  private target(name: string, isPath = false): Target {
    const kind = isPath ? "method" : ({ class: "class", package: "package" } as const)[this.context.state.by] ?? "method";
    return { kind, method: kind === "method" ? this.numbers.get(name) ?? -1 : -1, name };
  }

  private report(text: string, isError = false): void {
    this.note.textContent = text;
    this.note.classList.toggle("error", isError);
  }

  /** Opens the file that was chosen, and compares with it. */
  private async open(): Promise<void> {
    const file = this.file.files?.[0];
    this.file.value = "";
    if (!file) return;
    try {
      const { id } = await upload(file, share => this.report(`Sending ${file.name}: ${Math.round(100 * share)} %`));
      this.context.store.set({ base: id });
    } catch (e) {
      this.report(e instanceof Error ? e.message : String(e), true);
    }
  }
}
