// The threads that wait for locks of others: over a time, by owner, waiter, place.

import { h } from "./dom.ts";
import { count, visible } from "./format.ts";
import { Grid } from "./grid.ts";
import { ask, doing, fail, order, type Panel, type Which } from "./live.ts";

interface Site {
  lock: string; waiter: string; at: string; owner: string; ownerAt: string; looks: number; millis: number; waiterFrames: string[];
  ownerFrames: string[];
}

interface Contention { running: boolean; problem: string; millis: number; total: number; sites: Site[] }

const INTERVAL = 1000;

export class LocksPanel implements Panel {
  readonly element: HTMLElement;
  private readonly grid: Grid<Site>;
  private readonly note = h("span", { class: "note", role: "status" }, "Start, let the program run, look who waited for whom.");
  private readonly waiter = h("pre", { class: "stack", tabindex: 0, role: "region", "aria-label": "Stack of the thread that waited" });
  private readonly owner = h("pre", { class: "stack", tabindex: 0, role: "region", "aria-label": "Stack of the thread that had the lock" });
  private timer = 0;
  private millis = 0;
  private chosen = "";

  constructor(private readonly which: Which) {
    this.grid = new Grid<Site>([
      { id: "millis", title: "Waited", text: site => (site.millis / 1000).toFixed(2) + " s", value: site => site.millis, bar: site => site.millis / (this.millis || 1), width: 92 },
      { id: "looks", title: "Seen", text: site => count(site.looks), value: site => site.looks, width: 64 },
      { id: "waiter", title: "Thread", name: true, width: 130, text: site => visible(site.waiter), value: site => site.waiter },
      { id: "at", title: "waited in", name: true, text: site => visible(site.at), value: site => site.at },
      { id: "lock", title: "for", name: true, text: site => visible(site.lock), value: site => site.lock },
      { id: "owner", title: "of thread", name: true, width: 130, text: site => visible(site.owner), value: site => site.owner },
      { id: "ownerAt", title: "that was in", name: true, text: site => visible(site.ownerAt), value: site => site.ownerAt },
    ], { label: "Contention", sort: "-millis", empty: "nobody was seen to wait for a lock", isChosen: site => key(site) === this.chosen, onChoose: site => this.choose(site) });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" },
      doing("Start", async () => { await order("vm/contention/start", which); this.chosen = ""; await this.look(); }),
      doing("Stop", async () => { await order("vm/contention/stop", which); await this.look(); }), this.note),
      h("div", { class: "view two" }, this.grid.element, h("div", { class: "wings" }, this.waiter, this.owner)));
  }

  private choose(site: Site): void {
    this.chosen = key(site);
    this.waiter.textContent = `${visible(site.waiter)} waited for ${visible(site.lock)}\n` + site.waiterFrames.map(frame => "at " + visible(frame)).join("\n");
    this.owner.textContent = `${visible(site.owner)} had it\n` + site.ownerFrames.map(frame => "at " + visible(frame)).join("\n");
  }

  private async look(): Promise<void> {
    clearTimeout(this.timer);
    const seen = await ask<Contention>("vm/contention", this.which);
    this.millis = seen.millis;
    this.grid.set(seen.sites);
    this.note.textContent = (seen.running ? "" : "ended ") + `after ${(seen.millis / 1000).toFixed(1)} s` + (seen.problem ? ": " + seen.problem : "")
      + (seen.total > seen.sites.length ? `; the longest ${seen.sites.length} of ${count(seen.total)}` : "");
    if (seen.running && this.element.isConnected) this.timer = setTimeout(() => void this.look().catch(fail), INTERVAL);
  }

  show(): void {
    if (this.millis) void this.look().catch(fail);
  }
}

function key(site: Site): string {
  return JSON.stringify([site.lock, site.waiter, site.at, site.owner, site.ownerAt]);
}
