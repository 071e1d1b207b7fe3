import { type Browser, chromium } from "playwright-core";
import { findBrowser } from "../../src/screenshot/find-browser.ts";

/** The browser that screenshots are taken with, for whoever reads pages in a test. */
export async function launchBrowser(): Promise<Browser> {
  const found = await findBrowser();
  if (found === undefined) {
    throw new Error("These tests need a browser.");
  }
  const args = ["--headless=shell", "--no-sandbox"];
  return chromium.launch({ executablePath: found.executable, env: { ...found.variables }, args });
}
