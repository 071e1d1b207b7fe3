import { expect, test, vi } from "vitest";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import type { RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { runTask } from "../../src/site/pipeline/render/run-task.ts";
import { textOf } from "../../src/site/shared/html/html-node.ts";
import { temporaryFolder, temporaryProject } from "./temporary-folder.ts";

// The stack overflows at a depth that varies, so the overflow is simulated.
vi.mock(import("../../src/site/outputs/markdown/write-markdown.ts"), async (importOriginal) => {
  const { writeMarkdown, ...others } = await importOriginal();
  return {
    ...others,
    writeMarkdown(nodes) {
      if (textOf(nodes).includes("too deep")) throw new RangeError("Maximum call stack size exceeded");
      return writeMarkdown(nodes);
    },
  };
});

const pool: RenderPool = {
  size: 1,
  prepare: () => undefined,
  close: async () => undefined,
  async render({ setup, tasks, onOutcome }) {
    for (const task of tasks) onOutcome(task, { ok: true, result: await runTask(setup, task) });
  },
};

test("a page whose Markdown can't be written fails without affecting other pages", async () => {
  const { pages, problems } = await buildSite(
    { pool },
    {
      folder: temporaryProject({ "index.mdx": "Fine.", "deep.mdx": "---\nhidden: true\n---\n\nThis is too deep." }),
      cacheFolder: temporaryFolder(),
      signal: new AbortController().signal,
      onLine: () => undefined,
    },
  );
  expect(pages.map(({ url, hasFailed }) => [url, hasFailed])).toEqual([
    ["/deep", true],
    ["/", false],
  ]);
  expect(problems.map(({ message }) => message)).toEqual(["the page is nested too deeply to be rendered"]);
});
