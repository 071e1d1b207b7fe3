import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildSite } from "../src/site/pipeline/build-site.ts";
import type { RenderPool } from "../src/site/pipeline/render/render-pool.ts";
import { runTask } from "../src/site/pipeline/render/run-task.ts";

/**
 * `node --inspect-brk scripts/render-in-process.ts DIR` builds a folder and renders everything in this process, so that
 * breakpoints, `console.log` and stack traces work. A page that crashes or hangs takes the process down with it.
 */
const pool: RenderPool = {
  size: 1,
  prepare: () => undefined,
  close: async () => undefined,
  async render({ setup, tasks, onOutcome }) {
    for (const task of tasks) onOutcome(task, { ok: true, result: await runTask(setup, task) });
  },
};

const cacheFolder = mkdtempSync(join(tmpdir(), "lectern-render-"));
try {
  const { summary } = await buildSite(
    { pool },
    {
      folder: resolve(process.argv[2] ?? "."),
      cacheFolder,
      signal: new AbortController().signal,
      onLine: (line) => process.stdout.write(`${line}\n`),
    },
  );
  process.stdout.write(`${summary}\n`);
} finally {
  rmSync(cacheFolder, { recursive: true, force: true });
}
