// The calls over time: a track for each thread, its calls as boxes below each other.

import { type Activity, Asker, type Boxes, type Occurrences, type Query, type Window } from "./api.ts";
import { methodTarget } from "./actions.ts";
import type { Context } from "./context.ts";
import { byId, eachFrame, fitted, h, settled } from "./dom.ts";
import { fit, place } from "./flame.ts";
import { count, counted, moment, pattern, step, time } from "./format.ts";
import type { Spot as Place } from "./menu.ts";
import { Screens } from "./screens.ts";
import { drawStrip } from "./strip.ts";
import { openedFirst, ordered } from "./threads.ts";
import { boxColor, css } from "./theme.ts";

const ROW = 15;
const LANE = 22;
/** Threads' names have as much room as they need, within these. */
const NARROWEST_GUTTER = 150, WIDEST_GUTTER = 340;
const AXIS = 22;
/** A track has no more levels than a browser's page has room for. */
const MOST_ROWS = 100_000;
/** Levels that are requested above and below the visible ones. */
const SPARE = 30;
/** Search marks closer than this, in pixels, are merged. */
const MARK = 3;
const GAP = 4;
/** The part requested on either side of the shown span, so that panning finds it loaded. */
const ROOM = 0.5;
/** Shorter calls than this many pixels share a box; the server takes up to half of it. */
const CELL = 2;

interface Track {
  thread: number;
  open: boolean;
  top: number;
  height: number;
}

/** A box that the mouse is on. */
interface Spot {
  boxes: Boxes;
  at: number;
}

export class Timeline {
  readonly element: HTMLElement;
  private readonly axis = h("canvas", { class: "axis", "aria-hidden": "true" });
  private readonly canvas = h("canvas", { tabindex: 0, role: "img", "aria-label": "Timeline of the threads' calls",
    "aria-describedby": "timeline-keys" });
  private readonly screens: Screens;
  private readonly gutter = h("div", { class: "gutter" });
  private readonly inner = h("div", { class: "timeline-inner" }, this.gutter, this.canvas);
  private readonly port = h("div", { class: "timeline-port" }, this.inner);
  private readonly tip = h("div", { class: "tip", role: "status" });
  private readonly asker = new Asker();
  private readonly askSoon = settled(40, () => void this.ask());
  private readonly redraw = eachFrame(() => this.draw());
  private tracks: Track[] = [];
  private answer: Window | null = null;
  private readonly boxes = new Map<number, Boxes>();
  private readonly deepest = new Map<number, number>();
  private readonly busy = new Map<number, number[]>();
  /** The same of a part of the time, when no more of it is shown. */
  private near: { from: number; to: number; busy: Map<number, number[]> } | null = null;
  private readonly nearAsker = new Asker();
  private readonly nearSoon = settled(250, () => void this.askNear());
  private marks: Occurrences | null = null;
  private readonly marksAsker = new Asker();
  private begin = 0;
  private end = 1;
  private hover: Spot | null = null;
  private found: Occurrences | null = null;
  private wanted: Query = {};
  private current = -1;
  private foldsIdle = true;
  /** The width of the threads' names. */
  private readonly side: number;

  constructor(private readonly context: Context) {
    const g = h("canvas").getContext("2d")!;
    g.font = "13px " + css("--sans");
    const widest = Math.max(0, ...context.info.threads.map(thread => g.measureText(`▸ ${thread.name} ${thread.id}`).width));
    this.side = Math.round(Math.max(NARROWEST_GUTTER, Math.min(WIDEST_GUTTER, widest + 22)));
    this.gutter.style.flexBasis = this.side + "px";
    this.screens = new Screens(context);
    this.element = h("section", { class: "timeline", "aria-label": "Timeline" }, this.axis, this.screens.element, this.port, this.tip,
      h("p", { id: "timeline-keys", class: "hidden" }, "W and S zoom, A and D move, 0 shows all, N makes a note"));
    this.port.addEventListener("scroll", () => { this.redraw(); this.askSoon(); });
    new ResizeObserver(() => { this.arrange(); this.askSoon(); }).observe(this.port);
    this.listenToMouse();
    this.canvas.addEventListener("keydown", event => this.key(event));
    context.menu.listen(this.canvas, event => this.place(event));
  }

  set(activity: Activity): void {
    this.begin = activity.begin;
    this.end = Math.max(activity.begin + 1, activity.end);
    for (const { thread, busy } of activity.threads) this.busy.set(thread, busy);
    this.change();
    void this.screens.load().then(() => this.change());
  }

  /** The state has changed. */
  change(): void {
    this.arrange();
    this.askSoon();
  }

  /** Marks calls that were searched for, and one of them; the query is how the server finds them. */
  mark(found: Occurrences | null, current: number, query: Query = {}): void {
    if (found !== this.found) {
      this.marks = null;
      this.wanted = query;
      this.nearSoon();
    }
    this.found = found;
    this.current = current;
    if (found && current >= 0) this.reveal(found.thread[current]);
    this.redraw();
  }

  private reveal(thread: number): void {
    const track = this.tracks.find(each => each.thread === thread);
    if (!track) return;
    if (track.top < this.port.scrollTop || track.top > this.port.scrollTop + this.port.clientHeight - LANE) {
      this.port.scrollTop = track.top;
    }
  }

  private shown(): [number, number] {
    return this.context.state.shown ?? [this.begin, this.end];
  }

  private get width(): number {
    return Math.max(50, this.port.clientWidth - this.side);
  }

  /** Puts the tracks below each other: those of the threads that work first. */
  private arrange(): void {
    const { threads, toggled } = this.context.state;
    const kept = this.context.info.threads.filter(thread => !threads.length || threads.includes(thread.number));
    const { working, waiting } = ordered(kept), opened = openedFirst(kept);
    this.tracks = [];
    let top = 0;
    for (const thread of this.foldsIdle ? working : [...working, ...waiting]) {
      const open = toggled.includes(thread.number) !== opened.has(thread.number);
      const rows = Math.min(MOST_ROWS, this.deepest.get(thread.number) ?? 8);
      const height = open ? LANE + rows * ROW : LANE;
      this.tracks.push({ thread: thread.number, open, top, height });
      top += height + GAP;
    }
    const heads: HTMLElement[] = this.tracks.map(track => this.head(track));
    if (waiting.length) {
      const button = h("button", { class: "track idle", onclick: () => { this.foldsIdle = !this.foldsIdle; this.change(); } },
        (this.foldsIdle ? "▸ " : "▾ ") + counted(waiting.length, "waiting thread"));
      button.style.top = top + "px";
      heads.push(button);
      top += LANE + GAP;
    }
    const focused = (document.activeElement as HTMLElement | null)?.dataset.thread;
    this.gutter.replaceChildren(...heads);
    if (focused) this.gutter.querySelector<HTMLElement>(`[data-thread="${focused}"]`)?.focus();
    this.inner.style.height = Math.max(top, this.port.clientHeight - 1) + "px";
    this.draw();
  }

  private head(track: Track): HTMLElement {
    const thread = this.context.threads.get(track.thread)!;
    const button = h("button", { class: "track", "aria-expanded": String(track.open), title: `${thread.name}, id ${thread.id}: ${counted(thread.calls, "call")}`,
      onclick: () => this.toggle(track.thread) },
      (track.open ? "▾ " : "▸ ") + thread.name + " ", h("small", {}, String(thread.id)));
    button.dataset.thread = String(track.thread);
    button.style.top = track.top + "px";
    return button;
  }

  private toggle(thread: number): void {
    const { toggled } = this.context.state;
    this.context.store.set({ toggled: toggled.includes(thread) ? toggled.filter(t => t !== thread) : [...toggled, thread] });
  }

  private isSeen(track: Track): boolean {
    return track.top + track.height > this.port.scrollTop && track.top < this.port.scrollTop + this.port.clientHeight;
  }

  private async ask(): Promise<void> {
    this.nearSoon();
    const seen = this.tracks.filter(track => track.open && this.isSeen(track)), wanted = seen.map(track => track.thread);
    if (!wanted.length) return;
    const firsts = seen.map(track => Math.max(0, Math.floor((this.port.scrollTop - track.top - LANE) / ROW) - SPARE));
    const [from, to] = this.shown(), room = (to - from) * ROOM;
    const answer = await this.asker.get<Window>(this.context.api + "/timeline", {
      thread: wanted.join(","), from: Math.floor(from - room), to: Math.ceil(to + room),
      pixels: Math.min(8192, Math.round(this.width * (1 + 2 * ROOM) * devicePixelRatio / CELL)),
      first: firsts.join(","), rows: Math.min(2000, Math.ceil(this.port.clientHeight / ROW) + 2 * SPARE), mapping: this.context.state.mapping });
    if (!answer) return;
    this.answer = answer;
    this.boxes.clear();
    let grown = false;
    for (const boxes of answer.threads) {
      this.boxes.set(boxes.thread, boxes);
      const before = this.deepest.get(boxes.thread) ?? 0;
      // A track never becomes lower while it is shown: the others would jump.
      if (boxes.deepest > before) {
        this.deepest.set(boxes.thread, boxes.deepest);
        grown = true;
      }
    }
    this.hover = null;
    if (grown) this.arrange();
    else this.draw();
  }

  /** Requests details of the shown span: the load of threads, each mark. */
  private async askNear(): Promise<void> {
    const [from, to] = this.shown(), room = (to - from) * ROOM, { mapping } = this.context.state;
    const after = Math.max(0, Math.floor(from - room)), before = Math.ceil(to + room);
    const isNear = before - after < (this.end - this.begin) / 2;
    const [activity, marks] = await Promise.all([
      isNear ? this.nearAsker.get<Activity>(this.context.api + "/activity", { from: after, to: before, mapping }) : undefined,
      this.found ? this.marksAsker.get<Occurrences>(this.context.api + "/occurrences", {
        ...this.wanted, after, before, apart: Math.floor((to - from) / this.width * MARK), most: 50_000 }) : undefined,
    ]);
    if (!isNear) this.near = null;
    else if (activity) this.near = { from: after, to: before, busy: new Map(activity.threads.map(each => [each.thread, each.busy])) };
    if (marks) this.marks = marks;
    this.redraw();
  }

  private draw(): void {
    const width = this.width, height = this.port.clientHeight;
    if (height < 10) return;
    const [from, to] = this.shown(), scale = width / (to - from);
    const g = fitted(this.canvas, width, height);
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, height);
    this.drawGrid(g, width, height, from, to);
    for (const track of this.tracks) {
      if (!this.isSeen(track)) continue;
      const y = track.top - this.port.scrollTop;
      this.drawLane(g, track, y, from, to, width);
      if (track.open) this.drawBoxes(g, track, y + LANE, from, scale, width);
    }
    this.drawMarks(g, from, scale, width);
    this.drawSpan(g, from, scale, height);
    this.drawAxis(width, from, to);
    this.screens.place(from, to, this.side, width);
  }

  private drawGrid(g: CanvasRenderingContext2D, width: number, height: number, from: number, to: number): void {
    const mark = step(to - from, width / 120);
    g.fillStyle = css("--line");
    for (let t = Math.ceil((from - this.begin) / mark) * mark; t <= to - this.begin; t += mark) {
      g.fillRect(Math.round((t + this.begin - from) / (to - from) * width), 0, 1, height);
    }
  }

  /** The load of a thread, above its calls. */
  private drawLane(g: CanvasRenderingContext2D, track: Track, y: number, from: number, to: number, width: number): void {
    const near = this.near && this.near.from <= from && this.near.to >= to ? this.near : { from: 0, to: this.end, busy: this.busy };
    const busy = near.busy.get(track.thread);
    g.fillStyle = css("--lane");
    g.fillRect(0, y, width, LANE - 1);
    if (!busy) return;
    g.fillStyle = css("--busy");
    const x = (time: number) => (time - from) / (to - from) * width;
    drawStrip(g, x(near.from), x(near.to), y + LANE - 2, busy.map(percent => percent && Math.max(1, (LANE - 4) * Math.min(100, percent) / 100)));
  }

  private drawBoxes(g: CanvasRenderingContext2D, track: Track, top: number, from: number, scale: number, width: number): void {
    const boxes = this.boxes.get(track.thread), answer = this.answer;
    if (!boxes || !answer) return;
    const search = pattern(this.context.state.search), chosen = this.context.state.method;
    const hits = answer.names.map(name => search !== null && search.test(name));
    const text = css("--box-text"), faint = css("--faint"), accent = css("--accent"), hit = css("--hit");
    g.font = "10.5px " + css("--mono");
    g.textBaseline = "middle";
    for (let i = 0; i < boxes.depth.length; i++) {
      const x = (boxes.begin[i] + answer.from - from) * scale, w = boxes.length[i] * scale;
      if (x > width || x + w < 0 || boxes.depth[i] >= MOST_ROWS) continue;
      const y = top + boxes.depth[i] * ROW, method = boxes.method[i], isMany = boxes.calls[i] > 1;
      const isHit = hits[method];
      g.fillStyle = search && !isHit ? faint : boxColor(answer.hues[method], boxes.depth[i]);
      // Of several short calls only as much is filled as they took.
      g.globalAlpha = isMany ? 0.35 + 0.65 * Math.min(1, boxes.busy[i] / Math.max(1, boxes.length[i])) : 1;
      g.fillRect(x, y, Math.max(0.7, w > 3 ? w - 0.6 : w), ROW - 1);
      g.globalAlpha = 1;
      if (isHit) {
        g.fillStyle = hit;
        g.fillRect(x, y + ROW - 4, Math.max(1, w), 3);
      }
      const isOn = this.hover !== null && this.hover.boxes === boxes && this.hover.at === i;
      if (isOn || (chosen >= 0 && answer.methods[method] === chosen && w > 2)) {
        g.strokeStyle = accent;
        g.lineWidth = isOn ? 2 : 1;
        g.strokeRect(x + 0.5, y + 0.5, Math.max(1, w - 1.6), ROW - 2);
      }
      const left = Math.max(0, x), right = Math.min(width, x + w);
      if (right - left > 30 && !isMany) {
        g.fillStyle = text;
        g.fillText(fit(answer.names[method], right - left - 8), left + 4, y + ROW / 2);
      }
    }
    if (boxes.deepest > MOST_ROWS) {
      g.fillStyle = css("--dim");
      g.fillText(`${count(boxes.deepest - MOST_ROWS)} levels deeper are not drawn`, 6, top + MOST_ROWS * ROW - 4);
    }
  }

  private drawMarks(g: CanvasRenderingContext2D, from: number, scale: number, width: number): void {
    const found = this.found;
    if (!found) return;
    const all = this.marks ?? found;
    const tops = new Map(this.tracks.map(track => [track.thread, track.top - this.port.scrollTop]));
    const mark = (marks: Occurrences, i: number, size: number) => {
      const y = tops.get(marks.thread[i]), x = (marks.begin[i] - from) * scale;
      if (y === undefined || x < 0 || x > width) return;
      g.beginPath();
      g.moveTo(x - size, y);
      g.lineTo(x + size, y);
      g.lineTo(x, y + size * 1.6);
      g.fill();
    };
    g.fillStyle = css("--hit");
    for (let i = 0; i < all.begin.length; i++) mark(all, i, 3);
    if (this.current >= 0) mark(found, this.current, 7);
  }

  private drawSpan(g: CanvasRenderingContext2D, from: number, scale: number, height: number): void {
    const span = this.dragged ?? this.context.state.span;
    if (span) {
      g.fillStyle = css("--select");
      g.fillRect((span[0] - from) * scale, 0, Math.max(1, (span[1] - span[0]) * scale), height);
    }
    g.fillStyle = css("--accent");
    for (const note of this.context.state.notes) g.fillRect((note.at - from) * scale, 0, 1, height);
  }

  private drawAxis(width: number, from: number, to: number): void {
    const g = fitted(this.axis, width + this.side, AXIS);
    g.fillStyle = css("--panel");
    g.fillRect(0, 0, width + this.side, AXIS);
    const mark = step(to - from, width / 120);
    g.font = "11px " + css("--sans");
    g.textBaseline = "middle";
    g.fillStyle = css("--dim");
    g.fillText(time(to - from) + " shown", 8, AXIS / 2);
    for (let t = Math.ceil((from - this.begin) / mark) * mark; t <= to - this.begin; t += mark) {
      const x = this.side + (t + this.begin - from) / (to - from) * width;
      if (x < this.side) continue;
      g.fillRect(x, AXIS - 5, 1, 5);
      if (x < this.side + width - 50) g.fillText(moment(t, mark), x + 4, AXIS / 2);
    }
    g.font = "11px " + css("--sans");
    for (const note of this.context.state.notes) {
      const x = this.side + (note.at - from) / (to - from) * width;
      if (x < this.side || x > this.side + width) continue;
      const room = Math.min(160, g.measureText(note.text).width + 10);
      g.fillStyle = css("--accent");
      g.fillRect(x, 2, room, AXIS - 4);
      g.fillStyle = css("--panel");
      g.fillText(note.text, x + 5, AXIS / 2, room - 8);
    }
  }

  private dragged: [number, number] | null = null;

  private listenToMouse(): void {
    let start: { x: number; y: number; shown: [number, number]; top: number; selects: boolean; moved: boolean } | null = null;
    const down = (event: PointerEvent, selects: boolean) => {
      (event.target as HTMLElement).setPointerCapture(event.pointerId);
      start = { x: event.clientX, y: event.clientY, shown: this.shown(), top: this.port.scrollTop, selects, moved: false };
    };
    this.canvas.addEventListener("pointerdown", event => { if (event.button === 0) down(event, event.shiftKey); });
    this.axis.addEventListener("pointerdown", event => { if (event.button === 0) down(event, true); });
    for (const part of [this.canvas, this.axis]) {
      part.addEventListener("pointermove", event => {
        if (!start) {
          if (part === this.canvas) this.point(this.at(event), event);
          return;
        }
        start.moved ||= Math.abs(event.clientX - start.x) + Math.abs(event.clientY - start.y) > 3;
        if (!start.moved) return;
        this.point(null);
        const perPixel = (start.shown[1] - start.shown[0]) / this.width, by = (event.clientX - start.x) * perPixel;
        if (start.selects) {
          const from = this.timeAt(start.x), to = this.timeAt(event.clientX);
          this.dragged = [Math.min(from, to), Math.max(from, to)];
          this.redraw();
        } else {
          this.port.scrollTop = start.top - (event.clientY - start.y);
          this.show(start.shown[0] - by, start.shown[1] - by);
        }
      });
      part.addEventListener("pointerup", event => {
        const was = start;
        start = null;
        if (!was) return;
        if (was.selects && this.dragged) {
          this.context.store.set({ span: [Math.round(this.dragged[0]), Math.round(this.dragged[1])] });
        } else if (!was.moved && part === this.canvas) {
          const spot = this.at(event);
          if (spot) this.context.choose(this.answer!.methods[spot.boxes.method[spot.at]]);
        }
        this.dragged = null;
      });
    }
    this.canvas.addEventListener("pointerleave", () => this.point(null));
    this.canvas.addEventListener("dblclick", event => {
      const spot = this.at(event);
      if (!spot) return;
      const from = this.answer!.from + spot.boxes.begin[spot.at];
      this.show(from - spot.boxes.length[spot.at] * 0.02, from + spot.boxes.length[spot.at] * 1.02);
    });
    this.canvas.addEventListener("wheel", event => this.wheel(event), { passive: false });
  }

  private wheel(event: WheelEvent): void {
    const [from, to] = this.shown();
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY * 0.0022), this.timeAt(event.clientX));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      const by = (event.deltaX || event.deltaY) / this.width * (to - from);
      this.show(from + by, to + by);
    }
  }

  private zoom(factor: number, around: number): void {
    const [from, to] = this.shown();
    this.show(around - (around - from) * factor, around + (to - around) * factor);
  }

  /** Shows a span of time, no longer than there is one and no shorter than a microsecond's tenth. */
  private show(from: number, to: number): void {
    const whole = this.end - this.begin;
    const length = Math.max(100, Math.min(whole * 1.2, to - from));
    const begin = Math.max(this.begin - whole * 0.1, Math.min(this.end + whole * 0.1 - length, from + (to - from - length) / 2));
    const isAll = length >= whole * 1.19;
    this.context.store.set({ shown: isAll ? null : [begin, begin + length] });
  }

  private timeAt(clientX: number): number {
    const [from, to] = this.shown(), box = this.canvas.getBoundingClientRect();
    return from + (clientX - box.left) / this.width * (to - from);
  }

  private at(event: MouseEvent): Spot | null {
    const answer = this.answer;
    if (!answer) return null;
    const box = this.canvas.getBoundingClientRect(), y = event.clientY - box.top + this.port.scrollTop;
    const track = this.tracks.find(each => y >= each.top && y < each.top + each.height);
    const boxes = track && track.open ? this.boxes.get(track.thread) : undefined;
    if (!track || !boxes) return null;
    const depth = Math.floor((y - track.top - LANE) / ROW), at = this.timeAt(event.clientX) - answer.from;
    const pixel = (this.shown()[1] - this.shown()[0]) / this.width;
    for (let i = 0; i < boxes.depth.length; i++) {
      if (boxes.depth[i] === depth && at >= boxes.begin[i] && at <= boxes.begin[i] + Math.max(boxes.length[i], pixel)) {
        return { boxes, at: i };
      }
    }
    return null;
  }

  /** The method that a menu is about: of the box below the mouse, or the chosen one. */
  private place(event: MouseEvent | null): Place | null {
    const { left, top } = this.canvas.getBoundingClientRect(), { names, state } = this.context;
    if (!event) {
      const target = methodTarget(state.method, names.get(state.method) ?? "");
      return target && { target, x: left + 8, y: top + 8 };
    }
    const spot = this.at(event), answer = this.answer;
    if (!spot || !answer) return null;
    const method = spot.boxes.method[spot.at], target = methodTarget(answer.methods[method], answer.names[method]);
    return target && { target, x: event.clientX, y: event.clientY };
  }

  private point(spot: Spot | null, event?: MouseEvent): void {
    const isSame = spot?.boxes === this.hover?.boxes && spot?.at === this.hover?.at;
    this.hover = spot;
    if (!isSame) this.redraw();
    this.canvas.style.cursor = spot ? "pointer" : "grab";
    this.tip.classList.toggle("on", spot !== null);
    if (!spot || !event) return;
    const { boxes, at } = spot, answer = this.answer!;
    const calls = boxes.calls[at];
    this.tip.replaceChildren(
      h("strong", {}, answer.names[boxes.method[at]]),
      h("div", {}, calls === 1 ? `${time(boxes.length[at])}, begins at ${time(answer.from + boxes.begin[at] - this.begin)}`
        : `${counted(calls, "short call")}, ${time(boxes.busy[at])} together within ${time(boxes.length[at])}; the longest is named`),
      h("div", { class: "note" }, this.context.threadName(boxes.thread) + ", depth " + (boxes.depth[at] + 1)));
    place(this.tip, event, this.element);
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [from, to] = this.shown(), length = to - from, middle = from + length / 2;
    const moves: Record<string, () => void> = {
      w: () => this.zoom(0.7, middle), "+": () => this.zoom(0.7, middle), s: () => this.zoom(1 / 0.7, middle),
      "-": () => this.zoom(1 / 0.7, middle), a: () => this.show(from - length * 0.15, to - length * 0.15),
      ArrowLeft: () => this.show(from - length * 0.15, to - length * 0.15),
      d: () => this.show(from + length * 0.15, to + length * 0.15),
      ArrowRight: () => this.show(from + length * 0.15, to + length * 0.15),
      "0": () => this.context.store.set({ shown: null }),
      ArrowDown: () => { this.port.scrollTop += 60; }, ArrowUp: () => { this.port.scrollTop -= 60; },
      f: () => { const { span } = this.context.state; if (span) this.context.store.set({ shown: span }); },
      n: () => this.note(middle),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  }

  /** Asks for a note at a moment. */
  private note(at: number): void {
    const dialog = byId<HTMLDialogElement>("note"), field = byId<HTMLInputElement>("note-text");
    field.value = "";
    dialog.returnValue = "";
    dialog.onclose = () => {
      const text = field.value.trim();
      if (dialog.returnValue === "add" && text) {
        this.context.store.set({ notes: [...this.context.state.notes, { at: Math.round(at), text }] });
      }
      this.canvas.focus();
    };
    dialog.showModal();
  }
}
