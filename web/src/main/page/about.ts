// The information required to trust the figures: their source, damage, and active threads.

import type { Thread } from "./api.ts";
import type { Context, View } from "./context.ts";
import { h } from "./dom.ts";
import { count, counted, time } from "./format.ts";
import { Grid } from "./grid.ts";

export class AboutView implements View {
  readonly element: HTMLElement;
  private readonly grid: Grid<Thread>;

  constructor(context: Context) {
    const { info } = context;
    const repairs = [...(info.overflow ? ["the buffer was full before the end: what came later is missing"] : []), ...info.repairs];
    this.grid = new Grid<Thread>([
      { id: "calls", title: "Calls", text: thread => count(thread.calls), value: thread => thread.calls },
      { id: "paths", title: "Call paths", text: thread => count(thread.paths), value: thread => thread.paths },
      { id: "wall", title: "In methods", text: thread => info.times.includes("wall") ? time(thread.wall) : "", value: thread => thread.wall, width: 112 },
      { id: "cpu", title: "CPU", text: thread => info.times.includes("cpu") ? time(thread.cpu) : "", value: thread => thread.cpu, width: 92 },
      { id: "first", title: "First seen", text: thread => time(thread.first), value: thread => thread.first, width: 92 },
      { id: "last", title: "Last seen", text: thread => time(thread.last), value: thread => thread.last, width: 92 },
      { id: "name", title: "Thread", name: true, text: thread => `${thread.name} (${thread.id})`, value: thread => thread.name },
    ], { label: "Threads", onChoose: thread => {
      const { threads } = context.state, { number } = thread;
      context.store.set({ threads: threads.includes(number) ? threads.filter(t => t !== number) : [...threads, number] });
    }, isChosen: thread => context.state.threads.includes(thread.number) });
    this.grid.set(info.threads);
    this.element = h("div", { class: "view" },
      h("div", { class: "facts" },
        h("p", {}, `${time(info.elapsed)}, ${counted(info.threads.length, "thread")}, ${counted(info.methods, "method")}, ${counted(info.records, "record")}`),
        h("p", { class: "note" }, info.facts.join(" · ")),
        repairs.length ? h("p", { class: "warn" }, "Repaired: " + repairs.join(", "))
          : h("p", { class: "good" }, "Nothing had to be repaired: every call has its return."),
        info.absent ? h("p", { class: "warn" }, `${counted(info.absent, "call")} of short methods are not in this trace: their time is shown as their callers'. The file of calls beside it (dexscope.0.calls) has all.`) : null,
        info.sampled ? h("p", { class: "note" }, "Stacks were sampled: times are estimates, and calls are how often a stack was seen to change.") : null),
      this.grid.element);
  }

  show(): void {
    this.grid.draw();
  }
}
