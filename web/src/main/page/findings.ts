// The answer first: where the elapsed time went, and what stands out, by the rules of docs/explain.md.

import { Asker } from "./api.ts";
import { type Context, PART, type View } from "./context.ts";
import { h } from "./dom.ts";
import { time } from "./format.ts";
import type { State } from "./state.ts";

interface Part { words: string; time_ns: number; percent: number }
interface Finding { rule: string; share: number; text: string; method: number }
interface Answer { elapsed: Part[]; findings: Finding[] }

/** Smaller parts of the elapsed time are not listed. */
const LEAST_PERCENT = 1;

/** The colour of a part: work stands out, and what only waits is pale. */
function kind({ words }: Part): string {
  return ({ work: "work", "class loading": "loading", "garbage collection": "collection", "not running": "stopped" } as Record<string, string>)[words] ?? "waits";
}

export class FindingsView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly elapsed = h("p", { class: "lead" });
  private readonly parts = h("div", { class: "parts", role: "img", "aria-hidden": "true" });
  private readonly list = h("ol", { class: "findings" });
  private readonly note = h("p", { class: "note" }, "Looking for what stands out");
  private answer: Answer | null = null;

  constructor(private readonly context: Context) {
    this.element = h("div", { class: "view" }, h("div", { class: "facts", tabindex: 0, role: "region", "aria-label": "Findings" },
      this.elapsed, this.parts, this.list, this.note));
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
    this.list.replaceChildren(...findings.map(each => h("li", {}, h("p", {}, each.text),
      h("p", { class: "note" }, ...this.links(each.method), each.rule))));
    this.note.textContent = findings.length ? "By rules, the largest part of the time first; what no rule knows of is not here."
      : "Nothing that the rules know of stands out.";
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
