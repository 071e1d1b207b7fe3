import { posix } from "node:path";
import type { EditedDocs } from "../../../docs-edits/edited-docs.ts";
import { findLinks } from "../../../docs-edits/find-links.ts";
import { createSiteChecker, type KnownSite, readKnownSite } from "../../../docs-edits/known-site.ts";
import { editPages, listDocsFiles, openPage } from "../../../docs-edits/page-edits.ts";
import { editSettingLinks } from "../../../docs-edits/setting-edits.ts";
import { createLineCounter, type TextEdit } from "../../../docs-edits/text-edit.ts";
import { urlsOfFile } from "../../../docs-edits/write-link.ts";
import { editDistance } from "../../../platform/edit-distance.ts";
import { isExternalUrl, pageUrl } from "../../../site/project.ts";
import { bareAnchor, resolveSiteUrl } from "../../../site/reading.ts";
import { decodeUrl, withoutEndSlash } from "../../../site/serving.ts";
import { findOnlyNearest, isAnotherWord, wordsOf } from "../find-target.ts";
import { readAnchors } from "../page-anchors.ts";
import type { RunTask, TaskRequest } from "../task.ts";

export const fixAnchors: RunTask = async (docs, request) => {
  const site = await readKnownSite(docs);
  if (site === undefined) return;
  const filesByUrl = new Map(site.pages.flatMap(({ file }) => urlsOfFile(file).map((url) => [url, file] as const)));
  const fileOf = (url: string, from: string) => filesByUrl.get(pathOf(url, from));
  const anchors = await readLinkedAnchors(docs, site, request, fileOf);
  const { checkLink } = createSiteChecker(site, anchors);
  const repair = (url: string, from: string) => {
    const found = anchors.get(fileOf(url, from) ?? "");
    if (found === undefined || !url.includes("#") || checkLink(url, from) === undefined) return undefined;
    return findAnchor(decodeUrl(anchorOf(url)), found) ?? { id: undefined, why: "no heading is a certain match" };
  };
  await editPages(docs, "fix-anchors", request, (page) => {
    const lineAt = createLineCounter(page.source);
    return findLinks(page).flatMap(({ start, end, url, kind }): TextEdit[] => {
      const target = kind === "link" ? linkIn(page.path, url, site) : undefined;
      const found = target === undefined ? undefined : repair(target, pageUrl(page.path));
      if (found?.id !== undefined) return [{ start, end, text: withAnchor(url, found.id), why: found.why }];
      if (found !== undefined) {
        docs.decline({ path: page.path, line: lineAt(start), what: `the link to ${url}`, why: found.why });
      }
      return [];
    });
  });
  await editSettingLinks(docs, "fix-anchors", request.covers, site, ({ url }) => {
    const found = isExternalUrl(url) ? undefined : repair(url, "/");
    return found?.id === undefined ? found && { why: found.why } : { text: withAnchor(url, found.id), why: found.why };
  });
};

/**
 * The anchors of pages that links with an anchor lead to. Other pages are skipped, because reading anchors renders the
 * page.
 */
async function readLinkedAnchors(
  docs: EditedDocs,
  site: KnownSite,
  { covers }: TaskRequest,
  fileOf: (url: string, from: string) => string | undefined,
): Promise<Map<string, readonly string[]>> {
  const wanted = new Set<string>(
    site.report.uses.flatMap(({ url }) => (url.includes("#") ? (fileOf(url, "/") ?? []) : [])),
  );
  for (const path of await listDocsFiles(docs, covers)) {
    const page = (await docs.read(path))?.includes("#") ? await openPage(docs, path, "silently") : undefined;
    for (const { url } of page === undefined ? [] : findLinks(page)) {
      const target = url.includes("#") ? linkIn(path, url, site) : undefined;
      const file = target === undefined ? undefined : fileOf(target, pageUrl(path));
      if (file !== undefined) wanted.add(file);
    }
  }
  const anchors = new Map<string, readonly string[]>();
  for (const file of wanted) {
    const found = readAnchors(site, file, (await docs.read(file)) ?? "");
    if (found !== undefined) anchors.set(file, found);
  }
  return anchors;
}

/**
 * The link as an absolute path; undefined for external links and for links in a snippet that don't start with a slash,
 * which are ambiguous.
 */
function linkIn(path: string, url: string, { snippets }: KnownSite): string | undefined {
  if (isExternalUrl(url) || (snippets.has(path) && !url.startsWith("/"))) return undefined;
  return resolveSiteUrl(url, posix.dirname(path));
}

function pathOf(url: string, from: string): string {
  const path = url.replace(/[?#].*$/s, "");
  return path === "" ? from : withoutEndSlash(decodeUrl(path));
}

function anchorOf(url: string): string {
  return url.slice(url.indexOf("#") + 1);
}

function withAnchor(url: string, id: string): string {
  const written = id.replaceAll(/[\s()<>"]/g, (sign) => encodeURIComponent(sign));
  return `${url.slice(0, url.indexOf("#"))}#${written}`;
}

/** The anchor that a broken anchor was meant for; undefined if it isn't certain. */
export function findAnchor(broken: string, anchors: readonly string[]): { id: string; why: string } | undefined {
  const counted = countedFromTwo(broken, anchors);
  if (counted !== undefined)
    return { id: counted, why: `repeated headings are counted from two, so it is #${counted}` };
  const signature = bareAnchor(broken);
  const same = anchors.filter((anchor) => bareAnchor(anchor) === signature);
  const [only] = same;
  if (only !== undefined && new Set(same).size === 1) return { id: only, why: `#${only} is the same heading` };
  const slip = findSlip(broken.toLowerCase(), anchors.slice(0, anchorsMax));
  return slip === undefined ? undefined : { id: slip, why: `#${slip} is the only heading that differs by a typo` };
}

const anchorsMax = 1_000;

/** Other tools call the second heading of the same name `name-1`; Lectern calls it `name-2`. */
function countedFromTwo(broken: string, anchors: readonly string[]): string | undefined {
  const [, name, number] = /^(.+)-([1-9]\d?)$/.exec(broken.toLowerCase()) ?? [];
  const wanted = `${name}-${Number(number) + 1}`;
  return name !== undefined && anchors.includes(name) && anchors.includes(wanted) ? wanted : undefined;
}

function findSlip(broken: string, anchors: readonly string[]): string | undefined {
  const words = new Set(anchors.flatMap(wordsOf));
  const allowed = slipsAllowed(broken.length);
  const possible = [...new Set(anchors)].filter(
    (anchor) => digitsOf(anchor) === digitsOf(broken) && !isAnotherWord(broken, anchor, words),
  );
  return findOnlyNearest(possible, allowed, (anchor) => editDistance(broken, anchor.toLowerCase(), allowed));
}

function slipsAllowed(length: number): number {
  if (length < 5) return 0;
  return length < 12 ? 1 : 2;
}

function digitsOf(anchor: string): string {
  return anchor.replaceAll(/\D+/g, " ").trim();
}
