// Tables of any length: only the rows that are seen are there.

import { eachFrame, h } from "./dom.ts";
import { type Action, copying, type Target } from "./actions.ts";
import type { Menu, Spot } from "./menu.ts";
import { boxColor } from "./theme.ts";

export interface Column<Row> {
  id: string;
  title: string;
  /** The meaning of the title, as a tooltip. */
  hint?: string;
  /** The text of the cell. */
  text(row: Row): string;
  /** The text of the cell where it has little room. */
  brief?(row: Row): string;
  /** What is copied of the cell, where that is not its text. */
  plain?(row: Row): string;
  /** The value for sorting rows; without it they are not sorted. */
  value?(row: Row): number | string;
  /** The part of the cell that a bar fills, from 0 to 1. */
  bar?(row: Row): number;
  /** Names take the room that is left where they have no width; then they come first, and stay in sight while the others are scrolled. */
  name?: boolean;
  /** Lines of source: what does not fit is scrolled to, not cut. */
  whole?: boolean;
  /** The hue of a dot before a name; -1 for no dot. */
  hue?(row: Row): number;
  /** The indentation of a name, and whether it is open: for trees. */
  branch?(row: Row): { level: number; open: boolean | null };
  /** Pixels; names need none. */
  width?: number | undefined;
}

export interface Options<Row> {
  label: string;
  /** The column that rows are sorted by, with a minus for the largest first. */
  sort?: string;
  onSort?(sort: string): void;
  /** A row was clicked, or Enter pressed on it. */
  onChoose?(row: Row): void;
  /** A row was clicked twice. */
  onOpen?(row: Row): void;
  /** A branch was opened or closed. */
  onBranch?(row: Row, open: boolean): void;
  isChosen?(row: Row): boolean;
  empty?: string;
  /** The menu of rows, and what it is about in one. */
  menu?: Menu;
  target?(row: Row, column: Column<Row>): Target | null;
}

const HEIGHT = 24;
/** The width of a column of figures: the font is the system's, and so is the width of its digits. */
const NUMBER = "max(84px, 11.5ch)";
/** About as wide in most fonts. */
const NUMBER_PIXELS = 90;
/** Names have this much room, with the rest of the longest in tooltips, even where other columns have to be scrolled to. */
const NAMES = 400;
/** More of a gap between a name and its figures is hard to read across. */
const WIDEST_GAP = 80;
const SPARE = 8;

/** The room for a heading, which is bold, and has an arrow where rows are sorted by it. */
export function headingWidth(title: string): number {
  return 26 + 8.5 * title.length;
}

const LETTER = 7.6;
/** Of names that are wider the rest is in their tooltips. */
const WIDEST = 1200;

/** The room for a column of texts with a heading. */
export function textWidth(heading: string, texts: Iterable<string>): number {
  let longest = heading.length + 1;
  for (const text of texts) longest = Math.max(longest, text.length);
  return Math.min(WIDEST, 34 + LETTER * longest);
}

export class Grid<Row> {
  readonly element: HTMLElement;
  private readonly head = h("div", { class: "grid-head", role: "row" });
  private readonly body = h("div", { class: "grid-body", role: "rowgroup" });
  private readonly port: HTMLElement;
  private rows: Row[] = [];
  private sorted: Row[] = [];
  private sort: string;
  private active = 0;
  private isPressed = false;
  /** The names that take the room that is left. */
  private last: Column<Row> | undefined;
  /** The room that they have, in pixels. */
  private nameRoom = 0;
  private readonly redraw = eachFrame(() => this.draw());

  constructor(private columns: Column<Row>[], private readonly options: Options<Row>) {
    this.sort = options.sort ?? "";
    this.port = h("div", { class: "grid", role: "table", "aria-label": options.label, tabindex: 0,
      onscroll: this.redraw, onkeydown: (event: KeyboardEvent) => this.key(event) },
      h("div", { class: "grid-rowgroup", role: "rowgroup" }, this.head), this.body);
    this.element = this.port;
    this.shape(columns);
    this.body.addEventListener("pointerdown", () => this.press());
    this.body.addEventListener("click", event => this.choose(this.rowAt(event)));
    options.menu?.listen(this.port, event => this.spot(event));
    this.body.addEventListener("dblclick", () => { if (this.sorted[this.active] !== undefined) this.options.onOpen?.(this.sorted[this.active]); });
    new ResizeObserver(() => {
      this.makeRoom();
      this.redraw();
    }).observe(this.port);
  }

  /** Rows that are replaced while the mouse is pressed are never clicked: they stay until it is released. */
  private press(): void {
    this.isPressed = true;
    const release = () => {
      this.isPressed = false;
      removeEventListener("pointerup", release, true);
      removeEventListener("pointercancel", release, true);
      this.redraw();
    };
    addEventListener("pointerup", release, true);
    addEventListener("pointercancel", release, true);
  }

  /** Takes other columns; their rows follow. */
  shape(columns: Column<Row>[]): void {
    this.columns = columns;
    this.last = columns.filter(column => column.name && !column.width).at(-1);
    this.rows = [];
    this.makeRoom();
    this.head.replaceChildren(...columns.map(column => this.title(column)));
  }

  /** Rows are laid out one by one: a column of names before others has the room of its longest, so that all rows agree. */
  private makeRoom(): void {
    const { last } = this, room = this.port.clientWidth;
    const names = (column: Column<Row>) => textWidth(column.title, this.rows.map(row => column.text(row)));
    const widths = this.columns.filter(column => column !== last).map(column => {
      if (column.width) return Math.max(column.width, headingWidth(column.title));
      return column.name ? names(column) : 0;
    });
    const others = widths.reduce((sum, width) => sum + (width || NUMBER_PIXELS), 0);
    const isFirst = last !== undefined && !last.whole && !last.branch;
    this.port.classList.toggle("names-first", isFirst);
    const columns = widths.map(width => width ? width + "px" : NUMBER);
    this.nameRoom = 0;
    if (isFirst && room > 0) {
      const longest = names(last), left = room - others;
      this.nameRoom = Math.max(Math.min(left, longest + WIDEST_GAP), Math.min(NAMES, room / 2, longest));
      columns.unshift(this.nameRoom + "px");
      columns.push("1fr");
    } else if (last) columns.splice(this.columns.indexOf(last), 0, "minmax(220px, 1fr)");
    this.element.style.setProperty("--columns", columns.join(" "));
  }

  private title(column: Column<Row>): HTMLElement {
    const cell = h("div", { role: "columnheader", class: this.style(column), title: column.hint ?? "" });
    if (!column.value) {
      cell.append(column.title);
      return cell;
    }
    cell.append(h("button", { onclick: () => this.sortBy(column) }, column.title));
    cell.dataset.column = column.id;
    return cell;
  }

  private style(column: Column<Row>): string {
    return column === this.last ? "name last" : column.name ? "name" : "";
  }

  private sortBy(column: Column<Row>): void {
    const down = "-" + column.id;
    this.sort = this.sort === down ? column.id : this.sort === column.id ? down : column.name ? column.id : down;
    this.options.onSort?.(this.sort);
    this.arrange();
  }

  /** Takes rows; those of a tree are in their order already. */
  set(rows: Row[], sort?: string): void {
    this.rows = rows;
    if (sort !== undefined) this.sort = sort;
    this.makeRoom();
    this.arrange();
  }

  private arrange(): void {
    const down = this.sort.startsWith("-"), id = this.sort.replace(/^-/, "");
    const value = this.columns.find(column => column.id === id)?.value;
    this.sorted = value ? [...this.rows] : this.rows;
    if (value) {
      const sign = down ? -1 : 1;
      this.sorted.sort((a, b) => {
        const x = value(a), y = value(b);
        return x < y ? -sign : x > y ? sign : 0;
      });
    }
    for (const cell of this.head.children as Iterable<HTMLElement>) {
      if (cell.dataset.column === id) cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    }
    this.active = Math.min(this.active, Math.max(0, this.sorted.length - 1));
    this.port.setAttribute("aria-rowcount", String(this.sorted.length + 1));
    this.draw();
  }

  /** Draws what is seen again: a choice or the theme has changed. */
  draw(): void {
    if (this.isPressed) return;
    this.body.style.height = Math.max(1, this.sorted.length) * HEIGHT + "px";
    const top = this.port.scrollTop, height = this.port.clientHeight || 400;
    const first = Math.max(0, Math.floor(top / HEIGHT) - SPARE);
    const last = Math.min(this.sorted.length, Math.ceil((top + height) / HEIGHT) + SPARE);
    const shown: Node[] = [];
    for (let i = first; i < last; i++) shown.push(this.row(this.sorted[i], i));
    if (!this.sorted.length) shown.push(h("div", { class: "grid-row empty", role: "row" }, h("div", { role: "cell" }, this.options.empty ?? "nothing")));
    this.body.replaceChildren(...shown);
  }

  private row(row: Row, at: number): HTMLElement {
    const element = h("div", { class: "grid-row", role: "row", "aria-rowindex": at + 2 });
    element.style.transform = `translateY(${at * HEIGHT}px)`;
    if (this.options.isChosen?.(row)) element.classList.add("chosen");
    if (at === this.active) element.classList.add("active");
    for (const column of this.columns) element.append(this.cell(row, column));
    return element;
  }

  private cell(row: Row, column: Column<Row>): HTMLElement {
    const text = column.text(row);
    const cell = h("div", { role: "cell", class: this.style(column), title: column.name ? text : "" });
    const branch = column.branch?.(row);
    if (branch) {
      cell.style.paddingLeft = 6 + Math.min(60, branch.level) * 12 + "px";
      const toggle = h("span", { class: "twist", "aria-hidden": "true" }, branch.open === null ? "" : branch.open ? "▾" : "▸");
      if (branch.open !== null) {
        toggle.addEventListener("click", event => {
          event.stopPropagation();
          this.options.onBranch?.(row, !branch.open);
        });
      }
      cell.append(toggle);
    }
    const hue = column.hue?.(row) ?? -1;
    if (hue >= 0) {
      const dot = h("span", { class: "dot" });
      dot.style.background = boxColor(hue);
      cell.append(dot);
    }
    const bar = column.bar?.(row);
    if (bar !== undefined) {
      const filled = h("span", { class: "bar", "aria-hidden": "true" });
      filled.style.width = 100 * Math.max(0, Math.min(1, bar)) + "%";
      cell.append(filled, h("span", { class: "over" }, text));
    } else {
      const isLong = column === this.last && this.nameRoom > 0 && textWidth("", [text]) > this.nameRoom;
      cell.append(isLong ? column.brief?.(row) ?? text : text);
    }
    return cell;
  }

  private rowAt(event: MouseEvent): number {
    return Math.floor((event.clientY - this.body.getBoundingClientRect().top) / HEIGHT);
  }

  /** The row that a menu is about: that of the mouse, or the active one. */
  private spot(event: MouseEvent | null): Spot | null {
    if (event && !this.body.contains(event.target as Node)) return null;
    const at = event ? this.rowAt(event) : this.active, column = this.columnAt(event);
    const target = this.sorted[at] === undefined ? null : this.options.target?.(this.sorted[at], column);
    if (!target) return null;
    this.active = at;
    this.reveal(at);
    this.draw();
    const { left, top } = this.body.getBoundingClientRect();
    return { target, x: event?.clientX ?? left + 40, y: event?.clientY ?? top + (at + 1) * HEIGHT };
  }

  /** The column below the mouse; for the keyboard, which has none, the one of names. */
  private columnAt(event: MouseEvent | null): Column<Row> {
    const cell = (event?.target as Element | undefined)?.closest("[role=cell]");
    const named = this.columns.find(column => column.name) ?? this.columns[0];
    return cell ? this.columns[[...cell.parentElement!.children].indexOf(cell)] ?? named : named;
  }

  /** What can be copied at a cell: it, its row, and the table as it is sorted; cells are between tabs. */
  copies(row: Row, column: Column<Row>): Action[] {
    const plain = (each: Row, of: Column<Row>) => (of.plain?.(each) ?? of.text(each)).replace(/[\t\r\n]+/g, " ");
    const line = (each: Row) => this.columns.map(of => plain(each, of)).join("\t");
    return [
      copying("copy-cell", "v", "Copy the cell", plain(row, column), () => plain(row, column)),
      copying("copy-row", "w", "Copy the row", "Its cells, with tabs between them", () => line(row)),
      copying("copy-table", "t", "Copy the table", "All rows and the headings, with tabs between cells: spreadsheets take it",
        () => [this.columns.map(each => each.title).join("\t"), ...this.sorted.map(line)].join("\n") + "\n"),
    ];
  }

  private choose(at: number): void {
    const row = this.sorted[at];
    if (row === undefined) return;
    this.active = at;
    this.options.onChoose?.(row);
    this.draw();
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.port.clientHeight / HEIGHT) - 2);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page,
      Home: -this.sorted.length, End: this.sorted.length };
    const row = this.sorted[this.active];
    if (event.key in steps) {
      this.active = Math.max(0, Math.min(this.sorted.length - 1, this.active + steps[event.key]));
      this.reveal(this.active);
    } else if (event.key === "Enter" && row !== undefined) {
      this.choose(this.active);
    } else if ((event.key === "ArrowRight" || event.key === "ArrowLeft") && row !== undefined && this.options.onBranch) {
      this.options.onBranch(row, event.key === "ArrowRight");
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.draw();
  }

  /** Makes a row the active one, in the middle of what is seen. */
  show(at: number): void {
    this.active = Math.max(0, at);
    this.port.scrollTop = Math.max(0, at * HEIGHT - this.port.clientHeight / 2);
    this.draw();
  }

  private reveal(at: number): void {
    const top = at * HEIGHT, port = this.port, head = this.head.offsetHeight;
    if (top < port.scrollTop) port.scrollTop = top;
    else if (top + HEIGHT + head > port.scrollTop + port.clientHeight) port.scrollTop = top + HEIGHT + head - port.clientHeight;
  }
}
