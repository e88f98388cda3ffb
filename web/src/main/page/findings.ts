// The answer first: where the elapsed time went, and what stands out, by the rules of docs/explain.md.

import { Asker } from "./api.ts";
import { type Context, PART, type View } from "./context.ts";
import { h } from "./dom.ts";
import { time } from "./format.ts";
import type { State } from "./state.ts";

interface Part { words: string; time_ns: number; percent: number }
interface Finding { rule: string; share: number; text: string; method: number }
interface Span { thread: number; words: string; what: string; start_ns: number; time_ns: number; active_ns: number }
interface Answer { elapsed: Part[]; critical: Span[]; findings: Finding[] }

/** Smaller parts of the elapsed time are not listed. */
const LEAST_PERCENT = 1;

/** Of a path over more threads the first ones are shown. */
const MOST_THREADS = 12;

/** The colour of a part: work stands out, and what only waits is pale. */
function kind({ words }: { words: string }): string {
  return ({ work: "work", "class loading": "loading", "garbage collection": "collection", "not running": "stopped" } as Record<string, string>)[words] ?? "waits";
}

export class FindingsView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly elapsed = h("p", { class: "lead" });
  private readonly parts = h("div", { class: "parts", role: "img", "aria-hidden": "true" });
  private readonly critical = h("div", { class: "critical", role: "group", "aria-label": "The critical path over time" });
  private readonly list = h("ol", { class: "findings" });
  private readonly note = h("p", { class: "note" }, "Looking for what stands out");
  private answer: Answer | null = null;

  constructor(private readonly context: Context) {
    this.element = h("div", { class: "view" }, h("div", { class: "facts", tabindex: 0, role: "region", "aria-label": "Findings" },
      this.elapsed, this.parts, this.critical, this.list, this.note));
  }

  /** Whether there is nothing to be shown. */
  isEmpty(): boolean {
    return this.answer !== null && !this.answer.findings.length && !this.answer.elapsed.length;
  }

  async show(changed: Set<keyof State>): Promise<void> {
    if (this.answer && !PART.some(name => changed.has(name))) return;
    const answer = await this.asker.get<Answer>(this.context.api + "/findings", this.context.query());
    if (!answer) return;
    this.answer = answer;
    const { elapsed, findings } = answer, sum = elapsed.reduce((all, each) => all + each.time_ns, 0);
    const listed = elapsed.filter(each => each.percent >= LEAST_PERCENT);
    this.elapsed.hidden = this.parts.hidden = !sum;
    this.elapsed.replaceChildren(h("b", {}, time(sum)), " elapsed:", ...listed.flatMap((each, i) => [i ? ", " : " ",
      h("span", { class: "entry-dot " + kind(each) }), `${each.percent} % ${each.words}`]));
    this.parts.replaceChildren(...listed.map(each => {
      const part = h("span", { title: `${each.words}: ${time(each.time_ns)}`, class: kind(each) });
      part.style.flexGrow = String(each.time_ns / sum);
      return part;
    }));
    this.showPath(answer.critical);
    this.list.replaceChildren(...findings.map(each => h("li", {}, h("p", {}, each.text),
      h("p", { class: "note" }, ...this.links(each.method), each.rule))));
    this.note.textContent = findings.length ? "By rules, the largest part of the time first; what no rule knows of is not here."
      : "Nothing that the rules know of stands out.";
  }

  /** A row for each thread that the end waited for, with its spans along the time; a click selects the thread in all views. */
  private showPath(critical: Span[]): void {
    const { context } = this, end = critical.reduce((last, each) => Math.max(last, each.start_ns + each.time_ns), 1);
    const threads = [...new Set(critical.map(each => each.thread))];
    this.critical.hidden = threads.length === 0;
    this.critical.replaceChildren(...threads.slice(0, MOST_THREADS).map(thread => {
      const lane = h("span", { class: "path-lane" }, ...critical.filter(each => each.thread === thread).map(each => {
        const active = each.active_ns / each.time_ns, isPart = active < 0.995 && each.words === "work";
        const title = `${each.words}${each.what && ": " + each.what}, ${isPart ? `${time(each.active_ns)} of ` : ""}${time(each.time_ns)} from ${time(each.start_ns)}`;
        const fill = h("span", { class: kind(each) }), span = h("span", { class: "stopped", title }, fill);
        // As high as it was active: a thread that could run does not always get a processor.
        fill.style.height = 100 * (each.words === "work" ? active : 1) + "%";
        span.style.left = 100 * each.start_ns / end + "%";
        span.style.width = 100 * each.time_ns / end + "%";
        return span;
      }));
      const isOn = context.state.threads.join() === String(thread);
      return h("button", { class: "path-row", "aria-pressed": String(isOn), title: isOn ? "Show all threads" : "Show only this thread in all views",
        onclick: () => context.store.set({ threads: isOn ? [] : [thread], path: "" }) },
        h("span", { class: "path-name" }, context.threads.get(thread)?.name ?? String(thread)), lane);
    }), ...threads.length > MOST_THREADS ? [h("p", { class: "note" }, `and ${threads.length - MOST_THREADS} more threads`)] : []);
  }

  /** Where a finding's method is seen. */
  private links(method: number): HTMLElement[] {
    if (method < 0) return [];
    const { context } = this, link = (text: string, go: () => void) => h("button", { onclick: go }, text);
    const tab = (tab: string) => () => {
      context.choose(method);
      context.store.set({ tab });
    };
    return [link("Flame graph", () => {
      context.choose(method);
      context.store.set({ tab: "flame", path: "" });
    }), link("Callers & callees", tab("method")), ...context.info.sources ? [link("Source", tab("source"))] : []];
  }
}
