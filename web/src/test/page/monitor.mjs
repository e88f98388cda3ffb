// Uses the page of live VMs in a real browser, with one program on it, org.test.busy, whose method Busy.step allocates.
//   node monitor.mjs ADDRESS-WITH-TOKEN FOLDER-OF-PLAYWRIGHT PICTURES
import assert from "node:assert/strict";
import { Browsing, cutTexts, until } from "./browser.mjs";

const [address, modules, pictures] = process.argv.slice(2);
const browsing = await Browsing.start(modules);
const check = (what, work) => browsing.check(what, work);
const page = await browsing.open(address);
const rows = () => page.locator("#view .grid-row .name").allTextContents();
const click = name => page.getByRole("button", { name, exact: true }).click();
const tab = name => page.getByRole("tab", { name, exact: true }).click();
const textOf = selector => page.locator(selector).textContent();

/** Pictures of what is seen, wide and narrow, light and dark; and whether all can use it. */
async function look(name) {
  for (const [width, theme] of [[1400, "light"], [800, "dark"]]) {
    await page.setViewportSize({ width, height: 850 });
    if (await page.evaluate(() => document.documentElement.dataset.theme) !== theme) await page.locator("#theme").click();
    await browsing.assertUsable(page, `${name} ${width} ${theme}`);
    await page.screenshot({ path: `${pictures}/monitor-${name}-${width}-${theme}.png` });
    assert.deepEqual(await page.evaluate(cutTexts), [], `cut: ${name} ${width}`);
    const over = () => [...document.querySelectorAll("body *")].filter(e => document.documentElement.scrollWidth > innerWidth && e.getBoundingClientRect().right > innerWidth + 1);
    assert.deepEqual(await page.evaluate(`(${over})().map(e => e.className + " " + e.textContent.slice(0, 40))`), [], `wider than the window: ${name} ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 850 });
}

await check("the program is found and attached", async () => {
  await page.getByRole("button", { name: /org\.test\.busy/ }).click();
  await until(page, () => document.querySelector(".light.attached") && /all threads \d/.test(document.getElementById("view")?.textContent ?? ""));
});

await check("processor, heap and threads are drawn over time, with collections", async () => {
  await tab("Heap");
  await click("Collect garbage");
  await tab("Overview");
  await until(page, () => /[1-9]\d* collection/.test(document.querySelector("#view [aria-label^=Heap]").getAttribute("aria-label")));
  assert.match(await page.locator("#view [aria-label^=CPU]").getAttribute("aria-label"), /all threads [\d.]+ %/);
  await look("overview");
});

await check("a thread shows its stack, and what it has done", async () => {
  await tab("Threads");
  await until(page, () => document.querySelectorAll("#view .grid-row[aria-rowindex]").length > 5);
  assert.ok((await rows()).includes("main"));
  await page.locator("#view .grid-row .name", { hasText: /^main$/ }).click();
  await until(page, () => /at Busy\.main/.test(document.querySelector("#view .stack").textContent));
  await until(page, () => document.querySelector(".lanes canvas").height > 10);
  await until(page, () => /main [\d.]+ %/.test(document.querySelector("#view [aria-label^=CPU]").getAttribute("aria-label")));
});

await check("names are shown as they are, and what cannot be seen as numbers", async () => {
  assert.ok((await rows()).some(text => text.startsWith("<img src=x onerror=alert(1)>\\u202e\\u0007")), (await rows()).join());
  assert.equal(await page.locator("#view img").count(), 0);
});

await check("threads that wait for each other for ever are told", async () => {
  await until(page, () => !document.querySelector("#view .alarm").hidden);
  assert.match(await textOf("#view .alarm"), /Deadlock: .*(left|right) \(in Busy\.nest:\d+\) waits for java\.lang\.Object@\w+, which (left|right) has/);
  assert.equal((await page.locator("#view .grid-row", { hasText: "deadlock" }).count()), 2);
  await look("threads");
});

await check("who waits for whom is added up, with both stacks", async () => {
  await tab("Locks");
  await click("Start");
  await until(page, () => [...document.querySelectorAll("#view .grid-row")].some(row => /holder|rival/.test(row.textContent)));
  await page.locator("#view .grid-row", { hasText: "holder" }).first().click();
  for (const stack of await page.locator("#view .stack").allTextContents()) assert.match(stack, /at Busy\.hold/);
  await look("locks");
  await click("Stop");
  await until(page, () => /ended after/.test(document.getElementById("view").textContent));
});

await check("the heap is mapped by kind and by solidity", async () => {
  await tab("Heap");
  await click("Map the heap");
  await until(page, () => document.querySelectorAll("#view .grid-row[aria-rowindex]").length > 2);
  assert.ok((await rows()).some(text => /^object, hard/.test(text)));
  await until(page, () => document.querySelector(".map canvas").height > 100);
  assert.match(await textOf(".map .legend"), /object.*free/);
  await look("heap");
  await page.getByRole("combobox", { name: "Colours of the map" }).selectOption("solidity");
  assert.match(await textOf(".map .legend"), /hard.*free/);
  await page.locator(".map canvas").hover({ position: { x: 20, y: 4 } });
  assert.match(await textOf(".map .note"), /at 0 B: |at [\d.]+ [KM]?B: /);
});

await check("two counts of the classes tell what has grown", async () => {
  await click("Count classes");
  await until(page, () => /Count again later/.test(document.getElementById("view").textContent));
  await click("Count classes");
  await until(page, () => /Growth in \d+ s/.test(document.getElementById("view").textContent));
  assert.ok((await rows()).length > 10);
  await page.getByRole("button", { name: "Class", exact: true }).click();
  await look("growth");
});

await check("allocations are recorded with where they were made", async () => {
  await tab("Allocations");
  await click("Start");
  await until(page, () => ![...document.querySelectorAll("#view button")].some(button => button.disabled));
  // The program allocates every few milliseconds; the page asks when it is told to.
  for (let i = 0; i < 100 && !(await rows()).some(text => /Busy\.step/.test(text)); i++) {
    await click("Look");
    await page.waitForTimeout(100);
  }
  assert.ok((await rows()).some(text => /long\[\]/.test(text)), (await rows()).join());
  await page.locator("#view .grid-row", { hasText: "long[]" }).first().click();
  assert.match(await textOf("#view .stack"), /Busy\.step/);
  await look("allocations");
});

await check("allocations are drawn by their stacks, in bytes", async () => {
  await click("Flame graph");
  await until(page, () => /Flame graph of [\d.]+ [KM]?B/.test(document.querySelector("#view .canvas-port canvas")?.getAttribute("aria-label") ?? ""));
  await page.getByRole("searchbox", { name: "Search call paths" }).fill("Busy.step");
  await until(page, () => /box(es)? found/.test(document.getElementById("view").textContent));
  await page.locator("#view .canvas-port canvas").focus();
  await page.keyboard.press("ArrowDown");
  await until(page, () => /inclusive/.test(document.querySelector("#view .tip").textContent));
  await look("flame");
});

await check("what was recorded stays after the stop, and nothing is missing", async () => {
  await click("Stop");
  await until(page, () => [...document.querySelectorAll("#view .grid-row .name")].some(each => /Busy\.step/.test(each.textContent)));
  assert.doesNotMatch(await textOf("#view .bar-row .note"), /not recorded/);
  await click("Look");
  assert.ok((await rows()).some(text => /Busy\.step/.test(text)));
});

await check("the program's log is shown, searched, held", async () => {
  await tab("Log");
  await until(page, () => [...document.querySelectorAll("#view .grid-row .name")].some(cell => cell.textContent === "<b>tag</b>"));
  const messages = await rows();
  assert.ok(messages.includes("<script>alert(1)</script>\\u202e\\u0007 said"), messages.join());
  // New lines move the rows: another one may be under the pointer when it is pressed.
  await click("Pause");
  await page.locator("#view .grid-row", { hasText: "said" }).first().click();
  await until(page, () => /<script>/.test(document.querySelector("#view .stack").textContent));
  await click("Pause");
  await look("log");
  await page.getByRole("searchbox", { name: "Search lines" }).fill("no such line");
  await until(page, () => /0 of \d+ lines/.test(document.getElementById("view").textContent));
  await page.getByRole("searchbox", { name: "Search lines" }).fill("");
  await page.getByRole("combobox", { name: "Level" }).selectOption({ label: "error and worse" });
  await until(page, () => /0 of \d+ lines/.test(document.getElementById("view").textContent));
  await page.getByRole("combobox", { name: "Level" }).selectOption({ label: "warning and worse" });
  await page.getByRole("textbox", { name: "Tag" }).fill("<B>");
  await click("Pause");
  await until(page, () => /[1-9]\d* more wait/.test(document.getElementById("view").textContent));
});

await check("what is said to the program and by it is shown and saved", async () => {
  await tab("Wire");
  await click("Start");
  await until(page, () => [...document.querySelectorAll("#view .grid-row")].some(row => /reply THST/.test(row.textContent)));
  assert.ok((await rows()).some(text => /JDWP-Handshake/.test(text)));
  await page.locator("#view .grid-row", { hasText: "reply THST" }).first().click();
  assert.match(await textOf("#view .stack"), /reply THST/);
  await look("wire");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: /Save/ }).click()]);
  assert.equal(download.suggestedFilename(), "org.test.busy.wire");
  await download.saveAs(pictures + "/busy.wire");
  await click("Stop");
  await until(page, () => /stopped, /.test(document.getElementById("view").textContent));
});

await check("the keyboard goes from tab to tab", async () => {
  await page.getByRole("tab", { name: "Wire" }).focus();
  await page.keyboard.press("ArrowLeft");
  await until(page, () => document.activeElement.textContent === "Log" && document.getElementById("tab-log").getAttribute("aria-selected") === "true");
});

await check("a device tells of its system", async () => {
  await page.getByRole("button", { name: /^System/ }).click();
  await until(page, () => /in use [\d.]+ GB/.test(document.getElementById("vm").textContent));
  await until(page, () => /used/.test(document.querySelector("#vm .disks").textContent));
  await look("system");
});

await check("a device tells the log of all programs", async () => {
  await page.locator("#devices").getByRole("button", { name: /^Log/ }).click();
  await until(page, () => /\d+ lines/.test(document.getElementById("vm").textContent));
  await page.getByRole("button", { name: /org\.test\.busy/ }).click();
});

await check("a debugger gets a port", async () => {
  await until(page, () => /jdb -attach \d+/.test(document.getElementById("vm").textContent));
  await click("Debugger port");
  await until(page, () => /jdb -attach localhost:\d+/.test(document.getElementById("vm").textContent));
});

await check("a trace is recorded and opens", async () => {
  await click("Trace calls");
  await page.getByRole("button", { name: "Stop and open the trace" }).waitFor();
  await page.waitForTimeout(300);
  await click("Stop and open the trace");
  await page.waitForURL(/\/t\/\d+/);
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  assert.equal(await page.locator("#title").textContent(), "org.test.busy.trace");
  await page.getByRole("tab", { name: "Methods" }).click();
  await until(page, () => [...document.querySelectorAll("#view .grid-row .name")].some(e => /Busy\.step/.test(e.textContent)));
});

await check("the page has not complained", () => assert.deepEqual(browsing.complaints, []));
await browsing.end();
