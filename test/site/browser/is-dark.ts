import type { Page } from "playwright-core";

/** Whether the page has a dark background. */
export function isDark(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [, lightness = "1"] = /oklch\(([\d.]+)/.exec(getComputedStyle(document.body).backgroundColor) ?? [];
    return Number(lightness) < 0.5;
  });
}
