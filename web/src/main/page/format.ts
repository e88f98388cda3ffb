// Figures as people read them.

const UNITS: [number, string][] = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"]];

let weights = "";

/** From now on the figures are counts of this, not times; empty for times. */
export function counting(what: string): void {
  weights = what;
}

/** A time in nanoseconds with four digits that matter: 12.35 ms. */
export function time(ns: number): string {
  if (weights) return count(ns) + " " + weights;
  const size = Math.abs(ns);
  for (const [unit, name] of UNITS) {
    if (size < unit) continue;
    return (size >= 1000 * unit ? (ns / unit).toFixed(0) : (ns / unit).toPrecision(4)) + " " + name;
  }
  return Math.round(ns) + " ns";
}

/** A moment on an axis whose marks are so far apart: only as many digits as distinguish them. */
export function moment(ns: number, step: number): string {
  if (ns === 0) return "0";
  if (weights) return count(ns);
  const [unit, name] = step >= 1e8 ? [1e9, "s"] : step >= 1e5 ? [1e6, "ms"] : step >= 100 ? [1e3, "µs"] : [1, "ns"];
  const digits = Math.max(0, -Math.floor(Math.log10(step / unit) + 1e-9));
  return (ns / unit).toFixed(digits) + " " + name;
}

/** The distance of marks, 1, 2 or 5 of a power of ten, of which so many fill a span. */
export function step(span: number, marks: number): number {
  const least = span / Math.max(1, marks);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  for (const factor of [1, 2, 5]) if (factor * power >= least) return factor * power;
  return 10 * power;
}

export function share(part: number, whole: number): string {
  if (!whole) return "–";
  const percent = 100 * part / whole;
  return percent.toFixed(Math.abs(percent) < 10 ? 2 : 1) + " %";
}

export function count(n: number): string {
  return n.toLocaleString("en");
}

/** A change with its sign. */
export function signed(change: number, text: string): string {
  return (change > 0 ? "+" : "") + text;
}

/** "1 call", "2 calls". */
export function counted(n: number, word: string): string {
  return `${count(n)} ${word}${n === 1 ? "" : "s"}`;
}

/** The search pattern: a regular expression if it is valid, else the text itself. */
export function pattern(text: string): RegExp | null {
  if (!text) return null;
  try {
    return new RegExp(text, "i");
  } catch {
    return new RegExp(literal(text), "i");
  }
}

/** A text as a part of a search pattern that finds only that text. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Class and method of a name without its packages and parameters: Text.find. */
export function short(name: string): string {
  const open = name.indexOf("(");
  const qualified = open < 0 ? name : name.slice(0, open);
  const parts = qualified.split(".");
  return parts.slice(Math.max(0, parts.length - 2)).join(".");
}

/** A method's name without its packages: Text.find(String). */
export function withoutPackage(name: string): string {
  const open = name.indexOf("(");
  return open <= 0 ? name : short(name) + name.slice(open);
}

/** Bytes as people read them: 12.3 MB. */
export function bytes(n: number): string {
  const size = Math.abs(n);
  return size >= 1e9 ? (n / 1e9).toFixed(2) + " GB" : size >= 1e6 ? (n / 1e6).toFixed(1) + " MB" : size >= 1e3 ? (n / 1e3).toFixed(1) + " KB" : n + " B";
}

/** A text of anybody's with what cannot be seen, or turns the rest around, as its number. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, c => "\\u" + c.codePointAt(0)!.toString(16).padStart(4, "0"));
}
