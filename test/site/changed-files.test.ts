import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { BuildRequest } from "../../src/site/pipeline/build-request.ts";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import type { ProjectFile } from "../../src/site/source/list-files.ts";
import { temporaryFolder, temporaryProject, writeFiles } from "./temporary-folder.ts";

let pool: RenderPool;
beforeAll(() => {
  pool = createRenderPool({ size: 1 });
});
afterAll(() => pool.close());

const navigation = { pages: ["index", "a", "b"] };
const settings = { theme: "mint", name: "Example", colors: { primary: "#16A34A" }, navigation };
const pages = { "docs.json": JSON.stringify(settings), "index.mdx": "Home.", "a.mdx": "A.", "b.mdx": "B." };

function setUp(files: Record<string, string> = pages) {
  const folder = temporaryProject(files);
  const request = {
    folder,
    cacheFolder: temporaryFolder(),
    signal: new AbortController().signal,
    onLine: () => undefined,
  };
  const build = (more: Partial<BuildRequest> = {}) => buildSite({ pool }, { ...request, ...more });
  return { folder, build, cacheFolder: request.cacheFolder };
}

/** Files that were just written are always read again, so make them look old. */
function makeFilesOld(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

function asGitKnowsThem(files: Record<string, string>, blobs: Record<string, string> = {}): ProjectFile[] {
  return Object.entries(files).map(([path, text]) => ({
    path,
    size: text.length,
    stamp: blobs[path] ?? `blob ${path}`,
  }));
}

async function textOf(site: Awaited<ReturnType<typeof buildSite>>, path: string): Promise<string | undefined> {
  return (await site.files.find((file) => file.path === path)?.load())?.bytes.toString();
}

test("a file is read again only if its git blob changed", async () => {
  const { folder, build } = setUp();
  await build({ files: asGitKnowsThem(pages) });
  rmSync(join(folder, "a.mdx"));
  expect((await build({ files: asGitKnowsThem(pages) })).summary).toBe("0 pages rendered, 3 reused");
  writeFiles(folder, { "a.mdx": "Other." });
  const third = await build({ files: asGitKnowsThem(pages, { "a.mdx": "another blob" }) });
  expect(third.summary).toBe("1 page rendered (1 changed), 2 reused");
  expect(await textOf(third, "a.html")).toContain("Other.");
});

test("a change that keeps the size and the modification time of a file is detected", async () => {
  const { folder, build } = setUp();
  makeFilesOld();
  await build();
  const path = join(folder, "a.mdx");
  const { atime, mtime } = statSync(path);
  writeFileSync(path, "Z.");
  utimesSync(path, atime, mtime);
  const site = await build();
  expect(site.summary).toBe("1 page rendered (1 changed), 2 reused");
  expect(await textOf(site, "a.html")).toContain("Z.");
});

test("an old, unchanged file isn't read again", async () => {
  const { build, cacheFolder } = setUp();
  makeFilesOld();
  await build();
  const before = readdirSync(join(cacheFolder, "packs"));
  await build();
  // A build that reads a file stores the result in a file of its own, so nothing was read.
  expect(readdirSync(join(cacheFolder, "packs"))).toEqual(before);
});

test("frontmatter from the cache has the same values and problems", async () => {
  const page = "---\ntitle: Ape\nhidden: perhaps\nkeywords: [one, two]\n---\n[nowhere](/nowhere)";
  const { build } = setUp({ ...pages, "a.mdx": page });
  makeFilesOld();
  const first = await build();
  const second = await build();
  expect(first.problems.map(String).length).toBeGreaterThan(1);
  expect(second.problems.map(String)).toEqual(first.problems.map(String));
  expect(second.pages).toEqual(first.pages);
});

test("a deleted page disappears from the site, and a restored page reappears", async () => {
  const { folder, build } = setUp();
  makeFilesOld();
  await build();
  rmSync(join(folder, "b.mdx"));
  expect((await build()).pages.map((page) => page.file)).toEqual(["a.mdx", "index.mdx"]);
  writeFiles(folder, { "b.mdx": "B." });
  expect((await build()).pages.map((page) => page.file)).toEqual(["a.mdx", "b.mdx", "index.mdx"]);
});

test("concurrent builds of two branches don't mix their caches", async () => {
  const { build } = setUp();
  const other = { ...pages, "a.mdx": "Other." };
  const otherFolder = temporaryProject(other);
  const buildOther = () => build({ folder: otherFolder, files: asGitKnowsThem(other, { "a.mdx": "another blob" }) });
  for (let round = 0; round < 3; round += 1) {
    const [one, two] = await Promise.all([build({ files: asGitKnowsThem(pages) }), buildOther()]);
    expect(await textOf(one, "a.html")).toContain("<p>A.</p>");
    expect(await textOf(two, "a.html")).toContain("<p>Other.</p>");
  }
});

test("a damaged source cache is ignored", async () => {
  const { build, cacheFolder } = setUp();
  makeFilesOld();
  await build();
  const packs = readdirSync(join(cacheFolder, "packs")).map((name) => join(cacheFolder, "packs", name));
  const path = packs.find((pack) => readFileSync(pack, "latin1").includes('"includes"')) ?? "";
  writeFileSync(path, readFileSync(path, "latin1").replace("includes", "excludes"), "latin1");
  expect((await build()).summary).toBe("0 pages rendered, 3 reused");
});

test("a banner of several branches is rendered once, and if that fails, the next build tries again", async () => {
  const banner = { content: "Some **news**" };
  const languages = ["en", "de"].map((language, place) => ({
    language,
    banner,
    pages: [["index", "a"], ["b"]][place],
  }));
  const files = { ...pages, "docs.json": JSON.stringify({ ...settings, banner, navigation: { languages } }) };
  const { build } = setUp(files);
  let banners = 0;
  const failing: RenderPool = {
    ...pool,
    render(job) {
      const isBanner = ({ kind }: (typeof job.tasks)[number]) => kind === "banner";
      for (const task of job.tasks.filter(isBanner)) {
        banners += 1;
        job.onOutcome(task, { ok: false, reason: "crash", message: "" });
      }
      return pool.render({ ...job, tasks: job.tasks.filter((task) => !isBanner(task)) });
    },
  };
  const request = { folder: temporaryProject(files), cacheFolder: temporaryFolder(), onLine: () => undefined };
  const { signal } = new AbortController();
  const first = await buildSite({ pool: failing }, { ...request, signal, files: asGitKnowsThem(files) });
  expect(banners).toBe(1);
  expect(await textOf(first, "index.html")).not.toContain("<strong>news</strong>");
  const second = await buildSite({ pool }, { ...request, signal, files: asGitKnowsThem(files) });
  expect(await textOf(second, "index.html")).toContain("<strong>news</strong>");
  const cold = await build();
  expect(second.files.map(({ sha256 }) => sha256)).toEqual(cold.files.map(({ sha256 }) => sha256));
});

test("a page saved during rendering shows the saved text", async () => {
  const { folder, build } = setUp();
  let saves = 0;
  const saving: RenderPool = {
    ...pool,
    render(job) {
      saves += 1;
      if (saves === 1) writeFiles(folder, { "a.mdx": "Saved in the middle." });
      return pool.render(job);
    },
  };
  const request = { folder, cacheFolder: temporaryFolder(), signal: new AbortController().signal };
  const site = await buildSite({ pool: saving }, { ...request, onLine: () => undefined });
  expect(await textOf(site, "a.html")).toContain("Saved in the middle.");
  expect((await build()).problems).toEqual([]);
});

test("a page that never stops changing fails the build with a reason", async () => {
  const { folder } = setUp();
  let saves = 0;
  const saving: RenderPool = {
    ...pool,
    render(job) {
      saves += 1;
      writeFiles(folder, { "a.mdx": `Save ${saves}.` });
      return pool.render(job);
    },
  };
  const request = { folder, cacheFolder: temporaryFolder(), signal: new AbortController().signal };
  await expect(buildSite({ pool: saving }, { ...request, onLine: () => undefined })).rejects.toThrow(
    "a.mdx: changed while the site was being built",
  );
});
