// What is known of the selected method: its figures, where in time its calls are, who calls it, what can be made of it.

import { actionsOf, keyName } from "./actions.ts";
import { methodOf, rowsOf, textOf } from "./answer.ts";
import { Asker, type Butterfly, get, type Spread, type Table } from "./api.ts";
import { type Context, PART } from "./context.ts";
import { fitted, h, settled } from "./dom.ts";
import { count, counted, share, short, time } from "./format.ts";
import type { State } from "./state.ts";
import { css } from "./theme.ts";

const STRIP = 30;
const SPANS = 256;
/** The callers, callees and threads with the most time that are listed. */
const MOST = 5;

export class Details {
  readonly element = h("aside", { class: "details", "aria-label": "The selected method", hidden: true });
  private readonly name = h("h2", { class: "chosen-name" });
  private readonly place = h("p", { class: "note" });
  private readonly figures = h("dl");
  private readonly strip = h("canvas", { role: "img", "aria-label": "Where in time its calls are" });
  private readonly when = h("p", { class: "note" });
  private readonly threads = h("div");
  private readonly sides = h("div");
  private readonly actions = h("div", { class: "actions" });
  private readonly asker = new Asker();
  /** Going through all calls takes a while: only for a selection that stays. */
  private readonly spreadSoon = settled(300, () => void this.askSpread().catch(() => { this.when.textContent = "not known"; }));
  private spread: Spread | null = null;
  private shown = -1;

  constructor(private readonly context: Context) {
    const close = h("button", { class: "close", "aria-label": "Close the details", onclick: () => context.store.set({ method: -1 }) }, "✕");
    this.element.append(close, this.name, this.place, this.actions, this.figures, h("h3", {}, "In time"), this.strip, this.when, this.threads, this.sides);
    this.strip.addEventListener("click", event => this.jump(event));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  async show(changed: Set<keyof State>): Promise<void> {
    const { method } = this.context.state;
    this.element.hidden = method < 0 || method >= this.context.info.methods;
    if (changed.has("theme")) this.draw();
    if (this.element.hidden) {
      this.shown = -1;
      return;
    }
    if (method === this.shown && !PART.some(name => changed.has(name))) return;
    if (method !== this.shown) this.element.scrollTop = 0;
    this.shown = method;
    this.spread = null;
    // Those of the method before it are not this one's.
    this.threads.replaceChildren();
    this.when.textContent = "…";
    this.draw();
    const query = { ...this.context.query(), method }, { times } = this.context.info;
    const clocks = ["wall", "cpu"].filter(clock => times.includes(clock));
    const [shown, ...others] = await Promise.all([null, ...clocks].map(clock =>
      get<Butterfly>(this.context.api + "/butterfly", clock ? { ...query, time: clock } : query)));
    if (method !== this.context.state.method) return;
    this.list(shown, Object.fromEntries(others.map((answer, i) => [clocks[i], answer])));
    this.spreadSoon();
  }

  private list(of: Butterfly, clocks: Record<string, Butterfly>): void {
    this.name.textContent = of.names[0];
    this.context.names.set(this.shown, of.names[0]);
    this.place.textContent = of.file ? of.file + (of.line > 0 ? ":" + of.line : "") : "";
    const facts: [string, string][] = [
      ["Exclusive", time(of.exclusive_ns)], ["In callees", time(Math.max(0, of.inclusive_ns - of.exclusive_ns))], ["Inclusive", time(of.inclusive_ns)],
      ["Calls", count(of.calls) + (of.calls ? `, ${time(of.inclusive_ns / of.calls)} each` : "")]];
    const { wall, cpu } = clocks;
    if (cpu) facts.push(["CPU", `${time(cpu.inclusive_ns)}, exclusive ${time(cpu.exclusive_ns)}`]);
    if (wall && cpu) facts.push(["Waiting", `${time(Math.max(0, wall.inclusive_ns - cpu.inclusive_ns))}, exclusive ${time(Math.max(0, wall.exclusive_ns - cpu.exclusive_ns))}`]);
    this.figures.replaceChildren(...facts.flatMap(([term, text]) => [h("dt", {}, term), h("dd", {}, text)]));
    this.sides.replaceChildren(...this.side("Callers", of.callers, of), ...this.side("Callees", of.callees, of),
      h("button", { onclick: () => this.context.store.set({ tab: "method" }) }, "All callers & callees"), " ",
      this.context.info.sources ? h("button", { onclick: () => this.context.store.set({ tab: "source" }) }, "Source") : "");
    this.showActions(of.names[0]);
  }

  /** The rows with the most time; a click selects the method there. */
  private side(title: string, table: Table, of: Butterfly): HTMLElement[] {
    const column = table.columns.at(-1)!, rows = rowsOf(table).slice(0, MOST);
    if (!rows.length) return [];
    return [h("h3", {}, title), h("ul", {}, ...rows.map(row => {
      const method = methodOf(of, table.rows[column.key][row]), name = textOf(column, table, of, row) ?? "(thread)";
      return h("li", {}, method < 0 ? h("span", {}, name)
        : h("button", { title: name, onclick: () => this.context.choose(method) }, short(name)), h("span", {}, time(table.rows.time_ns[row] as number)));
    }))];
  }

  private showActions(name: string): void {
    const [steps, collapses] = actionsOf(this.context, { kind: "method", method: this.shown, name, path: this.context.path });
    this.actions.replaceChildren(...[...steps, ...collapses].filter(action => action.isOn && action.id !== "recursion").map(({ text, hint, key, act }) =>
      h("button", { title: `${hint} (${keyName(key)})`, onclick: act }, text)));
  }

  private async askSpread(): Promise<void> {
    const { method } = this.context.state;
    const spread = await this.asker.get<Spread>(this.context.api + "/spread", { ...this.context.query(), step: null, method, spans: SPANS });
    if (!spread || method !== this.shown) return;
    this.spread = spread;
    const { longest, threads } = spread;
    this.when.replaceChildren(longest ? h("button", { title: "Show it in the timeline",
      onclick: () => this.context.jump(longest.start_ns, longest.start_ns + longest.time_ns) }, "The longest call: " + time(longest.time_ns)) : "no single calls");
    const most = [...threads].sort((a, b) => b.time_ns - a.time_ns), whole = most.reduce((sum, each) => sum + each.time_ns, 0);
    this.threads.replaceChildren(...most.length ? [h("h3", {}, most.length > MOST ? `Threads: ${MOST} of ${most.length}` : "Threads"),
      h("ul", {}, ...most.slice(0, MOST).map(each => h("li", {}, h("button", { title: "Only this thread, in all views",
        onclick: () => this.context.store.set({ threads: [each.thread], path: "" }) }, this.context.threadName(each.thread)),
        h("span", {}, `${counted(each.calls, "call")}, ${share(each.time_ns, whole)}`))))] : []);
    this.draw();
  }

  private draw(): void {
    const width = this.element.clientWidth - 24;
    if (width < 20) return;
    const g = fitted(this.strip, width, STRIP);
    g.fillStyle = css("--lane");
    g.fillRect(0, 0, width, STRIP);
    if (!this.spread) return;
    const sums = new Float64Array(SPANS);
    for (const thread of this.spread.threads) thread.busy.forEach((percent, i) => sums[i] += percent);
    const most = Math.max(1, ...sums);
    g.fillStyle = css("--accent");
    for (let i = 0; i < SPANS; i++) {
      const bar = sums[i] ? Math.max(2, (STRIP - 2) * sums[i] / most) : 0;
      g.fillRect(i * width / SPANS, STRIP - bar, width / SPANS + 0.4, bar);
    }
  }

  /** Shows in the timeline what was clicked. */
  private jump(event: MouseEvent): void {
    if (!this.spread) return;
    const box = this.strip.getBoundingClientRect(), { from, to } = this.spread, span = (to - from) / SPANS;
    const at = from + Math.floor((event.clientX - box.left) / box.width * SPANS) * span;
    this.context.jump(at, at + span);
  }
}
