// What the pages share: figures as text, searching, light and dark.
function formatTime(ns) {
  // Samples may weigh what is no time, each as a nanosecond.
  if (data.keys?.weights) return formatCount(ns) + " " + data.keys.weights;
  const a = Math.abs(ns);
  return a >= 1e9 ? (ns / 1e9).toFixed(3) + " s" : a >= 1e6 ? (ns / 1e6).toFixed(3) + " ms"
    : a >= 1e3 ? (ns / 1e3).toFixed(1) + " µs" : ns.toFixed(0) + " ns";
}
function formatShare(part, whole) {
  return whole ? (100 * part / whole).toFixed(part / whole < 0.1 ? 2 : 1) + " %" : "-";
}
function formatCount(n) { return n.toLocaleString("en"); }
// A regular expression when it is one, else the text itself.
function patternOf(text) {
  if (!text) return null;
  try { return new RegExp(text, "i"); } catch { return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i"); }
}
function isDark() { return document.documentElement.dataset.theme === "dark"; }
function setTheme(name) { document.documentElement.dataset.theme = name; }
setTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
