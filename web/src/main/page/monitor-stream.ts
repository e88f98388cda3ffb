// Lines that come without end: the last of them in a table, which can be held.

import { eachFrame, h } from "./dom.ts";
import { count, counted, pattern } from "./format.ts";
import { type Column, Grid } from "./grid.ts";

const MOST = 5000;

export class Stream<Row> {
  readonly grid: Grid<Row>;
  readonly search = h("input", { type: "search", placeholder: "search", "aria-label": "Search lines" });
  readonly hold: HTMLButtonElement;
  readonly note = h("span", { class: "note", role: "status" });
  private rows: Row[] = [];
  private held: Row[] | null = null;
  private missed = 0;
  private readonly redraw = eachFrame(() => this.draw());

  /**
   * The search applies to a row's text; fits is an additional filter.
   */
  constructor(columns: Column<Row>[], label: string, private readonly text: (row: Row) => string, private readonly fits: (row: Row) => boolean, onChoose: (row: Row) => void) {
    this.grid = new Grid<Row>(columns, { label, empty: "nothing yet", onChoose });
    this.hold = h("button", { "aria-pressed": "false", onclick: () => this.toggle() }, "Pause");
    this.search.addEventListener("input", this.redraw);
  }

  add(rows: Row[], missed: number): void {
    this.missed += missed;
    this.rows = this.rows.concat(rows);
    if (this.rows.length > MOST) {
      this.missed += this.rows.length - MOST;
      this.rows = this.rows.slice(-MOST);
    }
    this.redraw();
  }

  clear(): void {
    this.rows = [];
    this.missed = 0;
    this.held = null;
    this.hold.setAttribute("aria-pressed", "false");
    this.redraw();
  }

  private toggle(): void {
    this.held = this.held ? null : this.rows;
    this.hold.setAttribute("aria-pressed", String(this.held !== null));
    this.redraw();
  }

  filter(): void {
    this.redraw();
  }

  private draw(): void {
    const all = this.held ?? this.rows, wanted = pattern(this.search.value);
    const shown = all.filter(row => this.fits(row) && (!wanted || wanted.test(this.text(row))));
    const port = this.grid.element;
    // A reader further up is not scrolled to the end.
    const isAtEnd = port.scrollTop + port.clientHeight >= port.scrollHeight - 40;
    this.grid.set(shown);
    if (isAtEnd && !this.held) port.scrollTop = port.scrollHeight;
    this.note.textContent = [shown.length < all.length ? `${count(shown.length)} of ${counted(all.length, "line")}` : counted(all.length, "line"),
      this.held ? `${count(Math.max(0, this.rows.length - this.held.length))} more wait` : "", this.missed ? `${count(this.missed)} older ones not kept` : ""].filter(Boolean).join(", ");
  }
}
