import type { Page } from "playwright-core";

/** Whether what is drawn on it is drawn on a dark ground. */
export function isDark(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [, lightness = "1"] = /oklch\(([\d.]+)/.exec(getComputedStyle(document.body).backgroundColor) ?? [];
    return Number(lightness) < 0.5;
  });
}
