import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** All violations, each with the page, the rule and the first affected element. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    await page.evaluate(axe);
  }
  const found = await page.evaluate(async () => {
    // Wait for animations: while an element fades in, its colors have less contrast than at the end.
    const roots = [document, ...[...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
    const ending = roots
      .flatMap((root) => root.getAnimations())
      .filter(
        ({ playState, effect }) => playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime),
      );
    // An animation that is canceled or paused may never finish.
    const enough = new Promise((resolve) => setTimeout(resolve, 1_000));
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), enough]);
    const { axe: runner } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    // All rules run, but only violations are reported: passed checks cover thousands of elements.
    return (await runner.run({ resultTypes: ["violations"] })).violations;
  });
  return found.map(
    ({ id, nodes }) =>
      `${page.url()} ${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary?.slice(0, 200)}`,
  );
}
