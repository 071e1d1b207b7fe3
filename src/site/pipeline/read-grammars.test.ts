import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { BuildCache } from "../shared/cache/build-cache.ts";
import { openSourceCache } from "../shared/cache/source-cache.ts";
import { defaultSiteLimits } from "../shared/site-limits.ts";
import type { SourceProject } from "../source/read-project.ts";
import { readGrammars } from "./read-grammars.ts";
import type { RenderPool } from "./render/render-pool.ts";

test("a grammar that crashes its process is retried only after its file changes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-grammar-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "slow.json"), "{}");
  let tries = 0;
  const pool = {
    async render({ tasks, onOutcome }) {
      tries += 1;
      for (const task of tasks) onOutcome(task, { ok: false, reason: "timeout", message: "timeout" });
    },
  } as Partial<RenderPool> as RenderPool;
  const build = async (stamp: string) => {
    const stored = new BuildCache(folder);
    const cache = openSourceCache(stored, "version");
    const project = {
      folder,
      config: { styling: { codeblocks: { grammars: ["/slow.json"] } } },
      assets: [{ path: "slow.json", type: "application/json", size: 2, stamp }],
      problems: [],
    } as unknown as SourceProject;
    const signal = new AbortController().signal;
    const request = { project, cacheFolder: folder, limits: defaultSiteLimits, signal };
    expect(await readGrammars({ pool, cache }, request)).toEqual([]);
    stored.flush();
    return project.problems.map(({ file, message, severity }) => ({ file, message, severity }));
  };
  const problem = {
    file: "slow.json",
    message: "takes too long or too much memory to read, so it is left out",
    severity: "warning",
  };
  expect([await build("one"), await build("one")]).toEqual([[problem], [problem]]);
  expect(tries).toBe(1);
  await build("two");
  expect(tries).toBe(2);
});
