// The threads of one VM: what they did, their processor time, their stacks; and who will wait for ever.

import { TimeChart } from "./chart.ts";
import { fitted, h } from "./dom.ts";
import { share, visible } from "./format.ts";
import { Grid } from "./grid.ts";
import { ask, fail, type Live, type Panel, type Thread, type Wait, type Which } from "./live.ts";
import { type History, SHOWN } from "./monitor-history.ts";
import { css } from "./theme.ts";

const MINUTE = 60_000;
const LANES = 12;
/** Owners of locks are requested no more often, and only if threads are blocked. */
const BETWEEN_QUESTIONS = 4000;

/** Running is the accent, waiting is pale, being blocked is a warning. */
const STATES: Record<string, string> = { running: "--run", monitor: "--blocked", wait: "--idle", "timed wait": "--idle", "vm wait": "--idle",
  native: "--native", suspended: "--stopped" };

export class ThreadsPanel implements Panel {
  readonly element: HTMLElement;
  private readonly grid: Grid<Thread>;
  private readonly lanes = h("canvas", { role: "img", "aria-label": "What the threads did in the last minute" });
  private readonly stack = h("pre", { class: "stack", tabindex: 0, role: "region", "aria-label": "Stack" }, "Choose a thread: its stack is shown here.");
  private readonly cpu = new TimeChart({ label: "CPU", span: SHOWN, format: value => share(value, 1), least: 0.5, height: 76 });
  private readonly alarm = h("div", { class: "alarm", role: "alert", hidden: true });
  private live: Live | null = null;
  private chosen = -1;
  private stuck = new Set<number>();
  private asked = 0;
  private isSeen = false;

  constructor(private readonly which: Which, private readonly history: History) {
    this.grid = new Grid<Thread>([
      { id: "id", title: "Id", text: thread => String(thread.id), value: thread => thread.id, width: 56 },
      { id: "state", title: "State", text: thread => this.stuck.has(thread.id) ? "deadlock" : thread.state, value: thread => thread.state, width: 96 },
      { id: "cpu", title: "CPU", text: thread => share(thread.cpu, 1), value: thread => thread.cpu, bar: thread => thread.cpu },
      { id: "time", title: "CPU time", text: thread => ((thread.user + thread.system) / 1000).toFixed(2) + " s", value: thread => thread.user + thread.system },
      { id: "name", title: "Thread", name: true, text: thread => visible(thread.name) + (thread.daemon ? " (daemon)" : ""), value: thread => thread.name },
    ], { label: "Threads", sort: "-cpu", empty: "no threads are known yet", isChosen: thread => thread.id === this.chosen,
      onChoose: thread => void this.choose(thread).catch(fail) });
    this.element = h("div", { class: "view" }, this.alarm, h("div", { class: "lanes" }, this.lanes),
      h("div", { class: "wings" }, this.grid.element, h("div", { class: "view" }, this.cpu.element, this.stack)));
  }

  take(live: Live): void {
    this.live = live;
    this.grid.set(live.threads);
    if (this.isSeen) {
      this.drawLanes();
      this.drawCpu();
      void this.lookForDeadlocks(live);
    }
  }

  show(): void {
    this.isSeen = true;
    this.drawLanes();
    this.drawCpu();
  }

  hide(): void {
    this.isSeen = false;
  }

  private async choose(thread: Thread): Promise<void> {
    this.chosen = thread.id;
    this.drawCpu();
    const { frames } = await ask<{ frames: string[] }>("vm/stack", { ...this.which, thread: thread.id });
    this.stack.textContent = frames.length ? frames.map(frame => "at " + visible(frame)).join("\n") : "no frames: it runs native code, or has ended";
  }

  private drawCpu(): void {
    const thread = this.live?.threads.find(each => each.id === this.chosen);
    this.cpu.set([{ title: "all threads", color: "--busy", points: this.history.cpu },
      ...thread ? [{ title: visible(thread.name), color: "--run", points: this.history.cpuOfThread(thread.id) }] : []], this.history.now);
  }

  /** A row for each thread, the busiest first: what it did when it was looked at. */
  private drawLanes(): void {
    const { live } = this;
    if (!live) return;
    const width = this.lanes.parentElement!.clientWidth, gutter = Math.min(170, width / 4), row = 14;
    const threads = [...live.threads].sort((a, b) => Number(this.stuck.has(b.id)) - Number(this.stuck.has(a.id)) || b.user + b.system - a.user - a.system).slice(0, LANES);
    const g = fitted(this.lanes, width, Math.max(1, threads.length) * row);
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, threads.length * row);
    g.font = "11px " + css("--sans");
    g.textBaseline = "middle";
    threads.forEach((thread, i) => {
      g.save();
      g.beginPath();
      g.rect(0, i * row, gutter - 6, row);
      g.clip();
      g.fillStyle = css(this.stuck.has(thread.id) ? "--blocked" : "--fg");
      g.fillText(visible(thread.name), 8, i * row + row / 2);
      g.restore();
      for (const [state, from, to] of thread.spans) {
        const left = gutter + Math.max(0, 1 - (live.now - from) / MINUTE) * (width - gutter);
        const right = gutter + Math.max(0, 1 - (live.now - to) / MINUTE) * (width - gutter);
        if (right < gutter) continue;
        g.fillStyle = css(STATES[state] ?? "--lane");
        g.fillRect(left, i * row + 2, Math.max(2, right - left), row - 4);
      }
    });
  }

  private async lookForDeadlocks(live: Live): Promise<void> {
    const blocked = live.threads.filter(thread => thread.state === "monitor").length;
    if (!live.features?.includes("thread-locks") || (blocked < 2 && !this.stuck.size) || live.now - this.asked < BETWEEN_QUESTIONS) return;
    this.asked = live.now;
    try {
      this.tell((await ask<{ deadlocks: Wait[][] }>("vm/locks", this.which)).deadlocks);
    } catch {
      // It is not attached now, which the page's head shows.
    }
  }

  private tell(circles: Wait[][]): void {
    this.stuck = new Set(circles.flat().map(wait => wait.waiter.id));
    this.alarm.hidden = !circles.length;
    // The same words again would be read out again.
    const words = circles.map(circle => "Deadlock: " + circle.map(wait => `${visible(wait.waiter.name)} (in ${visible(wait.waiter.at)}) waits for ${visible(wait.lock)}, which ${visible(wait.owner.name)} has`).join("; ") + ".");
    if (this.alarm.textContent !== words.join("")) this.alarm.replaceChildren(...words.map(line => h("p", {}, line)));
    this.grid.draw();
    this.drawLanes();
  }
}
