// What catapult's own importer, which each page of systrace.py contains, reads from such a page: for each thread its slices, their
// elapsed time and the CPU time of its outermost slices, as CSV. Old pages need the viewer of a newer one, which today's browsers run:
//   node bench/peers/catapult.mjs PAGE.html [VIEWER.html] >threads.csv
//   ./dexscope report PAGE.html --by thread --csv --top 0
import { chromium } from "playwright-core";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [file, viewer = file] = process.argv.slice(2);
if (!file) {
  console.error("usage: node bench/peers/catapult.mjs PAGE.html [VIEWER.html]");
  process.exit(2);
}
const html = readFileSync(file, "utf8");
const begin = '\n  <script class="trace-data"', parts = [];
for (let at = 0; (at = html.indexOf(begin, at)) >= 0;) {
  const from = html.indexOf("\n", at + begin.length) + 1;
  at = html.indexOf("</script>", from);
  parts.push(html.slice(from, at));
}
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.goto(pathToFileURL(resolve(viewer)).href, { waitUntil: "domcontentloaded", timeout: 300_000 });
const threads = await page.evaluate(async texts => {
  const model = new tr.Model();
  await new tr.importer.Import(model, new tr.importer.ImportOptions()).importTraces(texts);
  return model.getAllThreads().filter(thread => thread.sliceGroup.slices.length).map(thread => {
    const running = (thread.timeSlices || []).filter(slice => slice.schedulingState === "Running");
    let wall = 0, cpu = 0;
    for (const top of thread.sliceGroup.topLevelSlices) {
      wall += top.duration;
      for (const slice of running) cpu += Math.max(0, Math.min(top.end, slice.end) - Math.max(top.start, slice.start));
    }
    return [thread.tid, thread.parent.pid, thread.sliceGroup.slices.length, wall.toFixed(3), cpu.toFixed(3), thread.name];
  });
}, parts);
console.log("tid,pid,slices,wall_ms,cpu_ms,name");
for (const thread of threads) console.log(thread.join(","));
await browser.close();
