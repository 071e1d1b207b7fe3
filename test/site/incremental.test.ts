import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BuildRequest } from "../../src/site/pipeline/build-request.ts";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import type { SiteBuild } from "../../src/site/pipeline/site-build.ts";
import { folderWriter, writeSite } from "../../src/site/pipeline/write-site.ts";
import { temporaryFolder, temporaryProject, writeFiles } from "./temporary-folder.ts";

let pool: RenderPool;
beforeAll(() => {
  pool = createRenderPool({ size: 2 });
});
afterAll(() => pool.close());

const files = {
  "docs.json": JSON.stringify({
    theme: "mint",
    name: "Example",
    colors: { primary: "#16A34A" },
    navigation: {
      tabs: [
        { tab: "A", pages: ["index", "a", "b"] },
        { tab: "B", pages: ["c"] },
      ],
    },
  }),
  "index.mdx": "Home.",
  "a.mdx": '<Snippet file="help.mdx" />',
  "b.mdx": "---\ntitle: Bee\nversion: 2\n---\nB.",
  "c.mdx": "C.",
  "snippets/help.mdx": "Help.",
};

function setUp() {
  const folder = temporaryProject(files);
  const cacheFolder = temporaryFolder();
  const request = { folder, cacheFolder, signal: new AbortController().signal, onLine: () => undefined };
  const build = (change: Partial<BuildRequest> = {}) => buildSite({ pool }, { ...request, ...change });
  return { folder, cacheFolder, build };
}

test("the second build of the same project renders nothing and gives the same bytes", async () => {
  const { build } = setUp();
  const first = await build();
  const second = await build();
  expect(first.summary).toBe("4 pages rendered (4 new), 0 reused");
  expect(second.summary).toBe("0 pages rendered, 4 reused");
  expect(second.files.map((file) => [file.path, file.sha256])).toEqual(
    first.files.map((file) => [file.path, file.sha256]),
  );
  expect(second.pages).toEqual(first.pages);
  expect(first.pages.map(({ facets }) => facets.version)).toEqual([undefined, "2", undefined, undefined]);
  expect(second.problems.map(String)).toEqual(first.problems.map(String));
});

test("only changed pages are rendered again, and the log says how many", async () => {
  const { folder, build } = setUp();
  await build();
  writeFiles(folder, { "c.mdx": "Changed." });
  expect((await build()).summary).toBe("1 page rendered (1 changed), 3 reused");
});

test("after a snippet changes, the pages that use it are rendered again", async () => {
  const { folder, build } = setUp();
  await build();
  writeFiles(folder, { "snippets/help.mdx": "Other help.", "c.mdx": "Changed." });
  const site = await build();
  expect(site.summary).toBe("2 pages rendered (1 using a changed snippet, 1 changed), 2 reused");
  const page = await site.files.find((file) => file.path === "a.html")?.load();
  expect(page?.bytes.toString()).toContain("Other help.");
});

test("after a grammar changes, the pages that use it, directly or through another grammar, are rendered again", async () => {
  const { folder, build } = setUp();
  const grammar = (scopeName: string, rules: object[]) => JSON.stringify({ scopeName, patterns: rules });
  const settings = JSON.parse(files["docs.json"]) as Record<string, unknown>;
  writeFiles(folder, {
    "docs.json": JSON.stringify({
      ...settings,
      styling: { codeblocks: { languages: { custom: ["one.json", "two.json"] } } },
    }),
    "one.json": grammar("source.one", [{ include: "source.two" }]),
    "two.json": grammar("source.two", [{ match: "GO", name: "keyword" }]),
    "b.mdx": "```one\nGO\n```",
    "c.mdx": "```two\nGO\n```",
  });
  const load = async (site: Awaited<ReturnType<typeof build>>, path: string) =>
    (await site.files.find((file) => file.path === path)?.load())?.bytes.toString();
  expect(await load(await build(), "b.html")).toContain('<span class="hljs-keyword">GO</span>');
  expect((await build()).summary).toBe("0 pages rendered, 4 reused");
  writeFiles(folder, { "one.json": grammar("source.one", [{ match: "G", name: "string" }]) });
  const changed = await build();
  expect(changed.summary).toBe("1 page rendered (1 showing a changed image or grammar), 3 reused");
  expect(await load(changed, "b.html")).toContain('<span class="hljs-string">G</span>O');
  writeFiles(folder, {
    "one.json": grammar("source.one", [{ include: "source.two" }]),
    "two.json": grammar("source.two", [{ match: "O", name: "keyword" }]),
  });
  const both = await build();
  expect(both.counts.reused).toBe(2);
  expect(await load(both, "b.html")).toContain('G<span class="hljs-keyword">O</span>');
  expect(await load(both, "c.html")).toContain('G<span class="hljs-keyword">O</span>');
});

test("pages share the module of a component, and only they are rendered again after it changes", async () => {
  const { folder, build } = setUp();
  const counter = (step: number) =>
    `export const Counter = () => { const [at, set] = useState(0); return <b onClick={() => set(at + ${step})}>{at}</b>; };`;
  const page = 'import { Counter } from "/snippets/counter.jsx"\n\n<Counter />';
  writeFiles(folder, { "a.mdx": page, "b.mdx": page, "snippets/counter.jsx": counter(1) });
  const modules = ({ files }: SiteBuild) => files.flatMap(({ path }) => (path.endsWith("Counter.js") ? [path] : []));
  const first = await build();
  expect(modules(first).length).toBe(1);
  const again = await build();
  expect(again.summary).toBe("0 pages rendered, 4 reused");
  expect(modules(again)).toEqual(modules(first));
  writeFiles(folder, { "snippets/counter.jsx": counter(2) });
  const changed = await build();
  expect(changed.summary).toBe("2 pages rendered (2 using a changed snippet), 2 reused");
  expect(modules(changed).length).toBe(1);
  expect(modules(changed)).not.toEqual(modules(first));
  const bytes = (await changed.files.find(({ path }) => modules(changed).includes(path))?.load())?.bytes.toString();
  expect(bytes).toContain("+2");
});

test("after a code file changes, the pages that use its components, directly or through a snippet, are rendered again", async () => {
  const { folder, build } = setUp();
  writeFiles(folder, {
    "b.mdx": 'import { Tag } from "/parts/tag.jsx"\n\n<Tag>B</Tag>',
    "c.mdx": 'import Part from "/snippets/part.mdx"\n\n<Part />',
    "snippets/part.mdx": 'import { Tag } from "../parts/tag.jsx"\n\n<Tag>C</Tag>',
    "parts/tag.jsx": "export const Tag = ({ children }) => <b>{children} one</b>;",
  });
  await build();
  writeFiles(folder, { "parts/tag.jsx": "export const Tag = ({ children }) => <b>{children} two</b>;" });
  const site = await build();
  expect(site.summary).toBe("2 pages rendered (2 using a changed snippet), 2 reused");
  for (const [path, text] of [
    ["b.html", "<b>B two</b>"],
    ["c.html", "<b>C two</b>"],
  ] as const) {
    const page = await site.files.find((file) => file.path === path)?.load();
    expect(page?.bytes.toString()).toContain(text);
  }
});

test("after a variable changes, the pages are rendered again", async () => {
  const { folder, build } = setUp();
  const withVersion = (version: string) =>
    JSON.stringify({ ...JSON.parse(files["docs.json"]), variables: { version } });
  writeFiles(folder, { "docs.json": withVersion("one"), "c.mdx": "Version {{version}}." });
  await build();
  writeFiles(folder, { "docs.json": withVersion("two") });
  const page = await (await build()).files.find((file) => file.path === "c.html")?.load();
  expect(page?.bytes.toString()).toContain("Version two.");
});

test("a page that moves to another language is rendered again in that language", async () => {
  const { folder, build } = setUp();
  const withLanguage = (language: string) =>
    JSON.stringify({
      ...JSON.parse(files["docs.json"]),
      navigation: {
        languages: [
          { language: "en", pages: ["index", "a", "b"] },
          { language, pages: ["c"] },
        ],
      },
    });
  const shown = async () => {
    const site = await build();
    const page = await site.files.find((file) => file.path === "c.html")?.load();
    return [site.summary, /field-required">([^<]*)</.exec(page?.bytes.toString() ?? "")?.[1]];
  };
  writeFiles(folder, { "docs.json": withLanguage("de"), "c.mdx": '<ParamField query="q" required>Q</ParamField>' });
  expect(await shown()).toEqual(["4 pages rendered (4 new), 0 reused", "erforderlich"]);
  writeFiles(folder, { "docs.json": withLanguage("fr") });
  const [summary, word] = await shown();
  expect(summary).toMatch(/^1 page rendered \(1 in another language\)/);
  expect(word).toBe("obligatoire");
});

test("after the size of an image changes, only the pages that show it are rendered again", async () => {
  const { folder, build } = setUp();
  const drawing = (width: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20"/>`;
  const shown = async () => {
    const site = await build();
    const page = site.files.find((file) => file.path === "c.html");
    return [site.summary, /<img[^>]*>/.exec((await page?.load())?.bytes.toString() ?? "")?.[0]];
  };
  writeFiles(folder, { "c.mdx": "![A](/a.svg)" });
  await build();
  writeFiles(folder, { "a.svg": drawing(40) });
  const added = await shown();
  expect(added[0]).toMatch(/^1 page rendered .*, 3 reused$/);
  expect(added[1]).toContain('width="40" height="20"');
  writeFiles(folder, { "a.svg": drawing(400) });
  expect((await shown())[1]).toContain('width="400" height="20"');
  expect((await build()).summary).toBe("0 pages rendered, 4 reused");
});

test("after a title changes, the pages show it in their sidebar, but only those next to it are laid out again", async () => {
  const { folder, build } = setUp();
  await build();
  writeFiles(folder, { "b.mdx": "---\nversion: 2\ntitle: Wasp\n---\nB." });
  const site = await build();
  expect(site.summary).toBe("0 pages rendered, 2 laid out again (navigation or settings changed), 2 reused");
  const home = await site.files.find((file) => file.path === "index.html")?.load();
  expect(home?.bytes.toString()).toContain("Wasp");
});

test("after the banner changes, every page shows it, but none is laid out again", async () => {
  const { folder, build } = setUp();
  const color = { light: "#16A34A" };
  const show = (content: string) => {
    const banner = { content, dismissible: true, color };
    writeFiles(folder, { "docs.json": JSON.stringify({ ...JSON.parse(files["docs.json"]), banner }) });
    return build();
  };
  await show("Old **news**");
  const site = await show("New [words](/a) & more");
  expect(site.summary).toBe("0 pages rendered, 4 reused");
  for (const path of ["index.html", "c.html", "_lectern/404.html"]) {
    const page = String((await site.files.find((file) => file.path === path)?.load())?.bytes);
    expect(page).toContain('<div class="banner-words"><p>New <a href="/a">words</a> &amp; more</p></div>');
    expect(page.indexOf("banner-words")).toBeLessThan(page.indexOf("<header"));
  }
  const cold = await build({ cacheFolder: temporaryFolder() });
  expect(cold.files.map((file) => file.sha256)).toEqual(site.files.map((file) => file.sha256));
});

test("a page that is renamed back is taken from the cache", async () => {
  const { folder, build } = setUp();
  const first = await build();
  writeFiles(folder, { "c.mdx": "Changed." });
  await build();
  writeFiles(folder, { "c.mdx": "C." });
  const third = await build();
  expect(third.summary).toBe("0 pages rendered, 4 reused");
  expect(third.files.map((file) => file.sha256)).toEqual(first.files.map((file) => file.sha256));
});

/** The pack files of the cache. */
function packs(cacheFolder: string): string[] {
  const folder = join(cacheFolder, "packs");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".pack"))
    .map((name) => join(folder, name));
}

/** Flips a bit in every byte. */
function damage(path: string): void {
  writeFileSync(
    path,
    readFileSync(path).map((byte) => byte ^ 1),
  );
}

test("damaged articles in the cache are detected and rendered again", async () => {
  const { cacheFolder, build } = setUp();
  // Search data is read on demand, so read it now.
  const pages = (await build()).pages.map((page) => ({ ...page }));
  packs(cacheFolder).forEach(damage);
  const second = await build();
  expect(second.counts.reused).toBe(0);
  expect(second.pages).toEqual(pages);
});

test("an article that is known in memory is rendered again if its cache folder doesn't have it", async () => {
  const { folder, build } = setUp();
  await build();
  const elsewhere = { folder, cacheFolder: temporaryFolder(), signal: new AbortController().signal };
  const site = await buildSite({ pool }, { ...elsewhere, onLine: () => undefined });
  expect(site.summary).toBe("4 pages rendered (4 new), 0 reused");
});

test("a damaged file in the cache is never returned, and the next build makes it again", async () => {
  const { cacheFolder, build } = setUp();
  const first = await build();
  packs(cacheFolder).forEach(damage);
  const page = first.files.find((file) => file.path === "c.html");
  await expect(page?.load()).rejects.toThrow("build the site again");
  const second = await build();
  const again = await second.files.find((file) => file.path === "c.html")?.load();
  expect(again?.bytes.toString()).toContain("C.");
});

test("truncated cache files are detected before anything is loaded from them, and their entries are made again", async () => {
  const { cacheFolder, build } = setUp();
  const load = ({ files }: SiteBuild) => Promise.all(files.map(async (file) => [file.path, await file.load()]));
  const before = await load(await build());
  for (const path of packs(cacheFolder)) writeFileSync(path, readFileSync(path).subarray(0, 100));
  const site = await build();
  expect(site.summary).toBe("4 pages rendered (4 no longer in the cache), 0 reused");
  expect(await load(site)).toEqual(before);
});

test("after the cache is deleted, a build gives the same site", async () => {
  const { cacheFolder, build } = setUp();
  await build();
  rmSync(cacheFolder, { recursive: true });
  expect((await build()).summary).toBe("4 pages rendered (4 new), 0 reused");
});

test("concurrent builds that share a cache give the same site", async () => {
  const { build } = setUp();
  const [one, two, three] = await Promise.all([build(), build(), build()]);
  const hashes = (site: typeof one) => site.files.map((file) => file.sha256);
  expect(hashes(two)).toEqual(hashes(one));
  expect(hashes(three)).toEqual(hashes(one));
  await Promise.all(one.files.map((file) => file.load()));
});

test("a static site has every file and its redirects", async () => {
  const { build } = setUp();
  const out = temporaryFolder();
  const site = await build();
  await writeSite(site, folderWriter(out));
  const written = readdirSync(out, { recursive: true }).map(String);
  for (const file of site.files) expect(written).toContain(file.path);
  // Static hosts look for the 404 page at the root.
  expect(readFileSync(join(out, "404.html"))).toEqual(readFileSync(join(out, site.notFoundPath)));
  const redirects = JSON.parse(readFileSync(join(out, "_lectern/redirects.json"), "utf8"));
  expect(redirects).toEqual([{ source: "/docs/:slug*", destination: "/:slug*", status: 307 }]);
});

test("a static site for a path starts its links and redirects with the path", async () => {
  const { build } = setUp();
  const out = temporaryFolder();
  const address = "https://example.test/help";
  await writeSite(await build({ addresses: { own: address, main: address }, isStatic: true }), folderWriter(out));
  const page = readFileSync(join(out, "index.html"), "utf8");
  expect(page).toContain(`<link rel="canonical" href="${address}/">`);
  expect([...page.matchAll(/\s(?:href|src)="(\/[^"]*)"/g)].filter(([, path]) => !path?.startsWith("/help/"))).toEqual(
    [],
  );
  const [rule] = JSON.parse(readFileSync(join(out, "_lectern/redirects.json"), "utf8"));
  expect(rule).toEqual({ source: "/help/docs/:slug*", destination: "/help/:slug*", status: 307 });
});

test("a static site has a page for each redirect, so its root works without a home page", async () => {
  const { folder, build } = setUp();
  rmSync(join(folder, "index.mdx"));
  const out = temporaryFolder();
  writeFiles(folder, {
    "docs.json": JSON.stringify({
      theme: "mint",
      name: "Example",
      colors: { primary: "#333" },
      navigation: { pages: ["start", "more"] },
      redirects: [
        { source: "/old/place", destination: "/more#part" },
        { source: "/more", destination: "/start" },
        { source: "/a/:slug*", destination: "/start" },
        { source: `/${"x".repeat(300)}`, destination: "/start" },
      ],
    }),
    "start.mdx": "---\ntitle: Start\n---\n\nText.\n",
    "more.mdx": "---\ntitle: More\n---\n\n## Part\n",
  });
  await writeSite(await build(), folderWriter(out));
  expect(readFileSync(join(out, "index.html"), "utf8")).toContain('content="0; url=/start"');
  expect(readFileSync(join(out, "old/place.html"), "utf8")).toContain('<a href="/more#part">');
  expect(readFileSync(join(out, "more.html"), "utf8")).toContain("<h1");
});

test("links and images of a static site have the addresses to which the server would redirect", async () => {
  const { folder, build } = setUp();
  const out = temporaryFolder();
  const sample = '`<a href="/docs/start">`';
  writeFiles(folder, {
    "docs.json": JSON.stringify({
      theme: "mint",
      name: "Example",
      colors: { primary: "#333" },
      navigation: { pages: ["start", "guides/index"] },
      navbar: { links: [{ label: "Start", href: "/docs/start" }] },
      redirects: [
        { source: "/old/:slug*", destination: "/docs/:slug*" },
        { source: "/part", destination: "/start#part" },
      ],
      errors: { 404: { redirect: true } },
    }),
    "dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    "guides/index.mdx": "# Guides",
    "start.mdx": `[a](/docs/guides?x=1&y=2#b) [b](/guides/index) [c](/old/start) [d](/part) [e](/lost) ${sample} ![](/docs/dot.svg)`,
  });
  await writeSite(await build(), folderWriter(out));
  const page = readFileSync(join(out, "start.html"), "utf8");
  const links = Array.from(page.matchAll(/href="([^"]*)"[^>]*>([a-e])</g), ([, address]) => address);
  expect(links).toEqual(["/guides?x=1&amp;y=2#b", "/guides", "/start", "/part", "/lost"]);
  expect(page).toContain('src="/dot.svg"');
  // The link in the header is resolved, too, but the code sample stays as written.
  expect(page.split('"/docs/start"')).toHaveLength(2);
});

test("a page with a large embedded picture, as exported from notebooks, is built", async () => {
  const { folder, build } = setUp();
  writeFiles(folder, { "c.mdx": `# Plot\n\n![plot](data:image/png;base64,${"A".repeat(4_000_000)})\n` });
  const site = await build();
  expect(site.problems.map(String)).toEqual([]);
  expect(site.files.find(({ path }) => path === "c.html")?.byteLength).toBeGreaterThan(4_000_000);
});

test("after one operation of an API description changes, only its page is rendered again", async () => {
  const operation = (summary: string, description: string) => ({ get: { summary, description, responses: {} } });
  const spec = (first: string, shared: string) => {
    const items = { type: "object", properties: { shared: { type: "string", description: shared } } };
    const content = { "application/json": { schema: { $ref: "#/components/schemas/Item" } } };
    const items200 = { "200": { description: "Items.", content } };
    return JSON.stringify({
      openapi: "3.1.0",
      paths: {
        "/a": operation("First", first),
        "/b": operation("Second", "Same."),
        "/c": { get: { summary: "Third", responses: items200 } },
        "/d": { get: { summary: "Fourth", responses: items200 } },
      },
      components: { schemas: { Item: items } },
    });
  };
  const settings = JSON.parse(files["docs.json"]) as { navigation: { tabs: unknown[] } };
  settings.navigation.tabs.push({ tab: "API", openapi: "openapi.json" });
  const folder = temporaryProject({
    ...files,
    "docs.json": JSON.stringify(settings),
    "openapi.json": spec("A.", "B."),
  });
  const request = { folder, cacheFolder: temporaryFolder(), onLine: () => undefined };
  const build = () => buildSite({ pool }, { ...request, signal: new AbortController().signal });
  expect((await build()).summary).toBe("8 pages rendered (8 new), 0 reused");
  expect((await build()).summary).toBe("0 pages rendered, 8 reused");
  writeFiles(folder, { "openapi.json": spec("Changed.", "B.") });
  expect((await build()).summary).toBe("1 page rendered (1 changed), 7 reused");
  writeFiles(folder, { "openapi.json": spec("Changed.", "Changed too.") });
  const site = await build();
  expect(site.summary).toBe("2 pages rendered (2 changed), 6 reused");
  const page = await site.files.find((file) => file.path === "api-reference/fourth.html")?.load();
  expect(page?.bytes.toString()).toContain("Changed too.");
});
