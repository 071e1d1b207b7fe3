import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import type { SiteBuild } from "../../src/site/pipeline/site-build.ts";
import { describeProblem } from "../../src/site/shared/build-problem.ts";
import { sharedCache } from "../support/shared-cache.ts";
import { withSharedFolder } from "../support/shared-folder.ts";
import { slow } from "../support/slow.ts";

vi.setConfig(slow);

let pool: RenderPool;
beforeAll(() => {
  pool = createRenderPool({ size: 2 });
});
afterAll(() => pool.close());

withSharedFolder("corpora", "builds of real projects", (corpora) => {
  for (const [name, pages, refused] of [
    ["starter", 2, []],
    ["mem0", 243, []],
    ["fastmcp", 435, []],
  ] as const) {
    test(`${name} is built without failed pages or avoidable placeholders`, async () => {
      const folder = join(corpora, name);
      const request = { folder, cacheFolder: sharedCache(folder), onLine: () => undefined };
      const site = await buildSite({ pool }, { ...request, signal: new AbortController().signal });
      expect(site.counts.failed).toBe(0);
      expect(site.pages.length).toBe(pages);
      expect(site.problems.filter((problem) => problem.severity === "error")).toEqual([]);
      const names = site.problems.flatMap(
        ({ message }) => /^<([\w.]+)> (?:cannot be shown|is not a)/.exec(message)?.[1] ?? [],
      );
      expect([...new Set(names)]).toEqual(refused);
      expect(site.problems.filter(({ message }) => message.startsWith("this expression"))).toEqual([]);
      expect((await pagesWithPlaceholder(site)) / pages).toBeLessThanOrEqual(placeholderShareMax);
      expect(warnings(site)).toEqual(readWarnings(name));
    });
  }
});

const placeholderShareMax = 0.03;

async function pagesWithPlaceholder({ files }: SiteBuild): Promise<number> {
  const documents = await Promise.all(files.filter(({ path }) => path.endsWith(".html")).map((file) => file.load()));
  return documents.filter(({ bytes }) => bytes.includes('class="placeholder"')).length;
}

function warnings({ problems }: SiteBuild): string[] {
  return problems
    .filter(({ severity }) => severity === "warning")
    .map(describeProblem)
    .toSorted();
}

/** Every expected line was checked against the project. Check new lines before adding them. */
function readWarnings(name: string): string[] {
  const text = readFileSync(join(import.meta.dirname, "corpora", `${name}.txt`), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .toSorted();
}
