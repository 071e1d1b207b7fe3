import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { slow } from "../../support/slow.ts";
import { type OpenSite, openSite, phone } from "./open-site.ts";

vi.setConfig(slow);

let site: OpenSite;
beforeAll(async () => {
  site = await openSite(join(import.meta.dirname, "../gallery"));
});
afterAll(() => site.close());

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };
const copied = () => navigator.clipboard.readText();

describe("code", () => {
  test("the copy button copies code without the lines that a diff removes", async () => {
    const { page } = await site.read(clipboard);
    await page.goto("/text/code");
    const changes = page.locator(".code", { hasText: "Changes" });
    await changes.hover();
    await changes.getByRole("button", { name: "Copy code" }).click();
    await expect.poll(() => page.evaluate(copied)).toBe("const limit = 20;\nuse(limit);\n");
    expect(await page.locator(".code", { hasText: "secret --do-not-copy" }).getByRole("button").count()).toBe(0);
  });

  test("collapsed code expands and collapses again", async () => {
    const { page } = await site.read();
    await page.goto("/text/code");
    const button = page.getByRole("button", { name: "Show all 17 lines" });
    const pre = page.locator("pre", { hasText: '"fifteen"' });
    const folded = await pre.evaluate((box) => box.clientHeight);
    await button.click();
    expect(await pre.evaluate((box) => box.clientHeight)).toBeGreaterThan(folded);
    await page.getByRole("button", { name: "Show less" }).click();
    expect(await pre.evaluate((box) => box.clientHeight)).toBe(folded);
  });

  test("a twoslash block shows the type of a name on hover, tap or focus, and copying leaves the types out", async () => {
    const { page, problems } = await site.read(clipboard);
    await page.goto("/text/code");
    const box = page.locator(".code", { hasText: "const text" });
    const tip = page.getByRole("tooltip");
    await box.locator(".typed").first().hover();
    expect(await tip.textContent()).toBe('const text: "a"');
    await box.getByRole("button", { name: "Copy code" }).click();
    await expect.poll(() => page.evaluate(copied)).toBe('const text = "a";\nconst size = text.length;');
    expect(await tip.isVisible()).toBe(false);
    await box.locator(".typed").first().focus();
    await page.keyboard.press("ArrowRight");
    expect(await tip.textContent()).toBe("const size: number");
    await page.keyboard.press("Escape");
    expect(await tip.isVisible()).toBe(false);
    expect(problems).toEqual([]);
    const onPhone = await site.read(phone);
    await onPhone.page.goto("/text/code");
    await onPhone.page.locator(".typed").first().tap();
    expect(await onPhone.page.getByRole("tooltip").isVisible()).toBe(true);
  });

  test("choosing a language in a code group's menu shows its code and closes the menu", async () => {
    const { page } = await site.read();
    await page.goto("/text/code");
    await page.locator(".tab-menu > summary").click();
    await page.getByRole("tab", { name: "Go", exact: true }).click();
    expect(await page.getByText("package main").isVisible()).toBe(true);
    expect(await page.locator(".tab-menu-title").textContent()).toBe("Go");
    expect(await page.locator(".tab-menu[open]").count()).toBe(0);
  });
});

describe("tabs", () => {
  test("tabs with the same title switch together, unless syncing is off", async () => {
    const { page } = await site.read();
    await page.goto("/components/steps-and-tabs");
    await page.getByRole("tab", { name: "Linux" }).first().click();
    expect(await page.getByText("apt install example").isVisible()).toBe(true);
    await page.getByRole("tab", { name: "macOS" }).first().click();
    expect(await page.getByText("Switches with the tabs above.").isVisible()).toBe(true);
    await page.getByRole("tab", { name: "Linux" }).nth(2).click();
    expect(await page.getByText("Stands alone as well.").isVisible()).toBe(true);
    expect(await page.getByText("brew install example").isVisible()).toBe(true);
  });

  test("a row of tabs supports the arrow keys and is a single tab stop", async () => {
    const { page } = await site.read();
    await page.goto("/components/steps-and-tabs");
    await page.getByRole("tab", { name: "macOS" }).first().focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.getByText("apt install example").isVisible()).toBe(true);
    await page.keyboard.press("End");
    expect(await page.getByText("Use the installer.").isVisible()).toBe(true);
    await page.keyboard.press("ArrowRight");
    expect(await page.getByText("brew install example").isVisible()).toBe(true);
    expect(await page.locator(".tabs").first().locator('[role="tab"][tabindex="0"]').count()).toBe(1);
  });

  test("a link to a tab opens the tab", async () => {
    const { page } = await site.read();
    await page.goto("/components/steps-and-tabs#linux");
    await expect.poll(() => page.getByText("apt install example").isVisible()).toBe(true);
  });
});

test("an anchor with a different spelling still opens its target", async () => {
  const { page } = await site.read();
  for (const anchor of ["-Linux?", "outer-box:linux"]) {
    await page.goto("/");
    await page.goto(`/components/steps-and-tabs#${anchor}`);
    await expect.poll(() => page.getByText("apt install example").isVisible(), { message: anchor }).toBe(true);
  }
});

test("opening an accordion adds its anchor to the address", async () => {
  const { page } = await site.read();
  await page.goto("/components/disclosures");
  await page.getByText("How much does it cost?").click();
  expect(page.url()).toContain("#how-much-does-it-cost");
  const { page: other } = await site.read();
  await other.goto(page.url().slice(site.url.length));
  await expect.poll(() => other.getByText("Nothing, and there is no catch.").isVisible()).toBe(true);
});

test("a tooltip appears on focus, stays open for its link, and needs no script", async () => {
  const { page } = await site.read({ javaScriptEnabled: false });
  await page.goto("/components/marks");
  const word = page.locator(".tooltip-word", { hasText: "client" });
  await word.focus();
  expect(await page.getByText("A program that asks another one").isVisible()).toBe(true);
  await page.keyboard.press("Tab");
  expect(await page.getByRole("link", { name: "Read the guide" }).evaluate((link) => link.matches(":focus"))).toBe(
    true,
  );
  await page.getByRole("link", { name: "Read the guide" }).click();
  await page.waitForURL(`${site.url}/`);
});

test("choosing a view changes the whole page and the outline", async () => {
  const { page } = await site.read();
  await page.goto("/components/views");
  const outline = page.locator("aside.outline");
  expect(await outline.getByText("Install with pip").isVisible()).toBe(true);
  expect(await outline.getByText("Install with npm").isVisible()).toBe(false);
  await page.getByRole("button", { name: "JavaScript" }).click();
  expect(await page.getByText("Only for JavaScript.").isVisible()).toBe(true);
  expect(await page.getByText("Only for Python.").isVisible()).toBe(false);
  expect(await outline.getByText("Install with npm").isVisible()).toBe(true);
  expect(await outline.getByText("Install with pip").isVisible()).toBe(false);
  await page.reload();
  expect(await page.getByText("Only for JavaScript.").isVisible()).toBe(true);
});

test("filtering a changelog by several tags shows the entries that have all of them", async () => {
  const { page } = await site.read();
  await page.goto("/components/changelog");
  const updates = page.locator(".update:visible");
  expect(await updates.count()).toBe(4);
  await page.getByRole("button", { name: "API" }).click();
  expect(await updates.count()).toBe(2);
  await page.getByRole("button", { name: "SDK" }).click();
  expect(await updates.count()).toBe(1);
  expect(page.url()).toContain("?tags=api,sdk");
  expect(await page.locator("aside.outline").getByText("v1.0.0").isVisible()).toBe(false);
  await page.goto("/components/changelog?tags=dashboard");
  expect(await updates.count()).toBe(1);
});

test("arrow keys move through a file tree and open and close folders", async () => {
  const { page } = await site.read();
  await page.goto("/components/trees-and-colors");
  const tree = page.locator(".tree").first();
  await tree.locator("summary").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect(await tree.getByText("users.ts").isVisible()).toBe(true);
  await page.keyboard.press("ArrowLeft");
  expect(await tree.getByText("users.ts").isVisible()).toBe(false);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  expect(await tree.getByText("main.ts").isVisible()).toBe(false);
});

test("colors and prompts are copied as written", async () => {
  const { page } = await site.read(clipboard);
  await page.goto("/components/trees-and-colors");
  await page.getByRole("button", { name: "Copy Accent #2563EB" }).click();
  await expect.poll(() => page.evaluate(copied)).toBe("#2563EB");
  await page.getByRole("button", { name: "Copy prompt" }).first().click();
  await expect.poll(() => page.evaluate(copied)).toContain("- Write *one* sentence for each file.");
});

test("a picture is enlarged with a click or a key, unless its author disables that or it is a link", async () => {
  const { page } = await site.read();
  await page.goto("/components/pictures");
  const picture = page.getByRole("button", { name: "Enlarge: A screen" }).first();
  await picture.focus();
  await page.keyboard.press("Enter");
  const large = page.getByRole("dialog", { name: "A screen" });
  expect(await large.isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => large.count()).toBe(0);
  await picture.click();
  await large.click();
  await expect.poll(() => large.count()).toBe(0);
  expect(await page.locator(".can-zoom[data-zoom], a .can-zoom").count()).toBe(0);
});

test("a diagram zooms inside its box without widening the page", async () => {
  const { page } = await site.read(phone);
  await page.goto("/text/diagrams");
  const drawing = page.locator(".drawing").first();
  const width = () => drawing.evaluate((svg) => svg.getBoundingClientRect().width);
  const before = await width();
  const [tools, picture] = [await page.locator(".diagram-tools").first().boundingBox(), await drawing.boundingBox()];
  expect(tools?.y, "the buttons don't cover the drawing").toBeGreaterThan((picture?.y ?? 0) + (picture?.height ?? 0));
  await page.getByRole("button", { name: "Zoom in" }).first().tap();
  expect(await width()).toBeGreaterThan(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole("button", { name: "Reset the zoom" }).first().tap();
  expect(await width()).toBe(before);
});

test("without JavaScript, components hide no content and show no dead controls", async () => {
  const { page } = await site.read({ javaScriptEnabled: false });
  await page.goto("/components/views");
  expect(await page.getByText("Only for JavaScript.").isVisible()).toBe(true);
  expect(await page.locator(".view-switch").isVisible()).toBe(false);
  await page.goto("/components/steps-and-tabs");
  for (const text of ["brew install example", "apt install example", "Use the installer."])
    expect(await page.getByText(text).isVisible()).toBe(true);
  await page.goto("/text/code");
  expect(await page.getByText('"fifteen"').isVisible()).toBe(true);
  for (const url of site.build.pages.map((built) => built.url)) {
    await page.goto(url);
    expect(await page.locator("main .prose button:visible:not(.color-item)").count(), url).toBe(0);
  }
});

test("no page of the gallery writes to the console or scrolls sideways on a phone", async () => {
  const { page, problems } = await site.read(phone);
  for (const { url } of site.build.pages) {
    await page.goto(url, { waitUntil: "load" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), url).toBe(390);
  }
  expect(problems).toEqual([]);
});

test("in print, every tab and accordion is open", async () => {
  const { page } = await site.read();
  await page.goto("/components/steps-and-tabs");
  const panels = page.locator(".tab-panel");
  const shown = async () => (await Promise.all((await panels.all()).map((panel) => panel.isVisible()))).filter(Boolean);
  expect((await shown()).length).toBeLessThan(await panels.count());
  await page.emulateMedia({ media: "print" });
  expect((await shown()).length).toBe(await panels.count());
  await page.goto("/components/disclosures");
  const folded = page.locator(".prose details:not([open])").first();
  const height = () => folded.evaluate((fold) => fold.clientHeight);
  const onPaper = await height();
  await page.emulateMedia({ media: "screen" });
  expect(await height()).toBeLessThan(onPaper);
});

test("in print, examples follow the text and nothing is wider than the paper", async () => {
  const { page } = await site.read({ viewport: { width: 718, height: 1000 } });
  await page.emulateMedia({ media: "print" });
  await page.goto("/components/examples");
  const top = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((part) => part.getBoundingClientRect().top);
  expect(await top(".article-aside")).toBeGreaterThan(await top("main .article > .prose:last-child"));
  for (const { url } of site.build.pages) {
    await page.goto(url, { waitUntil: "load" });
    const cut = await page
      .locator("main :is(pre, .table, .formula, .diagram-view, .tab-panel)")
      .evaluateAll(
        (boxes) =>
          boxes.filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX !== "visible")
            .length,
      );
    expect(cut, url).toBe(0);
  }
});
