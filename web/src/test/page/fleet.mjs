// Uses the page of an application's runs in a real browser, as people do. Prints a line for each thing that it tried;
// ends with 1 when one of them was not as it should be, or when the page has complained.
//   node fleet.mjs ADDRESS-OF-THE-SERVER FOLDER-OF-PLAYWRIGHT PICTURES
import assert from "node:assert/strict";
import { Browsing } from "./browser.mjs";

const [root, modules, pictures] = process.argv.slice(2);
const browsing = await Browsing.start(modules);
const menu = name => page.locator(".menu").getByRole("menuitem", { name });
const check = (what, work) => browsing.check(what, work);
const page = await browsing.newPage();

const ready = () => page.waitForFunction(() => document.documentElement.dataset.ready);
const message = () => page.locator("#message").textContent();
const rows = label => page.getByRole("table", { name: label }).locator(".grid-body .grid-row");
const tab = async name => {
  await page.getByRole("tab", { name }).click();
  await ready();
};

await check("the first page leads to the runs", async () => {
  await page.goto(root + "/");
  await page.getByRole("link", { name: "Runs of applications" }).click();
  await page.waitForURL(root + "/fleet");
  await ready();
  assert.equal(await page.title(), "org.example.shop \u00b7 runs \u00b7 Dexscope");
});

await check("the last two versions are compared", async () => {
  assert.match(await message(), /^A run takes .* instead of .*24 runs of 2\.9, 24 of 2\.10, compared within 2 kinds/);
  assert.deepEqual(await page.locator(".versions button span").allTextContents(), ["2.7", "2.8", "2.9", "2.10"]);
  assert.deepEqual(await page.locator(".versions button[aria-pressed=true] span").allTextContents(), ["2.9", "2.10"]);
  const texts = await rows("Methods that moved").allTextContents();
  assert.equal(texts.length, 3);
  assert.ok(texts.some(text => /regressed.*Cart\.total/.test(text)) && texts.some(text => /improved.*Images\.scale/.test(text)), texts.join("\n"));
});

await check("a method is shown in all versions, with the runs behind it and their traces", async () => {
  await rows("Methods that moved").filter({ hasText: "Cart.total" }).click();
  await ready();
  assert.match(await page.locator("#chart h2").textContent(), /^Time of a run in org\.example\.shop\.Cart\.total\(int\), by version$/);
  await page.getByRole("button", { name: "Runs behind it" }).click();
  await ready();
  assert.match(await page.locator("#view .note").textContent(), /^48 runs; time in the method\. A click opens a trace/);
  // Names are texts, whatever they have in them.
  assert.ok((await rows("Runs").allTextContents()).some(text => text.includes("A <b>14</b>")));
  await page.screenshot({ path: pictures + "/fleet-runs.png" });
  await rows("Runs").first().click();
  await page.waitForURL(/\/t\/run-[0-9a-f]{64}/);
  await ready();
  assert.match(await page.title(), /^run [0-9a-f]{16} /);
  await page.goBack();
  await ready();
  assert.match(await page.locator("#chart h2").textContent(), /Cart\.total/);
  await page.getByRole("button", { name: "Show the whole run" }).click();
  await ready();
  assert.equal(await page.locator("#chart h2").textContent(), "Time of a run, by version");
});

await check("rows have menus", async () => {
  await tab("Methods that moved");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const row = rows("Methods that moved").filter({ hasText: "Cart.total" });
  await row.click({ button: "right" });
  await browsing.assertUsable(page, "menu");
  await page.screenshot({ path: pictures + "/fleet-menu.png" });
  await menu("Copy the table").click();
  const lines = (await copied()).split("\n");
  assert.equal(lines.length, 5);
  assert.match(lines[0], /^Change\tRelative\t.*\tMethod\t/);
  await row.click({ button: "right" });
  await menu("Runs behind it").click();
  await ready();
  assert.match(await page.locator("#chart h2").textContent(), /Cart\.total/);
  const run = rows("Runs").first();
  await run.click({ button: "right" });
  await menu("Copy the run's id").click();
  assert.match(await copied(), /^[0-9a-f]{16}/);
  await run.click({ button: "right" });
  await menu("Open its trace").click();
  await page.waitForURL(/\/t\/run-[0-9a-f]{64}/);
  await ready();
  await page.goBack();
  await ready();
  await page.getByRole("button", { name: "Show the whole run" }).click();
  await ready();
});

await check("the difference of the merged trees is drawn", async () => {
  await tab("Flame difference");
  const canvas = page.getByRole("img", { name: "Differential flame graph of 11 call paths" });
  await canvas.waitFor();
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 27);
  await page.waitForFunction(() => document.querySelector(".tip.on")?.textContent.includes("org.example.shop.Main.onCreate(int)"));
  await canvas.click({ position: { x: box.width / 2, y: 27 } });
  await ready();
  // What has not moved has a history too.
  assert.match(await page.locator("#chart h2").textContent(), /Main\.onCreate/);
});

await check("other versions are chosen, in the address too", async () => {
  await page.locator(".versions button").nth(1).click();
  await ready();
  assert.match(await message(), /24 runs of 2\.7, 24 of 2\.8/);
  assert.match(page.url(), /from=2\.7&to=2\.8/);
  await page.locator("#to").selectOption("2.10");
  await ready();
  assert.match(await message(), /24 runs of 2\.7, 24 of 2\.10/);
  await page.goBack();
  await ready();
  assert.match(await message(), /24 runs of 2\.7, 24 of 2\.8/);
  await page.locator("#from").selectOption("2.8");
  await ready();
  assert.equal(await message(), "Choose two versions.");
});

await check("versions without a device in common are passed over, and not an error where they are chosen", async () => {
  const nothing = route => route.fulfill({ status: 404, json: { status: 404, reason: "nothing in common" } });
  await page.route(/changes\?.*from=2\.9/, nothing);
  await page.goto(root + "/fleet#to=2.10");
  await page.reload();
  await ready();
  assert.deepEqual(await page.locator(".versions button[aria-pressed=true] span").allTextContents(), ["2.8", "2.10"]);
  await page.goto(root + "/fleet#from=2.9&to=2.10");
  await page.reload();
  await ready();
  assert.equal(await message(), "2.9 and 2.10 have no runs on the same device and level, so they are not compared: choose other versions.");
  assert.equal(await page.locator("#message.error").count(), 0);
  assert.equal(await page.locator(".versions .top").count(), 0);
  await page.unroute(/changes\?.*from=2\.9/);
});

for (const colorScheme of ["light", "dark"]) {
  await check("nothing keeps people from using it, and nothing is cut, " + colorScheme, async () => {
    await page.emulateMedia({ colorScheme });
    for (const view of ["Methods that moved", "Flame difference", "Runs"]) {
      await page.goto(root + "/fleet#from=2.9&to=2.10&method=" + encodeURIComponent("org.example.shop.Cart.total(I)V"));
      await page.reload();
      await ready();
      await tab(view);
      for (const width of [800, 1280, 1400]) {
        await page.setViewportSize({ width, height: 850 });
        await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
        await page.screenshot({ path: `${pictures}/fleet-${view.split(" ")[0].toLowerCase()}-${width}-${colorScheme}.png` });
        const cut = await page.evaluate(() => [...document.querySelectorAll("header *, .tab-row *, .versions button span, .versions button small, .grid-head > div")]
          .filter(each => each.scrollWidth > each.clientWidth + 1 && each.clientWidth && getComputedStyle(each).overflow === "hidden").map(each => each.textContent));
        assert.deepEqual(cut, [], `${view} at ${width}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1), "nothing sticks out at " + width);
      }
      await browsing.assertUsable(page, view);
    }
  });
}

await check("the page has not complained", () => {
  assert.deepEqual(browsing.complaints.filter(text => !/status of 404/.test(text)), []);
});

await browsing.end();
