// What the scripts share that use our pages in a real browser, as people do.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";

export class Browsing {
  complaints = [];
  failed = 0;

  /** A browser, and the packages that drive it. */
  static async start(modules, viewport = { width: 1280, height: 850 }) {
    const require = createRequire(modules + "/");
    const own = new Browsing();
    own.axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
    own.browser = await require("playwright-core").chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
    own.context = await own.browser.newContext({ viewport, acceptDownloads: true, permissions: ["clipboard-read", "clipboard-write"] });
    return own;
  }

  /** An empty page, whose complaints are kept, each with the address that it is about. */
  async newPage() {
    const page = await this.context.newPage();
    page.on("console", message => { if (["error", "warning"].includes(message.type())) this.complaints.push(message.text() + " " + message.location().url); });
    page.on("pageerror", error => this.complaints.push(String(error)));
    page.on("dialog", dialog => { this.complaints.push("a name has run as a script"); dialog.dismiss(); });
    return page;
  }

  /** Opens a page and waits until it says that it is ready. */
  async open(address) {
    const page = await this.newPage();
    await page.goto(address);
    await page.waitForFunction(() => document.documentElement.dataset.ready);
    return page;
  }

  /** Tries one thing, and prints a line of it. */
  async check(what, work) {
    try {
      await work();
      console.log("ok " + what);
    } catch (e) {
      this.failed++;
      console.log("FAILED " + what + ": " + (e.stack ?? e));
    }
  }

  /** Nothing on the page is in the way of people who cannot see, point or tell colours apart. */
  async assertUsable(page, where) {
    // The page's own policy keeps scripts of others out: this one is let in past it.
    await page.evaluate(this.axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] }));
    const serious = violations.filter(v => ["serious", "critical"].includes(v.impact));
    assert.deepEqual(serious.map(v => `${where}: ${v.id}: ${v.nodes.map(n => n.target + " " + n.failureSummary).slice(0, 3).join(" | ")}`), []);
  }

  /** Ends with 1 when something was not as it should be. */
  async end() {
    await this.browser.close();
    process.exit(this.failed ? 1 : 0);
  }
}

export const until = (page, work, argument) => page.waitForFunction(work, argument, { timeout: 15_000 });

/** The texts of the page that have less room than they need, and cannot be scrolled to; of names beside figures the rest is a tooltip. */
export const cutTexts = () => {
  const g = document.createElement("canvas").getContext("2d"), cut = [];
  for (const element of document.querySelectorAll("body *")) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    if (element.matches("select, input")) {
      const text = element.matches("select") ? element.selectedOptions[0]?.text ?? "" : element.value || element.placeholder;
      g.font = style.font;
      // A select has an arrow, a field of a search its cross.
      const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - (element.matches("select") ? 16 : 0);
      if (g.measureText(text).width > room + 1) cut.push(`${text} (${Math.round(g.measureText(text).width)} in ${Math.round(room)})`);
    } else if ((/hidden|clip/.test(style.overflowX) || element.matches("button")) && element.scrollWidth > element.clientWidth + 1 && element.textContent.trim()
      && !(element.closest(".names-first .last") && element.title)) {
      cut.push(`${element.className || element.id}: ${element.textContent.trim().slice(0, 60)}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) cut.push("the page is wider than the window");
  return cut;
};
