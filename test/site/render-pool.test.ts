import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { BuildBudget } from "../../src/site/pipeline/build-request.ts";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import type { SiteLimits } from "../../src/site/shared/site-limits.ts";
import { slow } from "../support/slow.ts";
import { temporaryFolder, temporaryProject } from "./temporary-folder.ts";

vi.setConfig(slow);

let pool: RenderPool;
beforeAll(() => {
  pool = createRenderPool({ size: 2, heapMegabytes: 96, childModule: new URL("./faulty-child.ts", import.meta.url) });
});
afterAll(() => pool.close());

const manyPages = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p${index}.mdx`, `Page ${index}.`]));

async function build(
  files: Record<string, string>,
  limits: Partial<SiteLimits> = {},
  signal = new AbortController().signal,
  budget?: BuildBudget,
) {
  const cacheFolder = temporaryFolder();
  const folder = temporaryProject({ "index.mdx": "Home.", ...manyPages, ...files });
  const site = await buildSite(
    { pool },
    { folder, cacheFolder, signal, onLine: () => undefined, limits, ...(budget && { budget }) },
  );
  const failed = site.pages.filter((page) => page.hasFailed).map((page) => page.file);
  const attempts = readFileSync(join(cacheFolder, "attempts"), "utf8").trim().split("\n");
  return { site, failed, attempts };
}

test("a page that crashes its process is retried once, then replaced by an error page, and all others are built", async () => {
  const { site, failed, attempts } = await build({ "bad.mdx": "CRASH" });
  expect(failed).toEqual(["bad.mdx"]);
  expect(site.files.filter((file) => /^p\d+\.html$/.test(file.path)).length).toBe(40);
  // The page is rendered twice, and once more as an error page.
  expect(attempts.filter((name) => name === "bad.mdx").length).toBe(3);
  const page = await site.files.find((file) => file.path === "bad.html")?.load();
  expect(page?.bytes.toString()).toContain("rendering used too much memory or broke the parser");
});

test("a page that never finishes is stopped at its time limit and retried once, alone, and all others are built", async () => {
  // Each page adds to the processor time of the build.
  const limits = { pageSecondsMax: 1, buildSecondsMin: 0, buildSecondsPerFile: 1 };
  const { site, failed, attempts } = await build({ "bad.mdx": "HANG" }, limits);
  expect(failed).toEqual(["bad.mdx"]);
  expect(attempts.filter((name) => name === "bad.mdx").length).toBe(3);
  expect(site.problems.map((problem) => problem.message)).toContain(
    "rendering took more than 1 seconds of processor time and was stopped",
  );
});

test("a page isn't stopped for exceeding its time limit while its process gets no processor time", async () => {
  const { failed, attempts } = await build({ "slow.mdx": "STARVED" }, { pageSecondsMax: 1 });
  expect(failed).toEqual([]);
  expect(attempts.filter((name) => name === "slow.mdx").length).toBe(1);
});

test("a build that has used its processor time fails and names the slowest page, and the pool continues with the next build", async () => {
  const hanging = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`bad${index}.mdx`, "HANG"]));
  const reason = /more than 1 seconds of processor time.*\(simplify bad\d\.mdx, which took 1 seconds, or publish parts/;
  const limits = { pageSecondsMax: 1, buildSecondsMin: 1.9, buildSecondsPerFile: 0 };
  await expect(build(hanging, limits)).rejects.toThrow(reason);
  expect((await build({})).failed).toEqual([]);
});

test("all builds of an update have one processor time together", async () => {
  const budget = { usedSeconds: 1_000, moreSeconds: 0 };
  const limits = { pageSecondsMax: 1, buildSecondsMin: 1_000, buildSecondsPerFile: 0 };
  await expect(build({}, limits, undefined, budget)).rejects.toThrow("more than 1,000 seconds");
});

test("a page that exhausts its process's memory only affects itself", async () => {
  const { failed } = await build({ "bad.mdx": "MEMORY" });
  expect(failed).toEqual(["bad.mdx"]);
});

test("several bad pages in one batch are all found", async () => {
  const { failed } = await build({ "a.mdx": "CRASH", "b.mdx": "CRASH", "c.mdx": "fine", "d.mdx": "CRASH" });
  expect(failed.toSorted()).toEqual(["a.mdx", "b.mdx", "d.mdx"]);
});

test("a full disk fails the build without blaming the author", async () => {
  await expect(build({ "bad.mdx": "DISK FULL" })).rejects.toThrow("ENOSPC");
});

test("a canceled build stops its render processes, and the pool continues with the next build", async () => {
  const controller = new AbortController();
  const building = build({ "bad.mdx": "HANG" }, { pageSecondsMax: 60 }, controller.signal);
  controller.abort(new Error("canceled"));
  await expect(building).rejects.toThrow("canceled");
  const { failed } = await build({});
  expect(failed).toEqual([]);
});

test("two builds share the pool without mixing their pages", async () => {
  const [one, other] = await Promise.all([build({ "only-one.mdx": "One." }), build({ "only-other.mdx": "Other." })]);
  expect(one.site.files.map((file) => file.path)).toContain("only-one.html");
  expect(one.site.files.map((file) => file.path)).not.toContain("only-other.html");
  expect(other.failed).toEqual([]);
});

test("a render process doesn't see the server's environment", async () => {
  process.env.LECTERN_TEST_SECRET = "do not tell";
  onTestFinished(() => {
    delete process.env.LECTERN_TEST_SECRET;
  });
  // A new process, started while the secret is set.
  const fresh = createRenderPool({ size: 1, childModule: new URL("./faulty-child.ts", import.meta.url) });
  onTestFinished(() => fresh.close());
  const cacheFolder = temporaryFolder();
  const request = { folder: temporaryProject({ "index.mdx": "ENVIRONMENT" }), cacheFolder, onLine: () => undefined };
  await buildSite({ pool: fresh }, { ...request, signal: new AbortController().signal });
  const names = Object.keys(JSON.parse(readFileSync(join(cacheFolder, "environment"), "utf8")));
  expect(names.toSorted()).toEqual(["MALLOC_ARENA_MAX", "NODE_COMPILE_CACHE"]);
});

test.skipIf(process.platform !== "linux")("the render processes of a polite pool run at low priority", async () => {
  const polite = createRenderPool({ size: 1, isPolite: true });
  onTestFinished(() => polite.close());
  const folder = temporaryProject({ "index.mdx": "Home." });
  const { signal } = new AbortController();
  const before = childProcesses();
  await buildSite({ pool: polite }, { folder, cacheFolder: temporaryFolder(), signal, onLine: () => undefined });
  const started = childProcesses().filter((id) => !before.includes(id));
  expect(started.map((id) => getPriority(Number(id)))).toEqual([Math.max(10, getPriority())]);
});

function childProcesses(): string[] {
  return readdirSync(`/proc/${process.pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${process.pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  );
}
