import { BuildProblem } from "../build-problem.ts";
import { nearestWord } from "../config/nearest-word.ts";
import { isExternalUrl } from "../html/safe-url.ts";
import type { LinkUse, PageFacts } from "../page/collect-facts.ts";
import { pageSlug } from "../project/page-url.ts";
import type { RedirectMatcher } from "./redirects.ts";

interface LinkedPage {
  file: string;
  url: string;
  facts: PageFacts;
}

export interface LinkTargets {
  pages: LinkedPage[];
  /** Pages that failed to render: they exist, but their anchors are not known. */
  failedFiles: ReadonlySet<string>;
  assets: ReadonlySet<string>;
  findRedirect: RedirectMatcher;
}

/** Warns of links, anchors and images that lead nowhere. Redirects, assets and both addresses of an index count. */
export function checkLinks(targets: LinkTargets, problemsMax: number): BuildProblem[] {
  const anchorsByUrl: AnchorsByUrl = new Map();
  const urlsByFolder: UrlsByFolder = new Map();
  for (const { file, url, facts } of targets.pages) {
    const anchors = targets.failedFiles.has(file) ? undefined : facts.anchors;
    anchorsByUrl.set(url, anchors);
    anchorsByUrl.set(`/${pageSlug(file)}`, anchors);
    const folder = folderOf(url);
    urlsByFolder.set(folder, [...(urlsByFolder.get(folder) ?? []), url].slice(0, candidatesMax));
  }
  const known: KnownPages = { anchorsByUrl, urlsByFolder };
  const problems: BuildProblem[] = [];
  for (const page of targets.pages) {
    if (problems.length > problemsMax) break;
    for (const link of page.facts.links) problems.push(...checkLink(link, page, known, targets));
    for (const image of page.facts.images) problems.push(...checkImage(image, page, targets));
  }
  return problems;
}

type AnchorsByUrl = Map<string, string[] | undefined>;
type UrlsByFolder = Map<string, string[]>;

interface KnownPages {
  anchorsByUrl: AnchorsByUrl;
  urlsByFolder: UrlsByFolder;
}

const candidatesMax = 100;

function checkLink(link: LinkUse, page: LinkedPage, known: KnownPages, targets: LinkTargets): BuildProblem[] {
  const { anchorsByUrl, urlsByFolder } = known;
  if (isExternalUrl(link.url)) return [];
  const [, path = "", anchor = ""] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(link.url) ?? [];
  const url = path === "" ? page.url : decode(path);
  if (!anchorsByUrl.has(url)) {
    const isKnown = url === "/" || targets.assets.has(url.slice(1)) || targets.findRedirect(url) !== undefined;
    return isKnown
      ? []
      : [broken(`links to ${url}, but there is no such page`, link, page, nearPage(url, urlsByFolder))];
  }
  const anchors = anchorsByUrl.get(url);
  const name = decode(anchor);
  if (name === "" || anchors === undefined || anchors.includes(name) || name.startsWith(":~:")) return [];
  const where = url === page.url ? "this page" : url;
  return [broken(`links to #${name}, but ${where} has no such heading`, link, page, nearestWord(name, anchors))];
}

function checkImage(image: LinkUse, page: LinkedPage, { assets }: LinkTargets): BuildProblem[] {
  if (isExternalUrl(image.url) || image.url === "") return [];
  const path = decode(image.url.split(/[?#]/)[0] ?? "").replace(/^\/+/, "");
  return assets.has(path)
    ? []
    : [broken(`shows the image /${path}, but that file does not exist`, image, page, undefined)];
}

function broken(message: string, { place }: LinkUse, page: LinkedPage, nearest: string | undefined): BuildProblem {
  const hint = nearest === undefined ? undefined : `did you mean "${nearest}"?`;
  return new BuildProblem(message, { severity: "warning", file: place?.file ?? page.file, line: place?.line, hint });
}

/** The last part of an address is where slips happen, so only pages of the same folder are compared. */
function nearPage(url: string, urlsByFolder: UrlsByFolder): string | undefined {
  return nearestWord(url, urlsByFolder.get(folderOf(url)) ?? []);
}

function folderOf(url: string): string {
  return url.slice(0, url.lastIndexOf("/") + 1);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
