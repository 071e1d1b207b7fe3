import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";
import { findBrowser } from "../../src/screenshot/find-browser.ts";
import type { BrowserProgram } from "../../src/screenshot/with-browser.ts";

/** Long, because several files may use a browser at the same time and share the machine. */
export const launchSecondsMax = 480;

/** The timeout of one step in a page. Playwright's default of half a minute is too short if several browsers run. */
export const stepMilliseconds = 240_000;

export const browserArguments = ["--headless=shell", "--no-sandbox", "--disable-gpu"];

/**
 * The browser that all tests of the project "browser" share; closing it only closes this caller's contexts. Other
 * projects get their own browser.
 */
export async function launchBrowser(): Promise<Browser> {
  const timeout = launchSecondsMax * 1_000;
  const endpoint = inject("browserEndpoint");
  if (endpoint !== undefined) return chromium.connect(endpoint, { timeout });
  const { executable, variables } = await findTestBrowser();
  return chromium.launch({ executablePath: executable, env: { ...variables }, args: browserArguments, timeout });
}

/** Finding a browser means starting it once, so a run does this once and records the result. */
export async function findTestBrowser(): Promise<BrowserProgram> {
  const file = join(inject("runFolder"), "browser.json");
  if (existsSync(file)) {
    return JSON.parse(readFileSync(file, "utf8"));
  }
  const reasons: string[] = [];
  const found = await findBrowser({
    launchSecondsMax,
    onPassedOver: (name, error) => reasons.push(`${name}: ${error.message}`),
  });
  if (found === undefined) {
    throw new Error(`These tests need a browser. ${reasons.join(" ")}`);
  }
  const { executable, variables } = found;
  writeFileSync(`${file}.${process.pid}`, JSON.stringify({ executable, variables }));
  renameSync(`${file}.${process.pid}`, file);
  return { executable, variables };
}
