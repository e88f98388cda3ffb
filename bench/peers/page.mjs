// Opens the page of a trace in a headless Chromium and measures: until the flame graph and the timeline are painted, how
// long the server takes for windows while somebody zooms and moves, frames a second while panning.
//   ./dexscope view big.trace --no-open          prints the address
//   node bench/peers/page.mjs ADDRESS [PICTURE.png]
import { chromium } from "playwright-core";

const [address, picture] = process.argv.slice(2);
if (!address) {
  console.error("usage: node bench/peers/page.mjs ADDRESS [PICTURE.png]");
  process.exit(2);
}
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
const windows = [];
page.on("requestfinished", request => {
  const { requestStart, responseEnd } = request.timing();
  if (request.url().includes("/timeline?")) windows.push(Math.round(responseEnd - requestStart));
});
const patience = { timeout: 120_000 };
const opened = Date.now();
await page.goto(address);
await page.waitForFunction(() => document.documentElement.dataset.ready, null, patience);
console.log(`flame graph painted after ${Date.now() - opened} ms`);
await page.waitForFunction(() => {
  const canvas = document.querySelector(".timeline-inner canvas");
  if (!canvas || !document.querySelector(".timeline-inner .track")) return false;
  const { data } = canvas.getContext("2d").getImageData(0, 60, canvas.width, 1), colors = new Set();
  for (let i = 0; i < data.length; i += 4) colors.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
  return colors.size > 5;
}, null, patience);
console.log(`timeline painted after ${Date.now() - opened} ms`);
windows.length = 0;
await page.locator(".timeline-inner canvas").focus();
for (let i = 0; i < 30; i++) {
  await page.keyboard.press(i % 3 ? "w" : "d");
  await page.waitForTimeout(150);
}
windows.sort((a, b) => a - b);
console.log(`${windows.length} windows: median ${windows[windows.length >> 1]} ms, 95th percentile ${windows[Math.floor(windows.length * 0.95)]} ms`);
const [frames, worst] = await page.evaluate(async () => {
  const canvas = document.querySelector(".timeline-inner canvas"), begun = performance.now();
  let count = 0, longest = 0, last = begun;
  while (last - begun < 2000) {
    canvas.dispatchEvent(new WheelEvent("wheel", { deltaX: 20, bubbles: true, cancelable: true }));
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    count++;
  }
  return [count / 2, longest];
});
console.log(`${frames} frames a second while panning, the longest ${Math.round(worst)} ms`);
if (picture) await page.screenshot({ path: picture });
await browser.close();
