import { expect, test } from "vitest";
import type { FoundBrowser } from "../../screenshot/find-browser.ts";
import { ScreenshotError } from "../../screenshot/screenshot-error.ts";
import { keepBrowser } from "./kept-browser.ts";

const browser: FoundBrowser = { name: "chromium", version: "1.2", executable: "/usr/bin/chromium", variables: {} };
const silent = { warn() {} };

test("the search for a browser is repeated only after the browser was forgotten", async () => {
  let searches = 0;
  const kept = keepBrowser(silent, async () => {
    searches += 1;
    return browser;
  });
  expect(await Promise.all([kept.get(), kept.get()])).toEqual([browser, browser]);
  expect(searches).toBe(1);
  kept.forget();
  await kept.get();
  expect(searches).toBe(2);
});

test("if no browser is found, the search is not repeated", async () => {
  let searches = 0;
  const kept = keepBrowser(silent, async ({ onPassedOver }) => {
    searches += 1;
    onPassedOver?.("chromium", new ScreenshotError("browser", "The browser does not start."));
    return undefined;
  });
  expect([await kept.get(), await kept.get(), searches]).toEqual([undefined, undefined, 1]);
});

test("the search is repeated if a browser was too slow to start", async () => {
  const slow = new ScreenshotError("timeout", "The browser did not start within 60 seconds.");
  let isBusy = true;
  const kept = keepBrowser(silent, async ({ onPassedOver }) => {
    if (isBusy) {
      onPassedOver?.("chromium", slow);
      return undefined;
    }
    return browser;
  });
  await expect(kept.get()).rejects.toBe(slow);
  isBusy = false;
  expect(await kept.get()).toBe(browser);
});
