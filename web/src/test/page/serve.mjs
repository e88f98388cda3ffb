// Uses the first page of a server of traces in a real browser, as people do. Prints a line for each thing that it tried;
// ends with 1 when one of them was not as it should be, or when the page has complained.
//   node serve.mjs ADDRESS-OF-THE-SERVER FOLDER-OF-PLAYWRIGHT PICTURES
import assert from "node:assert/strict";
import { Browsing, cutTexts } from "./browser.mjs";

const [root, modules, pictures] = process.argv.slice(2);
const browsing = await Browsing.start(modules);
const check = (what, work) => browsing.check(what, work);
const page = await browsing.newPage();

const home = async () => {
  await page.goto(root + "/");
  await page.waitForFunction(() => document.getElementById("limits").textContent);
};
const trace = (name, method) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(`main;app.Main.${method} 5\n`) });
const HOSTILE = "<img src=x onerror=alert(1)>.trace";

await check("it says what it takes", async () => {
  await home();
  assert.match(await page.locator("#limits").textContent(), /Up to 2\.1 GB, kept for 30 days/);
  assert.match(await page.locator("#curl").textContent(), new RegExp("curl -F file=@app.trace " + root));
});

await check("several files are uploaded and listed, names are texts", async () => {
  await page.locator("#file").setInputFiles([trace("one.trace", "one"), trace(HOSTILE, "two")]);
  await page.locator("#own tr").nth(1).waitFor();
  assert.deepEqual(await page.locator("#own tr td:first-child").allTextContents(), [HOSTILE, "one.trace"]);
  assert.equal(await page.locator("#own img").count(), 0);
});

await check("what is no trace is refused with the reason", async () => {
  await page.locator("#file").setInputFiles([trace("good.trace", "three"), { name: "no.trace", mimeType: "", buffer: Buffer.from("this is no trace") }]);
  const refused = page.locator("#uploads .refused");
  await refused.waitFor();
  assert.match(await refused.textContent(), /no\.trace: at 0x0: /);
});
await page.screenshot({ path: pictures + "/serve.png" });

for (const colorScheme of ["light", "dark"]) {
  await check("nothing keeps people from using it, " + colorScheme, async () => {
    await page.emulateMedia({ colorScheme });
    await browsing.assertUsable(page, "the first page");
  });
}

await check("it fits windows of other sizes", async () => {
  for (const [width, height] of [[640, 800], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    assert.deepEqual(await page.evaluate(cutTexts), [], "cut at " + width);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1), "nothing sticks out at " + width);
  }
});

await check("the owner deletes", async () => {
  const before = await page.locator("#own tr").count();
  await page.getByRole("button", { name: "Delete one.trace" }).click();
  await page.waitForFunction(n => document.querySelectorAll("#own tr").length === n, before - 1);
  assert.match(await page.locator("#message").textContent(), /one\.trace is deleted/);
  await home();
  assert.equal(await page.locator("#own tr").count(), before - 1);
});

await check("a file that is dropped is shown", async () => {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["main;app.Main.dropped 5\n"], "dropped.trace"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.waitForURL(/\/t\/[0-9a-f]{32}/);
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  assert.equal(await page.title(), "dropped.trace \u00b7 Dexscope");
});

await check("a file that is dropped on a trace is its owner's too", async () => {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["main;app.Main.beside 7\n"], "beside.trace"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.getByRole("button", { name: "Show it" }).click();
  await page.waitForFunction(() => document.title === "beside.trace \u00b7 Dexscope" && document.documentElement.dataset.ready);
  await home();
  assert.match(await page.locator("#own tr").first().textContent(), /^beside\.trace.*1 thread, 1 method(?!s)/);
  await page.getByRole("button", { name: "Delete beside.trace" }).click();
  await page.waitForFunction(() => /beside\.trace is deleted/.test(document.getElementById("message").textContent));
});

await check("the sample is shown", async () => {
  await home();
  await page.getByRole("button", { name: "Try it with a sample" }).click();
  await page.waitForURL(/\/t\/[0-9a-f]{32}/);
  await page.waitForFunction(() => document.documentElement.dataset.ready);
});

await check("the flame graph is a picture without scripts", async () => {
  const id = page.url().match(/[0-9a-f]{32}/)[0];
  await page.goto(`${root}/traces/${id}/flame.svg`);
  assert.ok(await page.evaluate(() => document.querySelectorAll("svg rect").length) > 50);
});

await check("the page has not complained", () => {
  // One upload was meant to fail, and a picture that is a page of its own has no icon.
  assert.deepEqual(browsing.complaints.filter(text => !/status of 422|\/favicon\.ico$/.test(text)), []);
});

await browsing.end();
