// Uses the page of live VMs in a real browser, with one program on it, org.test.busy, whose method Busy.step allocates.
//   node monitor.mjs ADDRESS-WITH-TOKEN FOLDER-OF-PLAYWRIGHT PICTURES
import assert from "node:assert/strict";
import { Browsing, until } from "./browser.mjs";

const [address, modules, pictures] = process.argv.slice(2);
const browsing = await Browsing.start(modules);
const check = (what, work) => browsing.check(what, work);
const page = await browsing.open(address);
const rows = () => page.locator("#view .grid-row .name").allTextContents();
const click = name => page.getByRole("button", { name, exact: true }).click();

await check("the program is found and attached", async () => {
  await page.getByRole("button", { name: /org\.test\.busy/ }).click();
  await until(page, () => document.querySelector(".light.attached") && document.querySelectorAll("#view .grid-row[aria-rowindex]").length > 0);
  assert.ok((await rows()).includes("main"));
});

await check("a thread shows its stack, and what it has done", async () => {
  await page.locator("#view .grid-row .name", { hasText: /^main$/ }).click();
  await until(page, () => /at Busy\.main/.test(document.querySelector("#view .stack").textContent));
  await until(page, () => document.querySelector(".lanes canvas").height > 10);
  await browsing.assertUsable(page, "threads");
  await page.screenshot({ path: pictures + "/monitor.png" });
});

await check("the heap is drawn and mapped", async () => {
  await page.getByRole("tab", { name: "Heap" }).click();
  await click("Collect garbage");
  await click("Map the heap");
  await until(page, () => document.querySelectorAll("#view .grid-row[aria-rowindex]").length > 2);
  assert.ok((await rows()).some(text => /^object, hard/.test(text)));
  await until(page, () => document.querySelector(".map canvas").height > 100);
  await browsing.assertUsable(page, "heap");
});

await check("allocations are recorded with where they were made", async () => {
  await page.getByRole("tab", { name: "Allocations" }).click();
  await click("Start");
  await until(page, () => ![...document.querySelectorAll("#view button")].some(button => button.disabled));
  // The program allocates every few milliseconds; the page asks when it is told to.
  for (let i = 0; i < 100 && !(await rows()).some(text => /Busy\.step/.test(text)); i++) {
    await click("Look");
    await page.waitForTimeout(100);
  }
  assert.ok((await rows()).some(text => /long\[\]/.test(text)), (await rows()).join());
  await page.locator("#view .grid-row", { hasText: "long[]" }).first().click();
  assert.match(await page.locator("#view .stack").textContent(), /Busy\.step/);
  await click("Stop");
  await browsing.assertUsable(page, "allocations");
});

await check("a debugger gets a port", async () => {
  await click("Debugger port");
  await until(page, () => /jdb -attach localhost:\d+/.test(document.getElementById("vm").textContent));
});

await check("a trace is recorded and opens", async () => {
  await click("Trace calls");
  await page.getByRole("button", { name: "Stop and open the trace" }).waitFor();
  await page.waitForTimeout(300);
  await click("Stop and open the trace");
  await page.waitForURL(/\/t\/1/);
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  assert.equal(await page.locator("#title").textContent(), "org.test.busy.trace");
  await page.getByRole("tab", { name: "Methods" }).click();
  await until(page, () => [...document.querySelectorAll("#view .grid-row .name")].some(e => /Busy\.step/.test(e.textContent)));
});

await check("the page has not complained", () => assert.deepEqual(browsing.complaints, []));
await browsing.end();
