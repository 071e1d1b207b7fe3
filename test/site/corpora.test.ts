import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeProblem } from "../../src/site/ground/build-problem.ts";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import type { SiteBuild } from "../../src/site/pipeline/site-build.ts";
import { sharedCache } from "../support/shared-cache.ts";

const corpora = join(import.meta.dirname, "../../../shared/corpora");
let pool: RenderPool;
beforeAll(() => {
  pool = createRenderPool({ size: 2 });
});
afterAll(() => pool.close());

describe.skipIf(!existsSync(corpora))("real projects", () => {
  for (const [name, pages, refused] of [
    ["starter", 2, []],
    ["mem0", 243, []],
    // It is an empty box until an effect has loaded what it shows, so it is a placeholder.
    ["fastmcp", 435, ["PrefabDemoFrame"]],
  ] as const) {
    test(`${name} is built with no failed page and no placeholder that could be drawn`, async () => {
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

/** Each line was compared with the project and is true. Another one must be, before it is written here. */
function readWarnings(name: string): string[] {
  const text = readFileSync(join(import.meta.dirname, "corpora", `${name}.txt`), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .toSorted();
}
