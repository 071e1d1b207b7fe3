import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { vi } from "vitest";
import { browserFolder } from "../../src/platform/browser-files.ts";
import type { PageToIndex } from "../../src/search/page-to-index.ts";
import { analyzed } from "../../src/search/search-test-support.ts";
import { staticSearch } from "../../src/site/pipeline/static-search.ts";
import type { openSearch } from "../../web/search/open-search.ts";

const script = pathToFileURL(join(browserFolder, "search.js")).href;
export const { openSearch: openBrowserSearch } = (await import(script)) as { openSearch: typeof openSearch };

/** A search in the pages of a static site, by the site's script. It replaces the global `fetch`. */
export async function openStaticSearch(pages: readonly PageToIndex[]) {
  const { files, byteLength } = staticSearch(pages.map(analyzed));
  const stored = new Map<string, Buffer>();
  for (const { path, load } of files) stored.set(`/${path}`, (await load()).bytes);
  let bytesLoaded = 0;
  vi.stubGlobal("fetch", async (path: string) => {
    const bytes = stored.get(path);
    bytesLoaded += bytes?.length ?? 0;
    return bytes === undefined ? new Response(null, { status: 404 }) : new Response(Uint8Array.from(bytes));
  });
  const search = await openBrowserSearch("/_lectern/search");
  const paths = async (query: string, filter = {}) => (await search({ query, filter })).map(({ path }) => path);
  return { search, paths, byteLength, loaded: () => bytesLoaded };
}
