// Reads a trace as Firefox Profiler does and adds it up by method, beside our own report: calls and exclusive wall time.
//   FIREFOX_ART_TRACE=art-trace.ts node bench/peers/firefox.mjs TRACE
// FIREFOX_ART_TRACE is src/profile-logic/import/art-trace.ts of firefox-devtools/profiler, which is not ours to keep.
import { transform } from "esbuild";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [trace] = process.argv.slice(2);
const source = process.env.FIREFOX_ART_TRACE;
if (!trace || !source) {
  console.error("usage: FIREFOX_ART_TRACE=art-trace.ts node bench/peers/firefox.mjs TRACE");
  process.exit(2);
}
const text = readFileSync(source, "utf8") + "\nexport { parseArtTrace };\n";
const { code } = await transform(text, { loader: "ts" });
const { parseArtTrace } = await import("data:text/javascript," + encodeURIComponent(code));

const read = parseArtTrace(Uint8Array.from(readFileSync(trace)));
const names = new Map(read.methods.map(m => [m.methodId, m.className.replaceAll("/", ".") + "." + m.methodName + (m.signature ?? "")]));
const theirs = new Map();
function of(method) {
  // Their ids are signed: those from 0x80000000 on find no name with them.
  const name = names.get(method >>> 0) ?? "unknown 0x" + (method >>> 0).toString(16);
  if (!theirs.has(name)) theirs.set(name, { calls: 0, exclusive: 0 });
  return theirs.get(name);
}
// Each of their actions gives the time since the thread's last one to the method that was running.
const threads = new Map();
let end = 0;
for (const { tid, methodId, globalTime, action } of read.methodActions) {
  if (!threads.has(tid)) threads.set(tid, { stack: [], last: globalTime });
  const thread = threads.get(tid);
  if (thread.stack.length) of(thread.stack.at(-1)).exclusive += globalTime - thread.last;
  thread.last = globalTime;
  end = Math.max(end, globalTime);
  if (action === "enter") { thread.stack.push(methodId); of(methodId).calls++; } else thread.stack.pop();
}
// What is still running at the end of the trace runs until then, by our rules.
for (const { stack, last } of threads.values()) if (stack.length) of(stack.at(-1)).exclusive += end - last;

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const report = process.env.DEXSCOPE ?? join(root, "dexscope");
const ours = JSON.parse(execFileSync(report, ["report", trace, "--top", "0", "--clock", "wall", "--json"], { maxBuffer: 1 << 30 })).rows;
let same = 0;
const differing = [];
for (const row of ours) {
  const other = theirs.get(row.method) ?? { calls: 0, exclusive: 0 };
  theirs.delete(row.method);
  if (other.calls === row.calls && other.exclusive * 1000 === row.exclusive_ns) same++;
  else differing.push(`${row.method}: ${row.calls} calls, ${row.exclusive_ns / 1000} us; theirs ${other.calls}, ${other.exclusive}`);
}
for (const [name, { calls, exclusive }] of theirs) differing.push(`${name}: only theirs, ${calls} calls, ${exclusive} us`);
console.log(`${trace}: ${read.methodActions.length} records, ${threads.size} threads; ${same} methods with the same calls and time, ${differing.length} that differ`);
for (const line of differing) console.log("  " + line);
