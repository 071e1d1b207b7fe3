import { hash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { searchIndexPath, searchSegmentPath } from "../../src/projects/sites/site-headers.ts";
import { buildIndex } from "../../src/search/indexing.ts";
import { bufferSource, openIndex, type SearchIndex, search } from "../../src/search/querying.ts";
import type { SearchRequest } from "../../src/search/search.ts";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { indexSite, pagesToIndex } from "../../src/site/pipeline/built-pages.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import type { SiteBuild } from "../../src/site/pipeline/site-build.ts";
import { BuildCache } from "../../src/site/shared/cache/build-cache.ts";
import { fileStore } from "../../src/site/shared/cache/stored-file.ts";
import { indexPages } from "../../src/updates/steps/index-pages.ts";
import { createStepLog } from "../../src/updates/steps/step-log.ts";
import { writeFiles } from "../site/temporary-folder.ts";

const files: Record<string, string> = {
  "docs.json": JSON.stringify({
    theme: "mint",
    name: "Acme",
    colors: { primary: "#16A34A" },
    navigation: {
      versions: [
        {
          version: "2",
          groups: [
            { group: "Guides", pages: ["index", "webhooks", "unsearched"] },
            { group: "Hidden", hidden: true, pages: ["draft"] },
          ],
        },
        { version: "1", groups: [{ group: "Guides", boost: 0.5, pages: ["v1/webhooks"] }] },
      ],
    },
  }),
  "index.mdx": "---\ntitle: Acme\nkeywords: [gizmo]\n---\n\nWelcome to the machine.\n",
  "webhooks.mdx":
    "---\ntitle: Webhooks\ndescription: Be told what happens.\nteam: core\ntag: NEW\n---\n\nIntro.\n\n## Verify the signature\n\nCompare the zircon header.\n\n```js\nverifySignature(request);\n```\n\n<Note>Rotate the beryl secret.</Note>\n",
  "v1/webhooks.mdx": "---\ntitle: Webhooks\n---\n\nAn old page about the zircon header.\n",
  "unsearched.mdx": "---\ntitle: Unsearched\nsearchable: false\n---\n\nThe zircon of the unsearched.\n",
  "draft.mdx": "---\ntitle: Draft\n---\n\nThe zircon of the draft.\n",
  "orphan.mdx": "---\ntitle: Orphan\n---\n\nThe zircon of the orphan.\n",
  "broken.mdx": "---\ntitle: Broken\n---\n\nThe zircon <Card>\n",
};

let pool: RenderPool;
let work: string;
let build: SiteBuild;
let index: SearchIndex;

beforeAll(async () => {
  pool = createRenderPool({ size: 1 });
  work = mkdtempSync(join(tmpdir(), "lectern-search-"));
  const folder = join(work, "project");
  writeFiles(folder, files);
  const { signal } = new AbortController();
  build = await buildSite({ pool }, { folder, cacheFolder: join(work, "cache"), signal, onLine() {} });
  const indexed = await indexPages(
    build,
    signal,
    createStepLog(() => {}),
  );
  const loaded = new Map<string, Buffer>();
  for (const file of indexed) loaded.set(file.path, (await file.load()).bytes);
  const read = (path: string) => loaded.get(path) ?? Buffer.alloc(0);
  index = openIndex(read(searchIndexPath), ({ name }) => bufferSource(name, read(searchSegmentPath(name))));
});
afterAll(async () => {
  await pool.close();
  rmSync(work, { recursive: true, force: true });
});

const find = (query: string, rest: Partial<SearchRequest> = {}) =>
  search(index, { query, audience: "search", pagesMax: 10, ...rest });

test("only pages that visitors may find are in the index", () => {
  // Without a version filter a page appears once; with both versions it appears twice.
  expect(find("zircon").map(({ path }) => path)).toEqual(["/webhooks"]);
  const filter = { version: ["1", "2"] };
  expect(find("zircon", { filter }).map(({ path }) => path)).toEqual(["/webhooks", "/v1/webhooks"]);
  expect(find("zircon", { filter, audience: "assistant" })).toHaveLength(2);
});

test("a page is indexed with its sections, the content of components, and its code", () => {
  expect(find("beryl")[0]?.passages[0]).toMatchObject({
    anchor: "verify-the-signature",
    headingPath: ["Verify the signature"],
  });
  const [passage] = find("verifySignature")[0]?.passages ?? [];
  expect(passage?.blocks).toContainEqual({ kind: "code", text: "verifySignature(request);", language: "js" });
});

test("the version of a page comes from the navigation, and its other facets from the page", () => {
  const [first] = find("webhooks", { filter: { version: "2" } });
  expect(first).toMatchObject({
    title: "Webhooks",
    description: "Be told what happens.",
    breadcrumb: ["2", "Guides"],
    facets: { version: "2", tag: "NEW", team: "core" },
  });
  expect(find("webhooks", { filter: { version: "1" } }).map(({ path }) => path)).toEqual(["/v1/webhooks"]);
  expect(find("webhooks", { filter: { team: "billing" } }).map(({ path }) => path)).toEqual(["/v1/webhooks"]);
});

test("a page is found by its keywords, which aren't shown", () => {
  expect(find("gizmo").map(({ path }) => path)).toEqual(["/"]);
});

test("pruning the build cache keeps the segments of the index", async () => {
  const folder = join(work, "project");
  const cacheFolder = join(work, "pruned-cache");
  const { signal } = new AbortController();
  const limits = { cacheBytesMax: 1 };
  const buildAgain = async () =>
    indexSite(await buildSite({ pool }, { folder, cacheFolder, signal, limits, onLine() {} }), signal);
  expect((await buildAgain()).written).toBeGreaterThan(0);
  const unused = new BuildCache(cacheFolder);
  unused.add({ kind: "file", key: hash("sha256", "unused"), parts: [Buffer.alloc(10_000_000)] });
  unused.flush();
  const packs = join(cacheFolder, "packs");
  for (const name of readdirSync(packs)) utimesSync(join(packs, name), 0, 0);
  rmSync(join(cacheFolder, "pruned"));
  await buildAgain();
  expect(readdirSync(packs).some((name) => name.endsWith(".retired"))).toBe(true);
  expect((await buildAgain()).written).toBe(0);
});

test("lengths and segments that are damaged in the build cache are made again", async () => {
  const cacheFolder = join(work, "damaged-cache");
  const packs = join(cacheFolder, "packs");
  const indexAgain = () => buildIndex(pagesToIndex(build), { store: fileStore(new BuildCache(cacheFolder)) });
  const bytesOf = ({ list, segments }: Awaited<ReturnType<typeof indexAgain>>) =>
    [list, ...segments.map(({ load }) => load())].map((bytes) => bytes.toString("hex"));
  const damage = (change: (bytes: Buffer) => Buffer) => {
    for (const name of readdirSync(packs).filter((name) => name.endsWith(".pack"))) {
      writeFileSync(join(packs, name), change(readFileSync(join(packs, name))));
    }
  };
  const flipAt = (place: number) => (bytes: Buffer) => bytes.fill((bytes.at(place) ?? 0) ^ 1, place, place + 1);
  const whole = bytesOf(await indexAgain());

  damage(flipAt(0));
  expect(bytesOf(await indexAgain())).toEqual(whole);

  rmSync(cacheFolder, { recursive: true });
  await indexAgain();
  damage((bytes) => flipAt(bytes.length - 1)(bytes));
  // Segments are only read when they are needed. The next build makes a damaged segment again.
  const damaged = await indexAgain();
  expect(() => bytesOf(damaged)).toThrow("damaged");
  expect(bytesOf(await indexAgain())).toEqual(whole);

  rmSync(cacheFolder, { recursive: true });
  await indexAgain();
  damage((bytes) => bytes.subarray(0, 3));
  expect(bytesOf(await indexAgain())).toEqual(whole);
});
