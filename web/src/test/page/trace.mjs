// Uses the page of a trace in a real browser, as people do. Prints a line for each thing that it tried; ends with 1 when
// one of them was not as it should be, or when the page has complained.
//   node trace.mjs ADDRESS-OF-THE-SERVER FOLDER-OF-PLAYWRIGHT PICTURES
import assert from "node:assert/strict";
import { Browsing, cutTexts, until } from "./browser.mjs";

const [root, modules, pictures] = process.argv.slice(2);
const browsing = await Browsing.start(modules);
const { context, complaints } = browsing;
const open = address => browsing.open(root + address);
const check = (what, work) => browsing.check(what, work);

const fragment = page => page.evaluate(() => decodeURIComponent(location.hash));
const isDrawn = (page, selector) => page.evaluate(s => {
  const canvas = document.querySelector(s), { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const colors = new Set();
  for (let i = 0; i < data.length; i += 4 * 97) colors.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
  return colors.size;
}, selector);
const tab = async (page, name) => {
  await page.getByRole("tab", { name, exact: true }).click();
  await page.waitForTimeout(50);
};
/** The same in some views, one after the other, and in what is shown without a change of view. */
const cutInViews = async (views, cutTexts) => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const cut = cutTexts().map(text => "at first: " + text);
  for (const view of views) {
    document.getElementById("tab-" + view).click();
    for (let i = 0; i < 600 && document.documentElement.dataset.view !== view; i++) await frame();
    await frame();
    await frame();
    cut.push(...cutTexts().map(text => `${view}: ${text}`));
  }
  return cut;
};
/** Fonts that differ in their widths. Where one is missing, the browser's usual one is measured once more. */
const FONTS = [["DejaVu Sans", "DejaVu Sans Mono"], ["Nimbus Sans", "Nimbus Mono PS"], ["Noto Sans", "Noto Sans Mono"]];
const wear = (page, sans, mono) => page.evaluate(([s, m]) => {
  document.documentElement.style.setProperty("--sans", `"${s}", sans-serif`);
  document.documentElement.style.setProperty("--mono", `"${m}", monospace`);
  // What is as wide as its text is measured again.
  dispatchEvent(new Event("resize"));
}, [sans, mono]);
const HEAT = "#view .heat canvas", FLAME = "#view .canvas-port canvas", TIMELINE = ".timeline-inner canvas";

const page = await open("/t/1");

await check("the flame graph and the timeline are drawn", async () => {
  await until(page, () => document.querySelector(".timeline-inner .track"));
  await page.waitForTimeout(300);
  assert.ok(await isDrawn(page, FLAME) > 20, "flame graph");
  assert.ok(await isDrawn(page, TIMELINE) > 20, "timeline");
  assert.match(await page.locator(FLAME).getAttribute("aria-label"), /Flame graph of 30\.\d+ ms/);
});
await page.screenshot({ path: pictures + "/trace.png" });

await check("a click chooses a method, a double click makes it the root", async () => {
  const box = await page.locator(FLAME).boundingBox();
  const port = await page.locator("#view .canvas-port").boundingBox();
  const y = port.y + port.height - 18 * 3 + 6;
  await page.mouse.click(box.x + 40, y);
  assert.match(await fragment(page), /method=\d+/);
  await page.mouse.dblclick(box.x + 40, y);
  await until(page, () => /path=/.test(location.hash) && document.querySelectorAll(".trail button").length > 1);
  await page.getByRole("button", { name: "all", exact: true }).click();
  assert.doesNotMatch(await fragment(page), /path=/);
});

await check("a chosen method's figures, callers, threads and place in time are beside the view", async () => {
  await tab(page, "Methods");
  await page.getByText("Hi.fib(int)", { exact: true }).click();
  await until(page, () => /The longest call: /.test(document.querySelector(".details").textContent));
  const facts = Object.fromEntries(await page.evaluate(() => [...document.querySelectorAll(".details dt")].map(dt => [dt.textContent, dt.nextSibling.textContent])));
  assert.deepEqual(Object.keys(facts), ["Exclusive", "In callees", "Inclusive", "Calls", "CPU", "Waiting"]);
  const row = await page.locator("#view .grid-row.chosen").textContent();
  assert.ok(row.includes(facts.Calls.split(",")[0]), `${row} has the calls of ${facts.Calls}`);
  assert.ok(await isDrawn(page, ".details canvas") > 1, "strip");
  await page.getByRole("button", { name: /^The longest call/ }).click();
  assert.match(await fragment(page), /shown=/);
  await page.locator(".details").getByRole("button", { name: "Hi.fib", exact: true }).first().click();
  await browsing.assertUsable(page, "details");
  await page.screenshot({ path: pictures + "/details.png" });
  await page.getByRole("button", { name: "Close the details" }).click();
  assert.ok(!await page.locator(".details").isVisible());
  await page.locator(TIMELINE).focus();
  await page.keyboard.press("0");
  await tab(page, "Flame graph");
});

await check("call paths are focused, merged, kept, dropped, collapsed, folded", async () => {
  const table = await page.evaluate(() => fetch("/api/v1/traces/1/table").then(answer => answer.json()));
  const fib = table.methods[table.names.indexOf("Hi.fib(int)")];
  const steps = await open("/t/1#method=" + fib);
  await until(steps, () => document.querySelector(".details dd"));
  // Without the number of call paths, which is that of the window's pixels.
  const label = async (of = steps) => (await of.locator(FLAME).getAttribute("aria-label")).replace(/, [^,]* call paths/, "");
  const becomes = (text, isSame) => until(steps, ([t, same]) =>
    (document.querySelector("#view canvas").getAttribute("aria-label").replace(/, [^,]* call paths/, "") === t) === same, [text, isSame]);
  const changed = async before => { await becomes(before, false); return label(); };
  const timeOf = text => parseFloat(text.match(/of (\S+) ms/)[1]);
  const whole = await label();
  await steps.locator(FLAME).focus();
  await steps.keyboard.press("f");
  const focused = await changed(whole);
  assert.match(await fragment(steps), new RegExp("steps=focus-" + fib));
  const deepest = () => steps.locator(FLAME).evaluate(canvas => canvas.clientHeight);
  const high = await deepest();
  await steps.getByRole("button", { name: "Fold recursion" }).click();
  await until(steps, before => document.querySelector("#view canvas").clientHeight < before, high);
  assert.equal(timeOf(await label()), timeOf(focused), "folding takes no time away");
  await steps.getByRole("button", { name: "Collapse Hi", exact: true }).click();
  await until(steps, () => document.querySelectorAll(".steps .chip").length === 3);
  assert.deepEqual(await steps.locator(".steps .chip b").allTextContents(), ["Hi.fib", "recursion", "Hi"]);
  assert.match(await fragment(steps), new RegExp(`steps=focus-${fib},recursion,collapse-Hi\\.`));
  const there = await open("/t/1" + await steps.evaluate(() => location.hash));
  await until(there, () => document.querySelectorAll(".steps .chip").length === 3);
  assert.equal(await label(there), await label());
  await there.screenshot({ path: pictures + "/steps.png" });
  await browsing.assertUsable(there, "steps");
  await there.close();
  await steps.getByRole("button", { name: "Undo: focus Hi.fib" }).click();
  await until(steps, () => document.querySelectorAll(".steps .chip").length === 2);
  await steps.getByRole("button", { name: "Undo all" }).click();
  await becomes(whole, true);
  const times = {};
  for (const kind of ["Keep", "Drop"]) {
    await steps.locator(".actions").getByRole("button", { name: kind, exact: true }).click();
    times[kind] = timeOf(await changed(whole));
    await steps.getByRole("button", { name: /^Undo:/ }).click();
    await becomes(whole, true);
  }
  assert.ok(Math.abs(times.Keep + times.Drop - timeOf(whole)) < 0.1, JSON.stringify(times));
  await steps.close();
});

await check("the mouse is told what a box is", async () => {
  const port = await page.locator("#view .canvas-port").boundingBox();
  await page.mouse.move(port.x + 60, port.y + port.height - 18 * 3 + 6);
  await until(page, () => /inclusive/.test(document.querySelector("#view .tip.on")?.textContent ?? ""));
});

await check("the flame graph by keys", async () => {
  await page.locator(FLAME).focus();
  for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await until(page, () => /path=/.test(location.hash));
  await page.keyboard.press("Backspace");
});

await check("the flame graph by callers has those who called", async () => {
  await tab(page, "Flame by callers");
  await until(page, () => /Flame graph of 30\.\d+ ms/.test(document.querySelector("#view canvas").getAttribute("aria-label")));
  assert.ok(await isDrawn(page, FLAME) > 10);
  await tab(page, "Flame graph");
});

await check("the app's screens stand along the timeline", async () => {
  assert.equal(await page.locator(".screen").count(), 0);
  const app = await open("/t/5");
  await until(app, () => document.querySelectorAll(".screen img").length === 2 && [...document.querySelectorAll(".screen img")].every(i => i.naturalWidth));
  assert.match(await app.locator(".screen").nth(1).getAttribute("aria-label"), /^tap:<img src=x>: 6\.000 ms/);
  await app.locator(".screen").nth(1).focus();
  await until(app, () => document.querySelector(".screen-large").naturalWidth > 100 && !document.querySelector(".screen-large").hidden);
  await app.screenshot({ path: pictures + "/screens.png" });
  await app.keyboard.press("Enter");
  assert.match(await fragment(app), /shown=9000000_21000000/);
  await browsing.assertUsable(app, "screens");
  await app.close();
});

await check("the timeline zooms and moves by keys, by wheel and by drag", async () => {
  await page.locator(TIMELINE).focus();
  await page.keyboard.press("w");
  const first = await fragment(page);
  assert.match(first, /shown=/);
  await page.keyboard.press("d");
  assert.notEqual(await fragment(page), first);
  const box = await page.locator(TIMELINE).boundingBox();
  await page.mouse.move(box.x + 300, box.y + 60);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  const zoomed = await fragment(page);
  await page.mouse.down();
  await page.mouse.move(box.x + 400, box.y + 60, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await fragment(page), zoomed);
  await page.keyboard.press("0");
  assert.doesNotMatch(await fragment(page), /shown=/);
});

await check("a time that is selected filters the other views", async () => {
  await tab(page, "Methods");
  await until(page, () => document.querySelectorAll("#view .grid-row").length > 5);
  const all = await page.locator("#view .bar-row .note").textContent();
  const axis = await page.locator(".axis").boundingBox();
  await page.mouse.move(axis.x + 900, axis.y + 8);
  await page.mouse.down();
  await page.mouse.move(axis.x + 1100, axis.y + 8, { steps: 4 });
  await page.mouse.up();
  await until(page, before => document.querySelector("#view .bar-row .note").textContent !== before, all);
  assert.match(await fragment(page), /span=\d+_\d+/);
  await page.locator("#span-clear").click();
  await until(page, before => document.querySelector("#view .bar-row .note").textContent === before, all);
});

await check("names can be read beside few figures, and while others are scrolled to", async () => {
  const seen = await open("/t/2#tab=methods");
  await until(seen, () => document.querySelectorAll("#view .grid-row").length > 5);
  for (const width of [800, 1280, 1400]) {
    await seen.setViewportSize({ width, height: 800 });
    for (const left of [0, 1000]) {
      const seenOfName = await seen.locator("#view .grid").evaluate((grid, to) => {
        grid.scrollLeft = to;
        const { left, right } = grid.querySelector(".grid-row .name").getBoundingClientRect();
        return left < 0 ? 0 : Math.min(innerWidth, right) - left;
      }, left);
      assert.ok(seenOfName >= 380, `${seenOfName} of a name is seen at ${width}`);
    }
    await seen.screenshot({ path: `${pictures}/names-${width}.png` });
  }
  await seen.close();
});

await check("methods are sorted, grouped, searched and chosen", async () => {
  const names = () => page.locator("#view .grid-row .name").evaluateAll(all => all.map(each => each.title));
  await page.getByRole("button", { name: "Method", exact: true }).click();
  const sorted = await names();
  assert.deepEqual(sorted, [...sorted].sort((a, b) => a < b ? -1 : 1));
  await page.getByRole("button", { name: "Exclusive", exact: true }).click();
  await page.getByRole("button", { name: "Packages" }).click();
  await until(page, () => [...document.querySelectorAll("#view .grid-row .name")].some(e => e.textContent === "java.io"));
  await page.getByText("java.io", { exact: true }).click();
  await until(page, () => [...document.querySelectorAll("#view .grid-row .name")].every(e => e.title.startsWith("java.io.")));
  await page.getByRole("button", { name: "Methods", exact: true }).click();
  await page.keyboard.press("/");
  await page.keyboard.type("println|charAt");
  await until(page, () => document.querySelectorAll("#view .grid-row").length >= 2
    && [...document.querySelectorAll("#view .grid-row .name")].every(e => /println|charAt/i.test(e.title)));
  await until(page, () => document.getElementById("found").dataset.search === "println|charAt");
  assert.match(await page.locator("#found").textContent(), /calls of \d methods/);
  await page.keyboard.press("Enter");
  await until(page, () => /^1 of (the first [\d,]+ of )?[\d,]+ calls/.test(document.getElementById("found").textContent));
  assert.match(await fragment(page), /shown=/);
  await page.keyboard.press("Escape");
  await page.locator("#view .grid-row .name").first().click();
  await page.keyboard.press("c");
  await until(page, () => document.querySelectorAll("#view .wings .grid-row").length >= 2);
  assert.equal(await page.getByRole("tab", { selected: true }).textContent(), "Callers & callees");
});

await check("trees open and close", async () => {
  await tab(page, "Top down");
  await until(page, () => document.querySelectorAll("#view .grid-row").length > 5);
  await page.getByRole("button", { name: "Close all" }).click();
  await until(page, () => document.querySelectorAll("#view .grid-row").length === 4);
  await page.locator("#view .grid").focus();
  await page.keyboard.press("ArrowRight");
  await until(page, () => document.querySelectorAll("#view .grid-row").length > 4);
  await tab(page, "Bottom up");
  await until(page, () => document.querySelectorAll("#view .grid-row").length > 10);
  const shares = (await page.locator("#view .grid-row .over").allTextContents()).map(parseFloat);
  assert.deepEqual(shares, [...shares].sort((a, b) => b - a));
});

await check("calls, exceptions, graph and comparison", async () => {
  await tab(page, "Calls");
  await until(page, () => document.querySelectorAll("#view .grid-row").length > 10);
  await page.getByLabel("Which calls").selectOption({ label: "over 8.3 ms: a frame at 120 Hz" });
  await until(page, () => { const rows = document.querySelectorAll("#view .grid-row").length; return rows > 0 && rows < 20; });
  await tab(page, "Exceptions");
  await until(page, () => /[1-9]\d* throws/.test(document.querySelector("#view .note").textContent));
  const begins = await page.locator("#view .grid-head, #view .grid-row").evaluateAll(all => all.map(each => each.lastElementChild.getBoundingClientRect().left));
  assert.equal(new Set(begins).size, 1, "columns of names are below each other: " + begins);
  await tab(page, "Call graph");
  await until(page, () => document.querySelector("#view img").naturalWidth > 100 && document.querySelectorAll("#view .places button").length > 10);
  await page.locator("#view .places button", { hasText: "" }).and(page.getByLabel("Hi.main(String[])", { exact: true })).click();
  await until(page, () => document.querySelector("#view .places [aria-pressed=true]")?.getAttribute("aria-label") === "Hi.main(String[])");
  assert.match(await fragment(page), /method=\d+/);
  await tab(page, "Compare");
  await page.getByLabel("Compare with").selectOption({ label: "perflib-streaming.trace" });
  await until(page, () => document.querySelectorAll("#view .grid-row").length > 10);
  assert.ok(await isDrawn(page, FLAME) > 3);
  await tab(page, "About");
  await until(page, () => /every call has its return/.test(document.getElementById("view").textContent));
});

await check("a method's source has its time beside it", async () => {
  await tab(page, "Methods");
  await page.getByText("Hi.fib(int)", { exact: true }).click();
  await page.locator(".details").getByRole("button", { name: "Source", exact: true }).click();
  await until(page, () => /^Hi\.java:2, found by its name/.test(document.querySelector("#view .note").textContent));
  const row = await page.locator("#view .grid-row.chosen").evaluate(element => [...element.children].map(cell => cell.textContent));
  assert.match(row[0], /ms$/);
  assert.deepEqual(row.slice(2).map(text => text.trim()), ["1,470", "2", "static\u00a0int\u00a0fib(int\u00a0n)\u00a0{"]);
  await page.screenshot({ path: pictures + "/source.png" });
  await tab(page, "Methods");
  await page.getByText("Hi.boom(int)", { exact: true }).click();
  await tab(page, "Source");
  await until(page, () => document.querySelector("#view .note").textContent === "Dex code in hi.dex, LHi;");
  const rows = await page.locator("#view .grid-row").evaluateAll(all => all.map(each => [...each.children].slice(3).map(cell => cell.textContent.replaceAll("\u00a0", " "))));
  assert.deepEqual(rows, [["", "", ".method public static boom(I)V"], ["", "", "    .registers 2"], ["12", "0000", "    const/4 v0, 0x7"],
    ["14", "0001", "    return-void"], ["", "", ".end method"]]);
  assert.match(await page.locator("#view .grid-row.chosen").textContent(), /ms.*[1-9].*\.method/);
  await page.screenshot({ path: pictures + "/code.png" });
  await browsing.assertUsable(page, "code");
  await page.keyboard.press("Escape");
});

await check("lines have the time of the samples that were there", async () => {
  const seen = await open("/t/6");
  await tab(seen, "Methods");
  await seen.locator("#view .grid-row .name", { hasText: "Hi.fib" }).click();
  await tab(seen, "Source");
  const rows = () => seen.locator("#view .grid-row").evaluateAll(all => all.map(each => [...each.children].map(cell => cell.textContent.trim())));
  await until(seen, () => /^Hi\.java:2/.test(document.querySelector("#view .note").textContent));
  assert.deepEqual((await rows()).slice(1, 3).map(cells => [...cells.slice(0, 2), cells[5]]),
    [["4.000 ms", "4.000 ms", "2"], ["2.000 ms", "8.000 ms", "3"]]);
  await seen.screenshot({ path: pictures + "/lines.png" });
  await browsing.assertUsable(seen, "lines");
  await seen.locator("#threads").selectOption({ label: "second (10)" });
  await until(seen, () => !document.querySelectorAll("#view .grid-row")[1]?.textContent.startsWith("4.000 ms"));
  assert.deepEqual((await rows()).slice(1, 3).map(cells => cells.slice(0, 2)), [["", ""], ["", "2.000 ms"]]);
  await seen.close();
});

await check("a menu offers what can be done with a box, a row, a node", async () => {
  const seen = await open("/t/1");
  const menu = seen.locator(".menu"), item = name => menu.getByRole("menuitem", { name });
  const offered = () => menu.locator("[role=menuitem]:not([aria-disabled]) span").allTextContents();
  const inside = async () => {
    const { x, y, width, height } = await menu.boundingBox(), size = seen.viewportSize();
    assert.ok(x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height, "the menu is in the window");
  };
  const closed = async () => { assert.ok(!await menu.isVisible()); };
  const table = await seen.evaluate(() => fetch("/api/v1/traces/1/table").then(answer => answer.json()));
  const fib = table.methods[table.names.indexOf("Hi.fib(int)")];
  // A box of the flame graph, at the window's end: a thread's.
  const port = await seen.locator("#view .canvas-port").boundingBox();
  await seen.mouse.click(port.x + port.width - 3, port.y + port.height - 18 - 6, { button: "right" });
  assert.deepEqual(await offered(), ["Fold recursion", "Copy the name"]);
  await inside();
  await seen.mouse.click(port.x + 300, port.y + 10);
  await closed();
  await seen.mouse.click(port.x + 40, port.y + port.height - 18 * 3 + 6, { button: "right" });
  assert.ok((await offered()).includes("Focus on this path"));
  assert.match(await menu.locator(".menu-name").textContent(), /^\w+\.\w+$/);
  await seen.screenshot({ path: pictures + "/menu.png" });
  await browsing.assertUsable(seen, "menu");
  await item("Focus on this path").click();
  await until(seen, () => /steps=path-/.test(location.hash));
  await closed();
  await seen.getByRole("button", { name: /^Undo:/ }).click();
  // A path in a thread selects the thread too.
  await seen.locator("#threads").selectOption({ index: 0 });
  // By keys: of the chosen row, and back to it.
  await tab(seen, "Methods");
  await seen.getByText("Hi.fib(int)", { exact: true }).click({ button: "right" });
  assert.deepEqual(await menu.locator("[aria-disabled] span").allTextContents(), ["Focus on this path", "Collapse package"]);
  await seen.keyboard.press("Escape");
  await closed();
  await seen.locator("#view .grid").focus();
  for (const keys of ["Shift+F10", "ContextMenu"]) {
    await seen.keyboard.press(keys);
    assert.equal(await menu.locator(".menu-name").textContent(), "Hi.fib");
    assert.equal(await seen.evaluate(() => document.activeElement.textContent), "FocusF");
    await seen.keyboard.press("ArrowUp");
    assert.match(await seen.evaluate(() => document.activeElement.textContent), /^Copy the name/);
    await seen.keyboard.press("Enter");
    await until(seen, () => navigator.clipboard.readText().then(text => text === "Hi.fib(int)"));
    assert.ok(await seen.evaluate(() => document.activeElement.matches("#view .grid")), "the focus is where it was");
  }
  await seen.keyboard.press("Shift+F10");
  await seen.keyboard.press("m");
  await until(seen, method => location.hash.includes("steps=merge-" + method), fib);
  await seen.getByRole("button", { name: /^Undo:/ }).click();
  await seen.getByText("Hi.fib(int)", { exact: true }).click({ button: "right" });
  await item("Find its calls in the timeline").click();
  await until(seen, () => /calls of 1 method$/.test(document.getElementById("found").textContent));
  await seen.locator("#search").fill("");
  // Classes and packages have what can be done with them.
  await seen.getByRole("button", { name: "Packages" }).click();
  await seen.getByText("java.io", { exact: true }).click({ button: "right" });
  assert.deepEqual(await offered(), ["Collapse java.io", "Fold recursion", "Copy the name"]);
  await item("Collapse java.io").click();
  await until(seen, () => /steps=collapse-java\.io\./.test(location.hash));
  await seen.getByRole("button", { name: /^Undo:/ }).click();
  // Each other view has the same menu.
  await seen.getByRole("button", { name: "Methods", exact: true }).click();
  for (const [name, row] of [["Top down", ".grid-row .dot"], ["Bottom up", ".grid-row .dot"], ["Calls", ".grid-row .dot"], ["Exceptions", ".grid-row .dot"],
    ["Call graph", ".places button"]]) {
    await tab(seen, name);
    await seen.locator("#view " + row).first().click({ button: "right" });
    assert.ok((await offered()).includes("Callers & callees"), name);
    await seen.keyboard.press("Escape");
    await closed();
  }
  const track = await seen.locator(TIMELINE).boundingBox();
  await seen.mouse.click(track.x + 300, track.y + 30, { button: "right" });
  assert.ok((await offered()).includes("Callers & callees"), "timeline");
  await item("Callers & callees").click();
  await until(seen, () => document.querySelectorAll("#view .wings .grid-row .dot").length > 0);
  await seen.locator("#view .wings .dot").first().click({ button: "right" });
  await inside();
  await seen.keyboard.press("f");
  await until(seen, () => /steps=focus-/.test(location.hash));
  await tab(seen, "Compare");
  await seen.getByLabel("Compare with").selectOption({ label: "perflib-streaming.trace" });
  await seen.getByRole("button", { name: /^Undo:/ }).click();
  await seen.locator("#search").fill("^Hi.fib");
  await seen.locator("#view .grid-row .name", { hasText: "Hi.fib(int)" }).click({ button: "right" });
  assert.ok((await offered()).includes("Keep"), "a method of the comparison");
  await seen.keyboard.press("Escape");
  const flame = await seen.locator("#view .canvas-port").boundingBox();
  await seen.mouse.click(flame.x + 60, flame.y + 18 + 6, { button: "right" });
  assert.ok((await offered()).includes("Copy the name"), "a path of the comparison");
  await seen.close();
});

await check("what stands out is listed", async () => {
  await tab(page, "Findings");
  await until(page, () => /rules/.test(document.querySelector("#view .facts > .note").textContent));
  await page.screenshot({ path: pictures + "/findings.png" });
  await browsing.assertUsable(page, "findings");
});

await check("a page opens on what stands out, and without that on the flame graph", async () => {
  for (const [address, first] of [["/t/7", "findings"], ["/t/1", "flame"]]) {
    const seen = await open(address);
    assert.equal(await seen.locator("#tabs [aria-selected=true]").getAttribute("id"), "tab-" + first);
    assert.equal(await fragment(seen), "");
    if (first === "findings") {
      assert.match(await seen.locator("#view .lead").textContent(), /^500\.0 ms elapsed: 80 % work, 20 % not running$/);
      assert.match(await seen.locator("#view .findings").textContent(), /app\.Main\.heavy/);
      // The critical path leads through both, and selects a thread.
      assert.deepEqual(await seen.locator("#view .path-name").allTextContents(), ["main", "worker"]);
      await seen.locator("#view .path-row").nth(1).click();
      await until(seen, () => document.querySelectorAll("#view .path-row")[1]?.getAttribute("aria-pressed") === "true");
      assert.match(await fragment(seen), /threads=1/);
      await seen.locator("#view .path-row").nth(1).click();
      // The thread that works is open, and the main thread that waits for it is folded away.
      await until(seen, () => document.querySelector(".timeline-inner .track"));
      assert.deepEqual(await seen.locator(".timeline-inner .track").allTextContents(), ["▾ worker 1", "▸ 1 waiting thread"]);
      await browsing.assertUsable(seen, "findings of a profile");
      await seen.screenshot({ path: pictures + "/answer.png" });
    }
    await seen.close();
  }
});

await check("an empty comparison names what to choose, and the source is first that of the hottest method", async () => {
  const seen = await open("/t/1#tab=compare");
  assert.match(await seen.locator("#view .lead").textContent(), /^Choose the trace before the change/);
  await tab(seen, "Source");
  await until(seen, () => document.querySelector("#view .bar-row .note").textContent !== "");
  assert.doesNotMatch(await seen.locator("#view .bar-row .note").textContent(), /No method/);
  await seen.close();
});

await check("a heat map selects a time", async () => {
  await tab(page, "Heat map");
  await until(page, () => /Heat map of 26/.test(document.querySelector("#view .heat canvas").getAttribute("aria-label")));
  assert.ok(await isDrawn(page, HEAT) > 4);
  const box = await page.locator(HEAT).boundingBox();
  await page.mouse.move(box.x + 150, box.y + 20);
  await until(page, () => /% of a core/.test(document.querySelector("#view .tip.on")?.textContent ?? ""));
  await page.mouse.down();
  await page.mouse.move(box.x + 350, box.y + 40, { steps: 4 });
  await page.mouse.up();
  assert.match(await fragment(page), /span=\d+_\d+/);
  // The selected time has its flame graph beside it.
  await until(page, () => document.querySelector("#view .heat-wings .view canvas").getAttribute("aria-label")?.startsWith("Flame graph"));
  await page.screenshot({ path: pictures + "/heat.png" });
  await browsing.assertUsable(page, "heat");
  await page.locator(HEAT).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await until(page, () => /span=\d+000000_\d+000000/.test(location.hash));
  await page.locator("#span-clear").click();
});

await check("a comparison opens its file, and says what is wrong with another", async () => {
  await tab(page, "Compare");
  const choose = async (name, text) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Open a file…" }).click()]);
    await chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  };
  await choose("letter.txt", "this is no trace");
  await until(page, () => /letter\.txt.* not a trace of methods/.test(document.querySelector("#view .note.error")?.textContent ?? ""));
  for (const name of ["twice.collapsed", "twice.collapsed"]) {
    await choose(name, "main;Hi.main;Hi.fib 10\n");
    await until(page, () => /twice\.collapsed.*: .*, art11-threads-streaming\.trace: /.test(document.querySelector("#view .note").textContent));
    await page.getByLabel("Compare with").selectOption({ label: "perflib-streaming.trace" });
    await until(page, () => /perflib-streaming\.trace: /.test(document.querySelector("#view .note").textContent));
  }
  const titles = await page.locator("#view select option").allTextContents();
  assert.ok(titles.includes("twice.collapsed") && titles.includes("twice.collapsed (2)"), titles.join());
});

await check("questions in SQL are answered, or refused with the reason", async () => {
  await tab(page, "SQL");
  await page.getByLabel("Examples").selectOption({ label: "Methods with the most exclusive time" });
  await page.keyboard.press("Control+Enter");
  await until(page, () => document.querySelectorAll("#view .grid-row").length > 5);
  assert.match(await page.locator("#view .sql > .note, #view .sql p.note").first().textContent(), /^100 rows, /);
  assert.deepEqual(await page.evaluate(cutTexts), []);
  const asked = await page.evaluate(() => location.hash);
  assert.match(asked, /sql=select/);
  await page.getByLabel("Question in SQL").fill("selec 1");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await until(page, () => /Parser Error/.test(document.querySelector("#view .failure")?.textContent));
  assert.equal(await page.locator("#view .grid-row").count(), 0);
  await page.getByLabel("Question in SQL").fill("select * from read_text('/etc/passwd')");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await until(page, () => /disabled by configuration/.test(document.querySelector("#view .failure").textContent));
  const there = await open("/t/1" + asked);
  await until(there, () => document.querySelectorAll("#view .grid-row").length > 5);
  const menu = there.locator(".menu"), copied = () => there.evaluate(() => navigator.clipboard.readText());
  const fib = there.locator("#view .grid-row", { has: there.getByText("fib", { exact: true }) });
  await fib.locator("div").nth(2).click({ button: "right" });
  await menu.getByRole("menuitem", { name: "Copy the cell" }).click();
  assert.match(await copied(), /^\d+$/);
  await fib.click({ button: "right" });
  await there.keyboard.press("w");
  assert.match(await copied(), /^Hi\tfib\t\d+\t\d+$/);
  await fib.click({ button: "right" });
  await there.keyboard.press("t");
  const lines = (await copied()).split("\n");
  assert.equal(lines.length, 102);
  assert.equal(lines[0], "class\tmethod\tcalls\texclusive");
  // A row that names a method has the method's actions.
  await fib.click({ button: "right" });
  await browsing.assertUsable(there, "menu of an answer");
  await menu.getByRole("menuitem", { name: "Callers & callees" }).click();
  await until(there, () => /^Hi\.fib\(int\)/.test(document.querySelector("#view .chosen-name")?.textContent));
  await tab(there, "SQL");
  await there.screenshot({ path: pictures + "/sql.png" });
  await there.close();
});

await check("what figures are of is said once", async () => {
  const first = await open("/t/1");
  await first.locator("#hint").waitFor({ state: "visible" });
  await first.locator("#hint-seen").click();
  await first.locator("#hint").waitFor({ state: "hidden" });
  await first.close();
  const second = await open("/t/1");
  assert.equal(await second.locator("#hint").isVisible(), false);
  await tab(second, "Methods");
  await until(second, () => /Waiting/.test(document.querySelector("#view .grid-head, #view [role=row]")?.textContent ?? ""));
  await second.close();
});

await check("clocks, threads and words filter", async () => {
  await tab(page, "Flame graph");
  const before = await page.locator(FLAME).getAttribute("aria-label");
  assert.equal(await page.getByRole("button", { name: "CPU", exact: true }).getAttribute("aria-pressed"), "true");
  await page.getByRole("button", { name: "Wall", exact: true }).click();
  await until(page, text => document.querySelector("#view canvas").getAttribute("aria-label") !== text, before);
  await page.locator("#threads").selectOption({ index: 2 });
  await until(page, () => document.querySelectorAll(".timeline-inner .track").length === 1);
  await page.locator("#threads").selectOption({ index: 0 });
  await page.locator("#exclude").fill("java. sun. libcore. jdk.");
  await page.keyboard.press("Enter");
  await until(page, () => /Hi\./.test(document.querySelector("#view canvas").getAttribute("aria-label")) || /exclude/.test(location.hash));
  await page.locator("#exclude").fill("");
  await page.keyboard.press("Enter");
});

await check("a link shows what its sender saw", async () => {
  await tab(page, "Methods");
  await page.locator("#search").fill("Hi");
  await page.waitForTimeout(50);
  const there = await open("/t/1" + await page.evaluate(() => location.hash));
  await until(there, () => document.querySelectorAll("#view .grid-row").length > 0);
  assert.equal(await there.locator("#search").inputValue(), "Hi");
  assert.equal(await there.getByRole("tab", { selected: true }).textContent(), "Methods");
  assert.deepEqual(await there.locator("#view .grid-row .name").allTextContents(), await page.locator("#view .grid-row .name").allTextContents());
  await there.close();
  await page.locator("#search").fill("");
});

await check("a note is kept in the address", async () => {
  await page.locator(TIMELINE).focus();
  await page.keyboard.press("n");
  await page.keyboard.type("here it begins");
  await page.keyboard.press("Enter");
  await until(page, () => /note=\d+~here\+it\+begins/.test(decodeURIComponent(location.hash)));
});

await check("help, light and dark", async () => {
  await page.locator("#help-button").click();
  assert.ok(await page.locator("#help").isVisible());
  await page.keyboard.press("Escape");
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const before = await theme();
  await page.keyboard.press("t");
  assert.notEqual(await theme(), before);
  await tab(page, "Flame graph");
  await page.waitForTimeout(100);
  await page.screenshot({ path: pictures + "/dark.png" });
  await page.keyboard.press("t");
});

await check("an export is a file", async () => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#export").selectOption("collapsed")]);
  assert.equal(download.suggestedFilename(), "art11-threads-streaming.trace.collapsed");
});

const drop = async (name, text, type, on = page) => {
  const data = await on.evaluateHandle(([n, content, t]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], n, { type: t }));
    return transfer;
  }, [name, text, type]);
  await on.dispatchEvent("body", "drop", { dataTransfer: data });
};

await check("a mapping that is dropped gives the names of the source", async () => {
  await drop("mapping.txt", "com.example.Clear -> Hi:\n    int readable(int) -> fib\n", "text/plain");
  await until(page, () => /mapping=/.test(location.hash));
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  await tab(page, "Methods");
  await page.locator("#search").fill("com.example");
  await until(page, () => [...document.querySelectorAll("#view .grid-row .name")].some(e => e.textContent === "com.example.Clear.readable(int)"));
});

await check("sources and programs that are dropped are shown", async () => {
  const seen = await open("/t/1#tab=methods"), before = seen.url();
  const dropped = (name, content) => drop(name, content, "", seen), message = text => until(seen, t => document.getElementById("message").textContent.includes(t), text);
  await dropped("letter.apk", "Dear all,");
  await message("letter.apk cannot be read as an archive or a dex file");
  await seen.locator("#search").fill("PrintStream.println");
  await seen.getByText("java.io.PrintStream.println(String)", { exact: true }).click();
  await tab(seen, "Source");
  await message("");
  await until(seen, () => /do not contain java\.io\.PrintStream/.test(document.querySelector("#view .note").textContent));
  await dropped("PrintStream.java", "package java.io;\nclass PrintStream {\n  void println(String text) {\n  }\n}\n");
  await message("PrintStream.java: 1 source file.");
  await until(seen, () => /^java\/io\/PrintStream\.java:3/.test(document.querySelector("#view .note").textContent));
  assert.equal(seen.url().split("#")[0], before.split("#")[0], "a drop never leaves the page");
  await seen.close();
});

await check("another tool's file that is dropped is opened", async () => {
  const before = page.url();
  await drop("no.txt", "this is no trace", "text/plain");
  await until(page, () => /no\.txt.* not a trace of methods/.test(document.querySelector("#message.error")?.textContent ?? ""));
  await drop("stacks.collapsed", "main;a;b 10\nmain;a;c 30\n", "text/plain");
  await until(page, () => /stacks\.collapsed is open beside/.test(document.getElementById("message").textContent));
  assert.equal(page.url(), before, "a drop never leaves the page");
  await page.getByRole("button", { name: "Show it" }).click();
  await page.waitForURL(/\/t\/\d+$/);
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  await tab(page, "Methods");
  await until(page, () => ["a", "b", "c"].every(n => [...document.querySelectorAll("#view .grid-row .name")].some(e => e.textContent === n)));
});

await check("what cannot be read is told", async () => {
  const bad = await context.newPage();
  await bad.goto(root + "/t/4");
  await until(bad, () => document.querySelector("#message.error"));
  assert.match(await bad.locator("#message").textContent(), /not a trace of methods/);
  await bad.goto(root + "/t/99");
  await until(bad, () => /no trace/.test(document.querySelector("#message.error")?.textContent ?? ""));
  await bad.close();
});

await check("names of a trace never become markup", async () => {
  const hostile = await open("/t/3#theme=dark");
  for (const name of ["Top down", "Methods", "Callers & callees", "Calls", "About", "Flame graph"]) await tab(hostile, name);
  await tab(hostile, "SQL");
  await hostile.getByLabel("Question in SQL").fill("select class, method, thread from tree");
  await hostile.keyboard.press("Control+Enter");
  await until(hostile, () => document.querySelectorAll("#view .grid-row .name").length > 2);
  assert.equal(await hostile.locator("img[src=x]").count(), 0);
  await tab(hostile, "Flame graph");
  await hostile.waitForTimeout(200);
  assert.equal(await hostile.locator("img[src=x]").count(), 0);
  const box = await hostile.locator(FLAME).boundingBox();
  await hostile.mouse.move(box.x + 40, box.y + 40);
  await hostile.waitForTimeout(100);
  assert.equal(await hostile.locator("img[src=x]").count(), 0);
  await hostile.close();
});

await check("small and large windows", async () => {
  for (const [width, height] of [[720, 800], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(150);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1), "nothing sticks out at " + width);
  }
});

await check("no text is cut at any width", async () => {
  const seen = await open("/t/1");
  // The methods come last: the menu is that of a row.
  const keys = [...(await seen.locator("#tabs button").evaluateAll(all => all.map(each => each.id.replace("tab-", "")))), "methods"];
  const table = await seen.evaluate(() => fetch("/api/v1/traces/1/table").then(answer => answer.json()));
  await seen.evaluate(method => { location.hash = "#steps=recursion,collapse-java.util.,merge-0&span=0_20000000&base=2&method=" + method; }, table.methods[table.names.indexOf("Hi.main(String[])")]);
  const code = await open("/t/1#tab=source&method=" + table.methods[table.names.indexOf("Hi.boom(int)")]);
  const lines = await open("/t/6#tab=methods");
  await lines.locator("#view .grid-row .name", { hasText: "Hi.fib" }).click();
  await tab(lines, "Source");
  const cut = [];
  for (const [sans, mono] of FONTS) for (const width of [800, 1280, 1400]) {
    const note = async (page, views) => {
      // Pages behind another one draw nothing.
      await page.bringToFront();
      await page.setViewportSize({ width, height: 850 });
      await wear(page, sans, mono);
      cut.push(...(await page.evaluate(`(${cutInViews})(${JSON.stringify(views)}, ${cutTexts})`)).map(text => `${text} at ${width} in ${sans}`));
    };
    await note(seen, keys);
    for (const page of [code, lines]) await note(page, ["source"]);
    await seen.evaluate(() => document.querySelector("#view .grid").focus());
    await seen.keyboard.press("Shift+F10");
    await note(seen, []);
    await seen.keyboard.press("Escape");
    await seen.evaluate(() => document.getElementById("help-button").click());
    await note(seen, []);
    await seen.keyboard.press("Escape");
  }
  assert.deepEqual([...new Set(cut)], []);
  for (const page of [seen, code, lines]) await page.close();
});

for (const theme of ["light", "dark"]) {
  await check("nothing keeps people from using it: " + theme, async () => {
    const seen = await open("/t/1#theme=" + theme);
    for (const name of ["Flame graph", "Top down", "Methods", "Callers & callees", "Call graph", "Calls", "Compare", "SQL", "About"]) {
      await tab(seen, name);
      await seen.waitForTimeout(120);
      await browsing.assertUsable(seen, name);
    }
    await seen.close();
  });
}

await check("the page has not complained", () => {
  // Two pages were meant to fail.
  assert.deepEqual(complaints.filter(text => !/status of (400|404|422)/.test(text)), []);
});

await browsing.end();
