import { posix } from "node:path";
import type { EditedDocs } from "../../../docs-edits/edited-docs.ts";
import { findLinks } from "../../../docs-edits/find-links.ts";
import { isInRemoteFolder, readKnownSite } from "../../../docs-edits/known-site.ts";
import { listNamedPages } from "../../../docs-edits/navigation-entries.ts";
import { listDocsFiles, openPages } from "../../../docs-edits/page-edits.ts";
import { defaultSiteLimits, pageUrl } from "../../../site/project.ts";
import { resolveSiteUrl } from "../../../site/reading.ts";
import { decodeUrl, withoutEndSlash } from "../../../site/serving.ts";
import type { RunTask } from "../task.ts";

const image = /\.(?:png|jpe?g|gif|svg|webp|avif|ico)$/i;
const imageName = /[^\s"'`()<>{}|\\/=,;]+\.(?:png|jpe?g|gif|svg|webp|avif|ico)\b/gi;
const textFile = /\.(?:mdx?|json|jsx?|tsx?|css|html|ya?ml|txt)$/i;

/** Lists pages that nothing leads to and images that nothing mentions. Search and other websites may still lead to them. */
export const reportUnused: RunTask = async (docs, { covers }) => {
  const site = await readKnownSite(docs);
  if (site === undefined) return;
  const used = new Set(listNamedPages(site.builtNavigation).map(({ slug }) => addressOf(`/${slug}`, "/")));
  for (const { kind, url } of site.report.uses) if (kind === "link") used.add(addressOf(url, "/"));
  for (const { destination } of site.config.redirects ?? []) if (destination) used.add(addressOf(destination, "/"));
  for await (const page of openPages(docs, await listDocsFiles(docs))) {
    const own = pageUrl(page.path);
    for (const { kind, url } of findLinks(page)) {
      const address = kind === "link" ? addressOf(url, posix.dirname(page.path)) : own;
      // A page that only links to itself is unused.
      if (address !== own) used.add(address);
    }
  }
  for (const { url, file, body } of site.pages) {
    // Pages from API descriptions have no file of their own.
    const isUsed = used.has(url) || isInRemoteFolder(site, url);
    if (url === "/" || body !== undefined || isUsed || !covers(file)) continue;
    const why = "no page, navigation or setting leads to it";
    docs.decline({ path: file, line: undefined, what: "the page", why });
  }
  const mentioned = await readImageNames(docs);
  for (const file of [...site.files].filter((path) => image.test(path) && covers(path)).toSorted()) {
    if (mentioned.has(posix.basename(file).toLowerCase())) continue;
    docs.decline({ path: file, line: undefined, what: "the image", why: "no page, setting or script mentions it" });
  }
};

function addressOf(url: string, folder: string): string {
  const path = decodeUrl(resolveSiteUrl(url, folder).replace(/[?#].*$/s, ""));
  return withoutEndSlash(path.replace(/\.mdx?$/, "").replace(/\/index$/, "/"));
}

/** The names of all images in all texts, in lowercase. Addresses that scripts put together aren't found otherwise. */
async function readImageNames(docs: EditedDocs): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const path of docs.paths()) {
    const text = textFile.test(path) ? await docs.read(path) : undefined;
    if (text === undefined || text.length > defaultSiteLimits.pageBytesMax) continue;
    for (const [name] of text.matchAll(imageName)) names.add(posix.basename(decodeUrl(name)).toLowerCase());
  }
  return names;
}
