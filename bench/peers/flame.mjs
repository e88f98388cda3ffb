// Opens a flame graph in a headless Chromium, as a person would use it: how long it takes to load, to zoom, to search
// and to find what the mouse is on; writes a picture of it.
//   node --experimental-websocket bench/peers/flame.mjs flame.html flame.png
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [page, picture] = process.argv.slice(2);
if (!page) {
  console.error("usage: node --experimental-websocket bench/peers/flame.mjs FLAME.html [PICTURE.png]");
  process.exit(2);
}
const profile = mkdtempSync(join(tmpdir(), "flame"));
const browser = spawn("chromium", ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
  "--disable-background-networking", "--window-size=1400,900", "--remote-debugging-port=0",
  "--user-data-dir=" + profile, "about:blank"], { stdio: ["ignore", "ignore", "pipe"] });

const address = await new Promise(found => {
  let text = "";
  browser.stderr.on("data", part => {
    text += part;
    const line = /DevTools listening on (\S+)/.exec(text);
    if (line) found(line[1]);
  });
});
const tabs = await (await fetch(address.replace("ws://", "http://").replace(/\/devtools.*/, "/json"))).json();
const socket = new WebSocket(tabs.find(tab => tab.type === "page").webSocketDebuggerUrl);
await new Promise(open => socket.addEventListener("open", open));
let calls = 0;
const waiting = new Map();
socket.addEventListener("message", ({ data }) => {
  const answer = JSON.parse(data);
  waiting.get(answer.id)?.(answer.result);
});
function ask(method, params = {}) {
  socket.send(JSON.stringify({ id: ++calls, method, params }));
  return new Promise(done => waiting.set(calls, done));
}
async function evaluate(expression) {
  const { result, exceptionDetails } = await ask("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}
// Until the picture is on the screen, not only until the script has ended.
const timed = action => evaluate(`(async () => {
  const from = performance.now();
  ${action};
  const script = performance.now() - from;
  await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame);
  return [script, performance.now() - from].map(t => t.toFixed(1) + " ms").join(" script, ") + " until painted";
})()`);
const mouse = (type, x, y) => `document.getElementById("canvas").dispatchEvent(new MouseEvent("${type}", { clientX: ${x}, clientY: ${y}, bubbles: true }))`;
const key = k => `dispatchEvent(new KeyboardEvent("keydown", { key: "${k}" }))`;

await ask("Page.enable");
const opened = Date.now();
await ask("Page.navigate", { url: pathToFileURL(resolve(page)).href });
while (!(await evaluate("document.documentElement?.dataset.ready ?? ''"))) await new Promise(later => setTimeout(later, 20));
console.log("load           ", Date.now() - opened, "ms, of that the page's own script", await evaluate("document.documentElement.dataset.ready"), "ms");
console.log("               ", await evaluate("document.getElementById('status').textContent"));
console.log("mouse over     ", await timed(`for (let x = 0; x < 100; x++) ${mouse("mousemove", "10 + 13 * x", 190)}`), "(100 moves)");
console.log("zoom           ", await timed(mouse("click", 300, 130)));
console.log("zoom deeper    ", await timed(mouse("click", 300, 170)));
console.log("show all       ", await timed(key("Escape")));
console.log("search         ", await timed(`document.getElementById("search").value = "m1"; document.getElementById("search").dispatchEvent(new Event("input"))`));
if (picture) await shoot(picture.replace(/(\.png)?$/, "-search.png"));
console.log("end of search  ", await timed(key("Escape")));
console.log("invert         ", await timed(key("i")));
if (picture) await shoot(picture.replace(/(\.png)?$/, "-inverted.png"));
console.log("as it was      ", await timed(key("i")));
console.log("fold recursion ", await timed(key("r")));
console.log("as it was      ", await timed(key("r")));
if (picture) await shoot(picture);
await ask("Browser.close");
browser.kill();
await new Promise(ended => browser.exitCode === null && browser.signalCode === null ? browser.on("exit", ended) : ended());
rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

async function shoot(file) {
  writeFileSync(file, Buffer.from((await ask("Page.captureScreenshot", { format: "png" })).data, "base64"));
}
