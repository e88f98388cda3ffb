// Questions in SQL, where the server answers them.

import type { Target } from "./actions.ts";
import { get, refusal, send } from "./api.ts";
import type { Context, View } from "./context.ts";
import { h } from "./dom.ts";
import { count, time } from "./format.ts";
import { Grid, textWidth } from "./grid.ts";
import type { State } from "./state.ts";

type Cell = string | number | boolean | null;

interface Answer {
  columns: { name: string; type: string; number: boolean }[]; rows: Cell[][]; whole: boolean; nanos: number;
}

/** There is no answer yet: others come before it, or it has been worked on for some seconds. */
interface Waiting { question: string; before: number; seconds: number }

const EXAMPLES: [string, string][] = [
  ["Methods with the most exclusive time", `select class, method, count(*) calls, sum(self_TIME) exclusive
from calls group by class, method order by exclusive desc limit 100`],
  ["How long calls take: percentiles", `select method, count(*) calls, median(TIME) half, quantile_cont(TIME, 0.95) p95, max(TIME) longest
from calls group by method having calls > 10 order by p95 desc limit 100`],
  ["What each thread did in each tenth of the time", `select thread, width_bucket, count(*) calls, sum(self_TIME) exclusive
from (select *, 1 + 10 * start // (select max(start) + 1 from calls) width_bucket from calls)
group by all order by thread, width_bucket`],
  ["Methods that several threads call", `select class, method, count(distinct thread_id) threads, count(*) calls
from calls group by class, method having threads > 1 order by threads desc, calls desc limit 100`],
  ["The tables", "describe calls"],
];

export class SqlView implements View {
  readonly element: HTMLElement;
  private readonly field = h("textarea", { class: "question", rows: 5, spellcheck: "false", "aria-label": "Question in SQL" });
  private readonly note = h("p", { class: "note", role: "status" });
  private readonly failure = h("pre", { class: "failure", hidden: true });
  private readonly place = h("div", { class: "answer" });
  private readonly run = h("button", { onclick: () => void this.ask() }, "Ask");
  private readonly stop = h("button", { hidden: true, onclick: () => void this.withdraw() }, "Stop");
  private asked = "";
  private waiting = "";

  constructor(private readonly context: Context) {
    const examples = h("select", { "aria-label": "Examples", onchange: () => {
      const at = Number(examples.value);
      if (EXAMPLES[at]) this.field.value = EXAMPLES[at][1].replaceAll("TIME", context.info.clock === "cpu" ? "cpu" : "wall");
      examples.value = "";
      this.field.focus();
    } }, h("option", { value: "" }, "Examples…"), ...EXAMPLES.map(([title], i) => h("option", { value: i }, title)));
    this.field.addEventListener("keydown", event => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void this.ask();
    });
    this.element = h("div", { class: "view sql" },
      h("div", { class: "bar-row" }, examples, this.run, this.stop, h("span", { class: "note" }, "Ctrl+Enter asks. Tables: calls, tree; times are nanoseconds.")),
      this.field, this.note, this.failure, this.place);
  }

  async show(changed: Set<keyof State>): Promise<void> {
    const { sql } = this.context.state;
    if (sql && sql !== this.asked) {
      this.field.value = sql;
      if (changed.has("sql")) await this.ask();
    }
  }

  private async ask(): Promise<void> {
    const question = this.field.value.trim();
    if (!question || this.run.disabled) return;
    this.asked = question;
    this.context.store.set({ sql: question });
    this.run.disabled = true;
    this.note.textContent = "DuckDB is working";
    this.failure.hidden = true;
    try {
      const query = { mapping: this.context.state.mapping, most: 10_000 };
      let reply = await send<Answer | Waiting>(this.context.api + "/sql", query, new Blob([question]));
      while ("question" in reply) {
        this.waiting = reply.question;
        this.stop.hidden = false;
        this.note.textContent = reply.before
          ? `Waiting for ${count(reply.before)} other ${reply.before === 1 ? "question" : "questions"}`
          : `DuckDB has been working for ${reply.seconds} s`;
        reply = await get<Answer | Waiting>(`${this.context.api}/sql/${reply.question}`);
      }
      await this.tell(reply);
    } catch (e) {
      this.note.textContent = "No answer";
      this.failure.textContent = e instanceof Error ? e.message : String(e);
      this.failure.hidden = false;
      this.place.replaceChildren();
    } finally {
      this.run.disabled = false;
      this.stop.hidden = true;
    }
  }

  private async withdraw(): Promise<void> {
    this.stop.hidden = true;
    const response = await fetch(`${this.context.api}/sql/${this.waiting}`, { method: "DELETE" });
    // It may have been answered meanwhile.
    if (!response.ok && response.status !== 404) this.note.textContent = (await refusal(response)).message;
  }

  /** The method that a row is of: rows with a class and a method name one, if it is not overloaded. */
  private async methodsOf(answer: Answer): Promise<(row: Cell[]) => Target> {
    const at = (name: string) => answer.columns.findIndex(column => column.name === name);
    const owner = at("class"), method = at("method");
    const known = owner < 0 || method < 0 ? new Map<string, [string, number]>() : withoutParameters(await this.context.numbers());
    return row => {
      const [name, number] = known.get(`${row[owner]}.${row[method]}`) ?? ["", -1];
      return number < 0 ? { kind: "row", method: -1, name: shown(row[0]) } : { kind: "method", method: number, name };
    };
  }

  private async tell(answer: Answer): Promise<void> {
    const rows = answer.rows.length;
    this.note.textContent = `${answer.whole ? "" : "the first "}${count(rows)} ${rows === 1 ? "row" : "rows"}, ${time(answer.nanos)}`;
    const method = await this.methodsOf(answer);
    const grid: Grid<Cell[]> = new Grid<Cell[]>(answer.columns.map((column, i) => ({
      id: String(i), title: column.name, name: !column.number, width: textWidth(column.name, answer.rows.map(row => shown(row[i]))),
      text: row => shown(row[i]), plain: row => row[i] === null ? "" : String(row[i]), value: row => row[i] === null ? "" : typeof row[i] === "boolean" ? String(row[i]) : row[i] as string | number,
    })), { label: "Answer", empty: "no rows", menu: this.context.menu,
      target: (row, column) => ({ ...method(row), own: [grid.copies(row, column)] }) });
    grid.set(answer.rows);
    this.place.replaceChildren(...(answer.columns.length ? [grid.element] : []));
  }
}

/** Names without their parameters, which are a column of their own; of those that several methods have, none. */
function withoutParameters(numbers: Map<string, number>): Map<string, [string, number]> {
  const found = new Map<string, [string, number]>();
  for (const [name, number] of numbers) {
    const key = name.replace(/\(.*/, "");
    found.set(key, [name, found.has(key) ? -1 : number]);
  }
  return found;
}

function shown(cell: Cell): string {
  if (typeof cell !== "number") return cell === null ? "–" : String(cell);
  return Number.isInteger(cell) ? count(cell) : cell.toLocaleString("en", { maximumFractionDigits: 3 });
}
