import { buildSite } from "../../src/site/pipeline/build-site.ts";
import type { RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { folderWriter, writeSite } from "../../src/site/pipeline/write-site.ts";
import { indexPages } from "../../src/updates/steps/index-pages.ts";
import { createStepLog } from "../../src/updates/steps/step-log.ts";

export interface WholeBuild {
  folder: string;
  /** The build writes its files next to this folder. */
  cacheFolder: string;
  isWritten: boolean;
  onLine(line: string): void;
}

/**
 * Builds, indexes and writes a site, and returns the number of pages. Nothing is removed, because some file systems
 * take ten times as long to create files after a removal.
 */
export async function buildWhole(
  pool: RenderPool,
  { folder, cacheFolder, isWritten, onLine }: WholeBuild,
): Promise<number> {
  const signal = new AbortController().signal;
  const stepLog = createStepLog(onLine);
  // Builds like an update: if an address is set, there are also a sitemap, feeds and social cards.
  const addresses = { own: "https://docs.example.org", main: "https://docs.example.org" };
  const site = await buildSite({ pool }, { folder, cacheFolder, signal, addresses, onLine });
  await indexPages(site, signal, stepLog);
  if (isWritten)
    await stepLog.timed(`Wrote ${site.files.length} files`, () => writeSite(site, folderWriter(`${cacheFolder}-out`)));
  return site.pages.length;
}
