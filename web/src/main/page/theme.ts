// Light and dark, and the colours of methods in both.

export type Theme = "" | "light" | "dark";

let dark = false;

export function isDark(): boolean {
  return dark;
}

/** Sets a theme; the system's by default. */
export function setTheme(theme: Theme): void {
  dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  colors.clear();
  named.clear();
}

const colors = new Map<number, string>();

/** The colour of boxes and dots of a hue; depth makes neighbours differ a little. */
export function boxColor(hue: number, depth = 0): string {
  const key = hue * 2 + depth % 2;
  let color = colors.get(key);
  if (!color) {
    color = dark ? `hsl(${hue} 40% ${36 + depth % 2 * 3}%)` : `hsl(${hue} 72% ${76 - depth % 2 * 3}%)`;
    colors.set(key, color);
  }
  return color;
}

/** The colour of a cell of a heat map, from 0 to 1. */
export function heatColor(share: number): string {
  const strength = Math.sqrt(Math.max(0, Math.min(1, share)));
  return dark ? `hsl(${48 - 30 * strength} 80% ${16 + 48 * strength}%)` : `hsl(${44 - 34 * strength} 88% ${88 - 50 * strength}%)`;
}

/** Increases are red, decreases are blue; larger ones are stronger. */
export function changeColor(base: number, head: number): string {
  const change = Math.max(-1, Math.min(1, (head - base) / Math.max(base, head, 1)));
  const strength = Math.sqrt(Math.abs(change));
  const hue = change > 0 ? 8 : 214;
  return dark ? `hsl(${hue} ${70 * strength}% ${30 + 12 * strength}%)` : `hsl(${hue} ${85 * strength}% ${90 - 22 * strength}%)`;
}

const named = new Map<string, string>();

/** A colour of the style sheet, for drawing. */
export function css(name: string): string {
  let value = named.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    named.set(name, value);
  }
  return value;
}
