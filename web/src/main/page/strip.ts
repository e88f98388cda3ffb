// A strip that shows how busy something was over time.

/** Draws the mean of some spans for each column of the device's pixels: spans that end inside of one would be drawn twice there, in stripes. */
export function drawStrip(g: CanvasRenderingContext2D, left: number, right: number, bottom: number, heights: ArrayLike<number>): void {
  const ratio = g.getTransform().a || 1, first = Math.max(0, Math.floor(left * ratio)), last = Math.min(g.canvas.width, Math.ceil(right * ratio));
  const means = columns(heights, (first / ratio - left) / (right - left), (last / ratio - left) / (right - left), last - first);
  for (let i = 0; i < means.length;) {
    let end = i + 1;
    while (end < means.length && means[end] === means[i]) end++;
    if (means[i] > 0) g.fillRect((first + i) / ratio, bottom - means[i], (end - i) / ratio, means[i]);
    i = end;
  }
}

/** The mean of spans in each of some columns, which divide the part from one share of all spans to another. */
export function columns(spans: ArrayLike<number>, from: number, to: number, count: number): number[] {
  const means: number[] = [], step = (to - from) / count;
  for (let i = 0; i < count; i++) {
    const begin = (from + i * step) * spans.length, end = begin + step * spans.length;
    let sum = 0;
    for (let at = Math.max(0, Math.floor(begin)); at < Math.min(spans.length, end); at++) {
      sum += spans[at] * (Math.min(end, at + 1) - Math.max(begin, at));
    }
    // Rounded, so that equal ones are one bar.
    means.push(Math.round(sum / (end - begin) * 8) / 8);
  }
  return means;
}
