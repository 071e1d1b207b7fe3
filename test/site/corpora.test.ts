import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSite } from "../../src/site/build-site.ts";
import { createRenderPool, type RenderPool } from "../../src/site/render/render-pool.ts";
import { temporaryFolder } from "./temporary-folder.ts";

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
    // It needs hooks, so it is a placeholder on the pages that use it.
    ["fastmcp", 435, ["PrefabDemoFrame"]],
  ] as const) {
    test(`${name} is built with no failed page and no placeholder that could be drawn`, async () => {
      const request = { folder: join(corpora, name), cacheFolder: temporaryFolder(), onLine: () => undefined };
      const site = await buildSite({ pool }, { ...request, signal: new AbortController().signal });
      expect(site.counts.failed).toBe(0);
      expect(site.pages.length).toBe(pages);
      expect(site.problems.filter((problem) => problem.severity === "error")).toEqual([]);
      const names = site.problems.flatMap(
        ({ message }) => /^<([\w.]+)> (?:cannot be shown|is not a)/.exec(message)?.[1] ?? [],
      );
      expect([...new Set(names)]).toEqual(refused);
      expect(site.problems.filter(({ message }) => message.startsWith("this expression"))).toEqual([]);
    });
  }
});
