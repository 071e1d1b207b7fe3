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
  for (const [name, pages] of [
    ["starter", 2],
    ["mem0", 243],
    ["fastmcp", 435],
  ] as const) {
    test(`${name} is built with no failed page`, async () => {
      const request = { folder: join(corpora, name), cacheFolder: temporaryFolder(), onLine: () => undefined };
      const site = await buildSite({ pool }, { ...request, signal: new AbortController().signal });
      expect(site.counts.failed).toBe(0);
      expect(site.pages.length).toBe(pages);
      expect(site.problems.filter((problem) => problem.severity === "error")).toEqual([]);
    });
  }
});
