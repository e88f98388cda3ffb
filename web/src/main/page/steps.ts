// The transforms of the call paths: what can be made of a method, and the chain of those that were made.

import { type Butterfly, get } from "./api.ts";
import type { Context } from "./context.ts";
import { h } from "./dom.ts";
import { short } from "./format.ts";

/** What can be done with a method, by its key on the keyboard. */
export const STEPS: { kind: string; key: string; text: string; hint: string }[] = [
  { kind: "focus", key: "f", text: "Focus", hint: "Only its calls and what they called: it becomes the root" },
  { kind: "path", key: "F", text: "Focus on this path", hint: "Only this call path and what it called" },
  { kind: "merge", key: "m", text: "Merge", hint: "Leave it out: its time goes to its callers" },
  { kind: "keep", key: "k", text: "Keep", hint: "Only call paths through it, with its callers" },
  { kind: "drop", key: "d", text: "Drop", hint: "Leave out the call paths through it, with their time" },
];

/** The transform of a kind with the selected method; empty if there is none. */
export function stepOf(kind: string, method: number, path: string): string {
  if (method < 0) return "";
  if (kind !== "path") return `${kind}-${method}`;
  const methods = path.split(".").slice(1);
  return methods.at(-1) === String(method) ? "path-" + methods.join(".") : "";
}

/** The last method's number in a transform; -1 where it has none. */
export function methodIn(step: string): number {
  return /^(merge|drop|keep|focus|path)-/.test(step) ? Number(step.split(/[-.]/).at(-1)) : -1;
}

export class Steps {
  readonly element = h("nav", { class: "steps", "aria-label": "Transforms of the call paths" });
  private shown = "";

  constructor(private readonly context: Context) {}

  async show(): Promise<void> {
    const { steps } = this.context.state;
    this.element.hidden = !steps.length;
    if (steps.join() === this.shown) return;
    this.shown = steps.join();
    for (const method of steps.map(methodIn)) {
      if (method < 0 || method >= this.context.info.methods || this.context.names.has(method)) continue;
      const { names } = await get<Butterfly>(this.context.api + "/butterfly", { method, mapping: this.context.state.mapping });
      this.context.names.set(method, names[0]);
    }
    if (steps.join() !== this.shown) return;
    const chips = steps.map((step, i) => this.chip(step, i));
    this.element.replaceChildren(...chips, ...steps.length > 1
      ? [h("button", { onclick: () => this.context.store.set({ steps: [], path: "" }) }, "Undo all")] : []);
  }

  private chip(step: string, at: number): HTMLElement {
    const kind = step.split("-")[0], method = methodIn(step), name = this.context.names.get(method) ?? "#" + method;
    const of = step === "recursion" ? "recursion" : method < 0 ? step.slice("collapse-".length).replace(/\.$/, "") : short(name);
    const words = ({ recursion: "fold", path: "focus on path to" } as Record<string, string>)[kind] ?? kind;
    return h("span", { class: "chip", title: method < 0 ? "" : name }, words + " ", h("b", {}, of),
      h("button", { "aria-label": `Undo: ${words} ${of}`, onclick: () => this.remove(at) }, "✕"));
  }

  private remove(at: number): void {
    this.context.store.set({ steps: this.context.state.steps.filter((_, i) => i !== at), path: "" });
  }
}
