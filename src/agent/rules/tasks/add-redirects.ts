import { isInRemoteFolder, readKnownSite } from "../../../docs-edits/known-site.ts";
import { collectRedirects } from "../../../docs-edits/move-settings.ts";
import { isPageFile, pageUrl } from "../../../site/project.ts";
import type { RunTask } from "../task.ts";

const redirectsMax = 500;

/** Redirects the addresses that pages had before they were moved in git. Where a removed page should lead, people decide. */
export const addRedirects: RunTask = async (docs, { covers }) => {
  const site = await readKnownSite(docs);
  if (site === undefined) return;
  const urls = new Set(site.pages.map(({ url }) => url));
  const isLost = (file: string) => {
    const isPage = isPageFile(file) && !file.split("/").some((part) => part.startsWith("_") || part === "snippets");
    const url = pageUrl(file);
    const isKnown = urls.has(url) || isInRemoteFolder(site, url) || site.findRedirect(url) !== undefined;
    return isPage && covers(file) && !isKnown;
  };
  const lost = [...docs.renames].filter(([old, now]) => isLost(old) && urls.has(pageUrl(now)));
  const rules = new Map(lost.slice(0, redirectsMax).map(([old, now]) => [pageUrl(old), pageUrl(now)]));
  await collectRedirects(site, rules).apply(docs, "add-redirects");
  for (const path of [...docs.removed].filter(isLost).toSorted()) {
    if (rules.has(pageUrl(path))) continue;
    docs.decline({
      path: "docs.json",
      line: undefined,
      what: `the address ${pageUrl(path)} of a removed page`,
      why: "it leads nowhere; choose a page for its readers",
    });
  }
};
