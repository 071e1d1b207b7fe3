import type { NewFile } from "../../platform/artifacts/fill-batches.ts";
import { privateFilesPath } from "../../published-sites/site-headers.ts";
import type { SiteBuild } from "../../site/build/site-build.ts";
import type { Say } from "./say.ts";

const searchPagesPath = `${privateFilesPath}search-pages.json`;

/** What search and the assistant will read of the site, as a file of the artifact that readers cannot fetch. */
export async function indexPages(build: SiteBuild, say: Say): Promise<NewFile> {
  return say(`index-pages: ${build.pages.length} pages`, async () => {
    const pages = build.pages.filter((page) => !page.hasFailed);
    return { path: searchPagesPath, type: "application/json", bytes: Buffer.from(JSON.stringify(pages)) };
  });
}
