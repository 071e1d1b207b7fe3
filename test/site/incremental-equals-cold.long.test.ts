import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import type { SiteBuild } from "../../src/site/pipeline/site-build.ts";
import { defaultSiteLimits } from "../../src/site/shared/site-limits.ts";
import { type FindGoodPages, readGoodPages } from "../../src/site/source/good-page.ts";
import { slow } from "../support/slow.ts";
import { temporaryFolder, writeFiles } from "./temporary-folder.ts";

vi.setConfig(slow);

let pool: RenderPool;
beforeAll(() => {
  pool = createRenderPool({ size: 2 });
});
afterAll(() => pool.close());

type Files = Record<string, string>;
type Change = (files: Files) => void;

const runs = 8;
const changesPerRun = 7;
const names = ["a", "b", "c", "d", "guides/e"];
const picture = (width: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10"/>`;

function firstFiles(): Files {
  return {
    "docs.json": settings("Example", ["index", "a", "b", "c"]),
    "index.mdx": "Home. [To a](/a#one)",
    "a.mdx": '---\ntitle: A\n---\n## One\n\n<Snippet file="help.mdx" />\n\n[b](/b)',
    "b.mdx":
      '---\ntitle: B\ndescription: About b\n---\n![Picture](/picture.svg)\n\nimport Help from "/snippets/help.mdx"\n\n<Help />',
    "c.mdx": "# C\n\n[gone](/gone) and [a](/a#two)\n\n```js\nlet x = 1;\n```",
    "snippets/help.mdx": "Help with [a](/a#one).",
    "picture.svg": picture(20),
  };
}

function settings(name: string, pages: string[]): string {
  const navigation = { tabs: [{ tab: "All", groups: [{ group: "Pages", pages }] }] };
  return JSON.stringify({ theme: "mint", name, colors: { primary: "#16A34A" }, navigation });
}

const page = fc.constantFrom(...names).map((name) => `${name}.mdx`);
const text = fc.constantFrom(
  "More text.",
  "## One",
  "## Two",
  "[a](/a#two)",
  "[here](#nowhere)",
  "[missing](/missing)",
  "$x^2$",
  '<div style={{ color: "red" }}>Styled</div>',
  "<Unknown />",
  "![Picture](/picture.svg)",
  "{broken",
  'import Help from "/snippets/help.mdx"\n\n<Help />',
);

const change: fc.Arbitrary<Change> = fc.oneof(
  // The most common changes in real projects.
  { weight: 6, arbitrary: fc.tuple(page, text).map(([path, added]) => append(path, added)) },
  fc.tuple(page, fc.constantFrom("First", "Second")).map(
    ([path, title]): Change =>
      (files) => {
        if (files[path] !== undefined) files[path] = `---\ntitle: ${title}\n---\n${withoutHead(files[path])}`;
      },
  ),
  fc.tuple(page, text).map(
    ([path, body]): Change =>
      (files) => {
        files[path] = body;
      },
  ),
  page.map(
    (path): Change =>
      (files) => {
        delete files[path];
      },
  ),
  fc.tuple(page, page).map(
    ([from, to]): Change =>
      (files) => {
        const moved = files[from];
        if (moved === undefined) return;
        delete files[from];
        files[to] = moved;
      },
  ),
  text.map((added) => append("snippets/help.mdx", added)),
  fc.integer({ min: 10, max: 12 }).map(
    (width): Change =>
      (files) => {
        files["picture.svg"] = picture(width);
      },
  ),
  fc.tuple(fc.constantFrom("Example", "Other"), fc.shuffledSubarray(names, { minLength: 1 })).map(
    ([name, pages]): Change =>
      (files) => {
        files["docs.json"] = settings(name, ["index", ...pages]);
      },
  ),
);

function append(path: string, added: string): Change {
  return (files) => {
    if (files[path] !== undefined) files[path] += `\n\n${added}\n`;
  };
}

function withoutHead(source: string): string {
  return source.replace(/^---\n[\s\S]*?\n---\n/, "");
}

test("after any change, an incremental build gives the same site as a build from scratch", async () => {
  const someChanges = fc.array(change, { minLength: changesPerRun, maxLength: changesPerRun });
  await fc.assert(
    fc.asyncProperty(someChanges, async (changes) => {
      const files = firstFiles();
      const cacheFolder = temporaryFolder();
      const editTimes = new Map<string, string>();
      let before: Files = {};
      let good: SiteBuild["goodPages"] = new Map();
      for (const [step, apply] of [() => undefined, ...changes].entries()) {
        apply(files);
        for (const [path, content] of Object.entries(files)) {
          if (before[path] !== content) editTimes.set(path, new Date(step * 86_400_000).toISOString());
        }
        const find = findGoodIn(before, good);
        before = { ...files };
        const incremental = await build(files, cacheFolder, editTimes, [], find);
        const cold = await build(files, temporaryFolder(), editTimes, [], find);
        expect(await everythingOf(incremental)).toEqual(await everythingOf(cold));
        good = incremental.goodPages;
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
});

test("a page whose text changed is built without reading or planning the other pages", async () => {
  const files = firstFiles();
  const cacheFolder = temporaryFolder();
  const lines: string[] = [];
  await build(files, cacheFolder, new Map(), lines);
  append("c.mdx", "More text.")(files);
  await build(files, cacheFolder, new Map(), lines);
  append("a.mdx", "## Two")(files);
  const { problems } = await build(files, cacheFolder, new Map(), lines);
  expect(lines.filter((line) => line.startsWith("Read ")).map((line) => line.replace(/ \(\d+ ms\)$/, ""))).toEqual([
    expect.stringMatching(/^Read 4 pages, /),
    "Read 1 changed page",
    "Read 1 changed page",
  ]);
  // Another page links to the new heading, so its link is no longer reported as broken.
  expect(problems.map(({ message }) => message).filter((message) => message.includes("#two"))).toEqual([]);
  expect(lines.filter((line) => line.includes("rendered (")).map((line) => line.replace(/ \(\d+ ms\)$/, ""))).toEqual([
    "4 pages rendered (4 new), 0 reused",
    "1 page rendered (1 changed), 3 reused",
    "1 page rendered (1 changed), 3 reused",
  ]);
});

/** Finds the last good versions of pages like an update: in the previous site, or in that site's source files. */
function findGoodIn(before: Files, good: SiteBuild["goodPages"]): FindGoodPages {
  const read = async (paths: readonly string[]) =>
    new Map(paths.flatMap((path) => (before[path] === undefined ? [] : [[path, before[path]] as const])));
  return async (files) => {
    const written = await readGoodPages(files, read, defaultSiteLimits);
    return new Map([...written, ...[...good].filter(([file]) => files.includes(file))]);
  };
}

/** Builds like an update: each time in a new folder, with files that have the hashes of their contents. */
function build(
  files: Files,
  cacheFolder: string,
  editTimes: ReadonlyMap<string, string>,
  lines: string[] = [],
  findGoodPages?: FindGoodPages,
) {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const listed = Object.entries(files).map(([path, content]) => {
    return { path, size: Buffer.byteLength(content), stamp: createHash("sha1").update(content).digest("hex") };
  });
  const addresses = { own: "https://docs.example.org", main: "https://docs.example.org" };
  const { signal } = new AbortController();
  const request = { folder, cacheFolder, signal, addresses, editTimes: new Map(editTimes), files: listed };
  const onLine = (line: string) => lines.push(line);
  return buildSite({ pool }, { ...request, onLine, ...(findGoodPages && { findGoodPages }) });
}

async function everythingOf(site: SiteBuild) {
  const files = await Promise.all(
    site.files.map(async ({ path, type, load }) => {
      return [
        path,
        type,
        createHash("sha1")
          .update((await load()).bytes)
          .digest("hex"),
      ];
    }),
  );
  return {
    files,
    // Not compared, because the key only identifies the analysis in the cache and differs for an article with a changed
    // image.
    pages: site.pages.map(({ analysisKey: _key, ...built }) => ({
      ...built,
      analysis: built.analysis.toString("base64"),
    })),
    redirects: site.redirects,
    unlisted: site.unlistedPaths,
    connections: site.connections,
    reader: site.reader,
    goodPages: site.goodPages,
    problems: site.problems.map(String),
    places: site.problems.map(({ file, line, severity, hint }) => [file, line, severity, hint]),
    brokenLinks: site.brokenLinks.map(String),
    accessProblems: site.accessProblems.map(String),
    external: site.listExternalLinks(),
  };
}
