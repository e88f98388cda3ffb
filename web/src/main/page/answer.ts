// Tables as the server answers them: which columns there are, and how each is shown, is its affair.

import type { AnswerColumn, Named, Table } from "./api.ts";
import { count, share, time, withoutPackage } from "./format.ts";
import { type Column, headingWidth, textWidth } from "./grid.ts";

/** Room for figures, and for a thread's name with its id. */
const FIGURES = 92, WORDS = 150;

/** The columns of a grid whose rows are the numbers of a table's rows; none is the text of a missing method. */
export function columnsOf(table: Table, named: Named, none = "–"): Column<number>[] {
  return table.columns.map(column => columnOf(column, table, named, none));
}

function columnOf(column: AnswerColumn, table: Table, named: Named, none: string): Column<number> {
  const { key, form } = column, cells = table.rows[key];
  const title = column.heading[0].toUpperCase() + column.heading.slice(1);
  const width = Math.max(form === "text" ? WORDS : FIGURES, headingWidth(title));
  const shown = { id: key, title, hint: column.meaning, width };
  // What is unknown is null: it is sorted as nothing.
  const isKnown = (row: number) => cells[row] !== null, number = (row: number) => (cells[row] ?? 0) as number;
  switch (form) {
    case "time":
      return { ...shown, text: row => isKnown(row) ? time(number(row)) : "unknown", value: number };
    case "share":
      return { ...shown, text: row => isKnown(row) ? share(number(row), 1) : "", bar: number };
    case "number":
      return { ...shown, text: row => number(row) ? count(number(row)) : "", value: number };
    default: {
      const text = (row: number) => textOf(column, table, named, row) ?? none;
      if (form === "text") return { ...shown, width: Math.max(width, textWidth(title, rowsOf(table).map(text))), text, value: text };
      return { ...shown, width: undefined, text, value: text, name: true, ...form === "method" ? { brief: (row: number) => withoutPackage(text(row)) } : {}, hue: row => form === "method" && number(row) >= 0 ? named.hues[number(row)] : -1 };
    }
  }
}

/** The text of a cell with a name; undefined for a missing method. */
export function textOf(column: AnswerColumn, table: Table, named: Named, row: number): string | undefined {
  const cell = table.rows[column.key][row];
  return column.form === "method" ? named.names[cell as number] : String(cell);
}

/** The number of the answer's method in the trace; -1 if it is missing. */
export function methodOf(named: Named, cell: unknown): number {
  return typeof cell === "number" && cell >= 0 ? named.methods[cell] : -1;
}

/** The numbers of a table's rows. */
export function rowsOf(table: Table): number[] {
  return [...table.rows[table.columns[0].key].keys()];
}
