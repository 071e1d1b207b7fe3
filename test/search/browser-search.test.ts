import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { meanRelevance, relevanceOf } from "../../bench/support/relevance.ts";
import { readRetrievalSet } from "../../bench/support/retrieval-set.ts";
import { browserFolder } from "../../src/platform/browser-files.ts";
import type { PageToIndex } from "../../src/search/page-to-index.ts";
import { analyzed, page } from "../../src/search/search-test-support.ts";
import { staticSearch } from "../../src/site/pipeline/static-search.ts";
import type { openSearch } from "../../web/search/open-search.ts";
import { withSharedFolder } from "../support/shared-folder.ts";
import { slow } from "../support/slow.ts";

vi.setConfig(slow);
afterEach(() => vi.unstubAllGlobals());

const script = pathToFileURL(join(browserFolder, "search.js")).href;
const { openSearch: open } = (await import(script)) as { openSearch: typeof openSearch };

/** A search in the pages of a static site, by the site's script. */
async function openStatic(...pages: PageToIndex[]) {
  const { files, byteLength } = staticSearch(pages.map(analyzed));
  const stored = new Map<string, Buffer>();
  for (const { path, load } of files) stored.set(`/${path}`, (await load()).bytes);
  let bytesLoaded = 0;
  vi.stubGlobal("fetch", async (path: string) => {
    const bytes = stored.get(path);
    bytesLoaded += bytes?.length ?? 0;
    return bytes === undefined ? new Response(null, { status: 404 }) : new Response(Uint8Array.from(bytes));
  });
  const search = await open("/_lectern/search");
  const paths = async (query: string, filter = {}) => (await search({ query, filter })).map(({ path }) => path);
  return { search, paths, byteLength, loaded: () => bytesLoaded };
}

const kitchen = [
  page("/kettle", ["Boil water: Turn the dial until the kettle boils.", "Clean it: Use vinegar, then rinse twice."], {
    title: "Kettle",
    description: "Heats water.",
    breadcrumb: ["Kitchen"],
    keywords: ["boiler"],
  }),
  page("/toaster", "Brown bread: The toaster has six levels. The kettle isn't needed.", { title: "Toaster" }),
  page("/de/kessel", "Reinigen: Mit Essig ausspülen.", {
    title: "Kessel",
    facets: { language: "de" },
    isDefault: false,
  }),
  page("/secret", "Kettle: A kettle that nobody may find.", { audiences: { search: false, assistant: true } }),
];

test("a result has the best section, its excerpt with highlights, and the page's location", async () => {
  const { search } = await openStatic(...kitchen);
  expect((await search({ query: "rinsing with vinegar" }))[0]).toEqual({
    content: "Use vinegar, then rinse twice.",
    path: "/kettle",
    metadata: {
      title: "Kettle",
      description: "Heats water.",
      breadcrumb: ["Kitchen"],
      heading: "Clean it",
      anchor: "clean-it",
      sections: [{ heading: "Clean it", anchor: "clean-it" }],
      score: 1,
      highlights: [
        [4, 11],
        [18, 23],
      ],
    },
  });
});

test("titles count most in the browser's search, and hidden pages aren't found", async () => {
  const { paths } = await openStatic(...kitchen);
  expect(await paths("kettle")).toEqual(["/kettle", "/toaster"]);
});

test("incomplete words, typos, other forms and keywords find a page in the browser", async () => {
  const { paths } = await openStatic(...kitchen);
  for (const query of ["ket", "kettel", "boiling", "boiler"]) expect((await paths(query))[0], query).toBe("/kettle");
  expect(await paths("nothing-of-the-kind")).toEqual([]);
});

test("a filter excludes pages with another value", async () => {
  const { paths } = await openStatic(...kitchen);
  expect(await paths("Essig", { language: "en" })).toEqual([]);
  expect(await paths("Essig", { language: ["DE"] })).toEqual(["/de/kessel"]);
});

test("a search on a site without pages finds nothing", async () => {
  const { paths } = await openStatic();
  expect(await paths("kettle")).toEqual([]);
});

test("a missing file fails the search", async () => {
  await openStatic();
  await expect(open("/elsewhere")).rejects.toThrow("can't be fetched");
});

test("however much text a site has, a search loads a limited part and finds all titles and headings", async () => {
  const word = (number: number) => `${number}`.padStart(60, "x");
  const pages = Array.from({ length: 500 }, (_, number) => {
    const text = Array.from({ length: 150 }, (_, at) => word((at * 7919 + number) % 9_973)).join(" ");
    return page(`/page-${number}`, `Heading h${number}: ${text}`, { title: `Title t${number}` });
  });
  const { paths, byteLength, loaded } = await openStatic(...pages);
  expect((await paths("t477"))[0]).toBe("/page-477");
  expect(loaded()).toBeLessThanOrEqual(byteLength);
  expect(byteLength).toBeLessThan(300_000);
  expect((await paths("h477"))[0]).toBe("/page-477");
});

withSharedFolder("retrieval", "the browser on real questions about two real projects", (folder) => {
  test("the browser's search ranks the right pages nearly as high as the server's search", async () => {
    const { projects, questions } = readRetrievalSet(folder);
    const all = [];
    for (const [project, pages] of projects) {
      const { paths } = await openStatic(...pages);
      for (const { question, gold } of questions.filter((row) => row.project === project)) {
        all.push(relevanceOf(await paths(question), gold));
      }
    }
    expect(meanRelevance(all).gain).toBeGreaterThan(0.78);
  });
});
