import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../../support/launch-browser.ts";
import { serveVisualEditor, sourceOf, type VisualBrowser } from "./visual-browser.ts";

const folder = join(import.meta.dirname, "../pastes");
const names = globSync(join(folder, "*.md")).map((file) => basename(file, ".md"));

/** Chromium reports each style attribute of the pasted HTML that the policy keeps from being applied. */
const isStyleReport = /Applying inline style violates/;

let browser: Browser;
let visual: VisualBrowser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  visual = await serveVisualEditor(browser, isStyleReport);
});

afterEach(async () => {
  await page?.close();
});

afterAll(async () => {
  await visual.close();
  await browser.close();
});

function read(name: string, ending: string): string {
  const file = join(folder, `${name}.${ending}`);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** Pastes into an empty paragraph between two others. */
async function paste(html: string, text: string): Promise<void> {
  page = await visual.open("Before.\n\nAfter.\n");
  await page.getByText("Before.", { exact: true }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" Typed.");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Page", exact: true }).evaluate(
    (element, [markup, plain]) => {
      const clipboardData = new DataTransfer();
      if (markup !== "") clipboardData.setData("text/html", markup);
      if (plain !== "") clipboardData.setData("text/plain", plain);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    [html, text] as const,
  );
}

test.each(names)("a paste from %s keeps its structure", async (name) => {
  await paste(read(name, "html.txt"), read(name, "txt"));
  await expect.poll(() => sourceOf(page)).toBe(`Before. Typed.\n\n${read(name, "md")}\nAfter.\n`);
});

test("content that can't be pasted is named", async () => {
  await paste(read("word", "html.txt"), "");
  await page.getByText("Pasted without images, which you can add as files.").waitFor();
});
