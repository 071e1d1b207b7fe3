import { posix } from "node:path";
import type { DocsPage } from "../../../docs-edits/docs-page.ts";
import type { EditedDocs } from "../../../docs-edits/edited-docs.ts";
import { findLinks } from "../../../docs-edits/find-links.ts";
import { createSiteChecker, type KnownSite, readKnownSite } from "../../../docs-edits/known-site.ts";
import { editPages } from "../../../docs-edits/page-edits.ts";
import { editSettingLinks } from "../../../docs-edits/setting-edits.ts";
import { createLineCounter, type TextEdit } from "../../../docs-edits/text-edit.ts";
import { writeLink } from "../../../docs-edits/write-link.ts";
import { isExternalUrl, pageUrl } from "../../../site/project.ts";
import { type LinkChecker, resolveSiteUrl } from "../../../site/reading.ts";
import { decodeUrl } from "../../../site/serving.ts";
import { createTargetFinder, type Target } from "../find-target.ts";
import type { RunTask } from "../task.ts";

export const fixLinks: RunTask = async (docs, request) => {
  const site = await readKnownSite(docs);
  if (site === undefined) return;
  const repair = createRepair(docs, site);
  await editPages(docs, "fix-links", request, (page) => repairPage(page, docs, site, repair));
  await editSettingLinks(docs, "fix-links", request.covers, site, ({ url }) => {
    const target = repair(url, "/");
    if (target?.url === undefined) return target && { why: target.why };
    return { text: writeLink({ from: "docs.json", written: url }, fileOf(site, target.url)), why: target.why };
  });
};

type Repair = (url: string, from: string) => Target | undefined;

/** The repair returns undefined for a link that isn't broken. */
function createRepair(docs: EditedDocs, site: KnownSite): Repair {
  const { checkLink }: LinkChecker = createSiteChecker(site, new Map());
  const urls = site.pages.map(({ url }) => url);
  const find = createTargetFinder({ urls, ...readHistory(docs, new Set(urls)) });
  const looked = new Set<string>();
  return (url, from) => {
    // Anchors are a task of their own.
    const withoutAnchor = url.replace(/#.*$/s, "");
    if (isExternalUrl(url) || checkLink(withoutAnchor, from) === undefined) return undefined;
    const path = decodeUrl(withoutAnchor.replace(/\?.*$/s, "")).replace(/(?<=[^/])\/+$/, "");
    // Files such as feeds and assets are not pages.
    if (/\.[a-z0-9]{1,5}$/i.test(path) && !/\.html?$/i.test(path)) {
      return { url: undefined, why: "it is a file, not a page" };
    }
    looked.add(path);
    return looked.size > addressesMax ? { url: undefined, why: "too many other links are broken" } : find(path);
  };
}

/** Limits the work, because each address is compared with every page. */
const addressesMax = 2_000;

function readHistory(docs: EditedDocs, urls: ReadonlySet<string>) {
  const filesOf = (url: string) => {
    const slug = url === "/" ? "index" : url.slice(1);
    return [`${slug}.mdx`, `${slug}.md`, `${slug}/index.mdx`, `${slug}/index.md`];
  };
  return {
    moved(url: string): string | undefined {
      for (const file of filesOf(url)) {
        const now = docs.renames.get(file);
        if (now !== undefined && urls.has(pageUrl(now))) return pageUrl(now);
      }
      return undefined;
    },
    wasRemoved: (url: string) => filesOf(url).some((file) => docs.removed.has(file)),
  };
}

function repairPage(page: DocsPage, docs: EditedDocs, site: KnownSite, repair: Repair): TextEdit[] {
  const { path, source } = page;
  const lineAt = createLineCounter(source);
  return findLinks(page).flatMap(({ start, end, url, kind }): TextEdit[] => {
    // Snippets are included in pages of different folders, so their relative links are ambiguous.
    const isRelative = !url.startsWith("/");
    if (kind !== "link" || url.startsWith("#") || (isRelative && site.snippets.has(path))) return [];
    const target = repair(resolveSiteUrl(url, posix.dirname(path)), pageUrl(path));
    if (target === undefined) return [];
    if (target.url === undefined) {
      docs.decline({ path, line: lineAt(start), what: `the link to ${url}`, why: target.why });
      return [];
    }
    const text = writeLink({ from: path, written: url }, fileOf(site, target.url));
    return [{ start, end, text, why: target.why }];
  });
}

/** The file of the page at this URL. A generated API page has no file. */
function fileOf({ pages }: KnownSite, url: string): { url: string; file: string | undefined } {
  const page = pages.find((one) => one.url === url);
  return { url, file: page?.body === undefined ? page?.file : undefined };
}
