// What stands out in the trace, by the rules of docs/explain.md.

import { Asker } from "./api.ts";
import { type Context, PART, type View } from "./context.ts";
import { h } from "./dom.ts";
import type { State } from "./state.ts";

interface Finding { rule: string; share: number; text: string; method: number }

export class FindingsView implements View {
  readonly element: HTMLElement;
  private readonly asker = new Asker();
  private readonly list = h("ol", { class: "findings" });
  private readonly note = h("p", { class: "note" });
  private isThere = false;

  constructor(private readonly context: Context) {
    this.element = h("div", { class: "view" }, h("div", { class: "facts" }, this.note, this.list));
  }

  async show(changed: Set<keyof State>): Promise<void> {
    if (this.isThere && !PART.some(name => changed.has(name))) return;
    const answer = await this.asker.get<{ findings: Finding[] }>(this.context.api + "/findings", this.context.query());
    if (!answer) return;
    this.isThere = true;
    this.note.textContent = answer.findings.length ? "By rules, the largest part of the time first; what no rule knows of is not here."
      : "Nothing that the rules know of stands out.";
    this.list.replaceChildren(...answer.findings.map(each => h("li", {},
      h("p", {}, each.text),
      h("p", { class: "note" }, each.rule, each.method < 0 ? null
        : h("button", { onclick: () => { this.context.choose(each.method); this.context.store.set({ tab: "method" }); } }, "Callers & callees")))));
  }
}
