import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { readRetrievalSet } from "../../bench/support/retrieval-set.ts";
import { browserFolder } from "../../src/platform/browser-files.ts";
import { openBuiltIndex } from "../../src/search/build-index.ts";
import { findPages } from "../../src/search/find-pages.ts";
import type { PageToIndex } from "../../src/search/page-to-index.ts";
import { indexFiles, page } from "../../src/search/search-test-support.ts";
import { staticSearch } from "../../src/site/pipeline/static-search.ts";
import type { openSearch } from "../../web/search/open-search.ts";
import { withSharedFolder } from "../support/shared-folder.ts";
import { slow } from "../support/slow.ts";

vi.setConfig(slow);
afterEach(() => vi.unstubAllGlobals());

/** The same pages, searched by a server and by the script of static sites. */
async function openBoth(pages: readonly PageToIndex[]) {
  const built = await indexFiles(pages);
  const { files, byteLength } = staticSearch(built);
  const stored = new Map<string, Buffer>();
  for (const { path, load } of files) stored.set(`/${path}`, (await load()).bytes);
  const fetched: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    fetched.push(path);
    const bytes = stored.get(path);
    return bytes === undefined ? new Response(null, { status: 404 }) : new Response(Uint8Array.from(bytes));
  });
  const script = pathToFileURL(join(browserFolder, "search.js")).href;
  const { openSearch: open } = (await import(script)) as { openSearch: typeof openSearch };
  const index = openBuiltIndex(built);
  const inBrowser = await open("/_lectern/search");
  return { index, inBrowser, built, stored, fetched, byteLength };
}

const words = ["timer", "kettle", "boil", "sensor", "relay", "valve", "steam", "gauge", "filter", "switch", "alarm"];
const wordAt = (number: number) => words[number % words.length] ?? "";

/** Enough pages for several segments, with versions, languages and titles that occur twice. */
function manyPages(): PageToIndex[] {
  return Array.from({ length: 900 }, (_, number) =>
    page(
      `/${wordAt(number)}/page-${number}`,
      [
        `Set the ${wordAt(number * 7)}: Turn the ${wordAt(number)} until the ${wordAt(number * 3)} shows ${number}.`,
        `Größe ${number % 40}: Über die ${wordAt(number * 5)}-Einstellungen, camelCase${number}, E-${number}.`,
        `Notes: ${Array.from({ length: 80 }, (_, at) => `${wordAt(at * number)}${(at * 31 + number * 7) % 900}`).join(" ")}`,
      ],
      {
        title: `${wordAt(number)} and ${wordAt(number * 3)} ${number % 100}`,
        facets: { version: number % 2 === 0 ? "v2" : "v1", language: number % 5 === 0 ? "de" : "en" },
        isDefault: number % 2 === 0,
        boost: number % 9 === 0 ? 2 : 1,
        audiences: { search: number % 10 !== 3, assistant: true },
      },
    ),
  );
}

test("the browser finds the same pages as a server, in the same order and with the same excerpts", async () => {
  const { index, inBrowser, built, fetched, stored, byteLength } = await openBoth(manyPages());
  expect(built.segments.length).toBeGreaterThan(1);
  const opening = fetched.length;
  expect(opening).toBe(built.segments.length + 1);
  expect((await inBrowser({ query: "camelCase77" })).length).toBeGreaterThan(0);
  expect(fetched.length - opening).toBeLessThan((stored.size - opening) / 2);
  const requests = [
    { query: "kettle" },
    { query: "ket" },
    { query: "kettel" },
    { query: "how do I set the valve?" },
    { query: "Einstellungen größe 12", filter: { language: "de" } },
    { query: "camelCase77" },
    { query: "steam gauge", filter: { version: "v1" }, pageSize: 50 },
    { query: "timer and relay 7", scoreThreshold: 0.5 },
    { query: "nothing-of-the-kind" },
    { query: "ö" },
  ];
  for (const request of requests) {
    expect(await inBrowser(request), request.query).toEqual(findPages(index, request));
  }
  // Each file once.
  expect(new Set(fetched).size).toBe(fetched.length);
  const common = [...stored].filter(([path]) => /segments\.json|common\.bin/.test(path));
  expect(common.reduce((sum, [, bytes]) => sum + bytes.length, 0)).toBe(byteLength);
});

test("a site without pages has nothing to find", async () => {
  const { inBrowser } = await openBoth([]);
  expect(await inBrowser({ query: "kettle" })).toEqual([]);
});

test("a file that is missing or damaged fails the search, and the next one fetches it again", async () => {
  const { inBrowser, stored } = await openBoth(manyPages());
  const whole = new Map(stored);
  const chunks = [...stored.keys()].filter((path) => /\/\d+\.bin$/.test(path));
  for (const path of chunks) stored.delete(path);
  await expect(inBrowser({ query: "kettle" })).rejects.toThrow();
  for (const path of chunks) stored.set(path, whole.get(path)?.subarray(4) ?? Buffer.alloc(0));
  await expect(inBrowser({ query: "kettle" })).rejects.toThrow();
  for (const [path, bytes] of whole) stored.set(path, bytes);
  expect((await inBrowser({ query: "kettle" })).length).toBeGreaterThan(0);
});

withSharedFolder("retrieval", "the browser on real questions about two real projects", (folder) => {
  test("finds exactly what a server finds, for whole questions and while they are typed", async () => {
    const { projects, questions } = readRetrievalSet(folder);
    for (const [project, pages] of projects) {
      const { index, inBrowser } = await openBoth(pages);
      for (const { question } of questions.filter((row) => row.project === project)) {
        for (const query of [question, question.slice(0, 12), question.slice(0, 30)].filter((text) =>
          /\S/.test(text),
        )) {
          expect(await inBrowser({ query }), query).toEqual(findPages(index, { query }));
        }
      }
    }
  });
});
