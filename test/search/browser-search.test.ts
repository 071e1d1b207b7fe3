import { afterEach, expect, test, vi } from "vitest";
import type { PageToIndex } from "../../src/search/page-to-index.ts";
import { page } from "../../src/search/search-test-support.ts";
import { slow } from "../support/slow.ts";
import { openBrowserSearch, openStaticSearch } from "./static-search.ts";

vi.setConfig(slow);
const openStatic = (...pages: PageToIndex[]) => openStaticSearch(pages);
afterEach(() => vi.unstubAllGlobals());

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
  await expect(openBrowserSearch("/elsewhere")).rejects.toThrow("can't be fetched");
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
