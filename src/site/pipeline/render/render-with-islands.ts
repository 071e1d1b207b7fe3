import { collectClasses } from "../../page/author-classes.ts";
import { withEngine } from "../../page/author-code/engine.ts";
import { Refusal } from "../../page/author-code/refusal.ts";
import { compileIsland } from "../../page/islands/compile-island.ts";
import type { IslandSource } from "../../page/islands/island.ts";
import { readLiterals } from "../../page/islands/read-literals.ts";
import type { RenderedPage } from "../../page/render-page.ts";
import type { BuildCache } from "../../shared/cache/build-cache.ts";
import { findStoredHeader, loadStoredFile, type StoredEntry, writeStoredFile } from "../../shared/cache/stored-file.ts";
import type { ArticleIsland } from "../stored-article.ts";

interface PageWithIslands {
  rendered: RenderedPage;
  islands: ArticleIsland[];
  /** The classes of the page, including those that its components may use later. */
  classes: ReadonlySet<string>;
}

/**
 * Renders a page and compiles its components that run in the browser. If a component can't be compiled, the page is
 * rendered again with only the component's initial state, and the author gets a warning.
 */
export async function renderWithIslands(
  cache: BuildCache,
  islandBytesMax: number,
  render: (broken: ReadonlyMap<string, string>) => RenderedPage,
): Promise<PageWithIslands> {
  const broken = new Map<string, string>();
  let rendered = await withEngine(() => render(broken));
  const compiled = new Map<string, StoredEntry>();
  for (const source of rendered.islands) {
    const outcome = await compileOnce(cache, source, islandBytesMax);
    if (typeof outcome === "string") broken.set(source.path, outcome);
    else compiled.set(source.path, outcome);
  }
  if (broken.size > 0) rendered = await withEngine(() => render(broken));
  const classes = new Set(rendered.authorClasses);
  const islands = rendered.islands.flatMap(({ path }): ArticleIsland[] => {
    const stored = compiled.get(path);
    if (stored === undefined) return [];
    const literals = readLiterals(loadStoredFile(cache, stored.key).bytes.toString());
    for (const text of literals.classes) collectClasses(text, classes);
    return [{ path, stored, origins: literals.origins }];
  });
  return { rendered, islands, classes };
}

/** Stores the module unless another page has already stored it. Returns the reason if it can't be compiled. */
async function compileOnce(cache: BuildCache, source: IslandSource, bytesMax: number): Promise<StoredEntry | string> {
  const { key } = source;
  const known = findStoredHeader(cache, key);
  if (known !== undefined) return { key, header: known };
  try {
    const module = await compileIsland(source, bytesMax);
    const header = writeStoredFile(cache, key, Buffer.from(module));
    cache.flush();
    return { key, header };
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
