import { isExternalUrl } from "../ground/html/safe-url.ts";
import type { PageFacts } from "../page/markdown/collect-facts.ts";
import { bareAnchor } from "../page/markdown/heading-ids.ts";
import { createPathFinder } from "../source/config/near-path.ts";
import { nearestWord } from "../source/config/nearest-word.ts";
import { type IgnoreRules, ignoredHint } from "../source/ignore-rules.ts";
import { pageSlug } from "../source/page-url.ts";
import { type RedirectMatcher, withoutEndSlash } from "../source/redirects.ts";

export interface LinkedPage {
  file: string;
  url: string;
  facts: Omit<PageFacts, "sections" | "imagesWithoutAlt" | "looseLinks">;
}

/** Everything that an address of the site can lead to. */
export interface LinkTargets {
  pages: LinkedPage[];
  /** Pages that failed to render: they exist, but their anchors are not known. */
  failedFiles: ReadonlySet<string>;
  /** The paths of all files of the site: assets, and what is made for machines. */
  files: ReadonlySet<string>;
  findRedirect: RedirectMatcher;
  rules: IgnoreRules;
  /** There are more pages than these, so nothing is said about one that is not among them. */
  isPartial?: boolean;
}

/** What is wrong with a link or an image, to be read after its name. */
export interface LinkFault {
  message: string;
  hint: string | undefined;
  /** An anchor, and the heading that a browser is led to all the same: its id has the same letters and numbers. */
  written?: string;
  arrivesAt?: string;
}

export interface LinkChecker {
  /** `from` is the address of the page that holds the link. */
  checkLink(url: string, from: string): LinkFault | undefined;
  checkFile(url: string): LinkFault | undefined;
}

/** Redirects, assets and both addresses of an index count as well as pages. */
export function createLinkChecker(targets: LinkTargets): LinkChecker {
  const anchorsByUrl = new Map<string, readonly string[] | undefined>();
  for (const { file, url, facts } of targets.pages) {
    const anchors = targets.failedFiles.has(file) ? undefined : facts.anchors;
    anchorsByUrl.set(url, anchors);
    anchorsByUrl.set(`/${pageSlug(file)}`, anchors);
  }
  // Few pages are linked to by their headings.
  const anchorSets = new Map<readonly string[], ReadonlySet<string>>();
  const setOf = (anchors: readonly string[]) => {
    const known = anchorSets.get(anchors) ?? new Set(anchors);
    anchorSets.set(anchors, known);
    return known;
  };
  const findNear = createPathFinder(targets.pages.map((page) => page.url));

  /** The address that a path leads to at last, and whether it is that of something; a rule may have an anchor of its own. */
  function follow(path: string): { url: string; isKnown: boolean; hasAnchor: boolean } {
    let url = path;
    let hasAnchor = false;
    for (let hop = 0; hop <= hopsMax; hop += 1) {
      if (anchorsByUrl.has(url) || url === "/" || targets.files.has(url.slice(1)))
        return { url, isKnown: true, hasAnchor };
      const next = targets.findRedirect(url)?.destination;
      if (next === undefined) return { url, isKnown: false, hasAnchor };
      if (isExternalUrl(next)) return { url: next, isKnown: true, hasAnchor };
      hasAnchor ||= next.includes("#");
      url = withoutEndSlash(decode(next.split(/[?#]/)[0] ?? ""));
    }
    return { url, isKnown: false, hasAnchor };
  }

  function checkLink(link: string, from: string): LinkFault | undefined {
    if (isExternalUrl(link)) return undefined;
    const [, path = "", anchor = ""] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(link) ?? [];
    const asked = path === "" ? from : withoutEndSlash(decode(path));
    const { url, isKnown, hasAnchor } = follow(asked);
    if (isKnown) return hasAnchor ? undefined : checkAnchor(decode(anchor), url, from);
    if (targets.isPartial === true) return undefined;
    const way = url === asked ? asked : `${asked}, which leads to ${url}`;
    return {
      message: `links to ${way}, but there is no such page`,
      hint: ignoredHint(targets.rules, url.slice(1)) ?? didYouMean(findNear(url)),
    };
  }

  function checkAnchor(name: string, url: string, from: string): LinkFault | undefined {
    const anchors = anchorsByUrl.get(url);
    if (name === "" || name === "top" || anchors === undefined || setOf(anchors).has(name) || name.startsWith(":~:"))
      return;
    const message = `links to #${name}, but ${url === from ? "this page" : url} has no such heading`;
    const bare = bareAnchor(name);
    const same = bare === "" ? undefined : anchors.find((id) => bareAnchor(id) === bare);
    const nearest = same ?? nearestWord(name, [...setOf(anchors)].slice(0, anchorsMax));
    return { message, hint: didYouMean(nearest), ...(same !== undefined && { written: name, arrivesAt: same }) };
  }

  function checkFile(address: string): LinkFault | undefined {
    if (isExternalUrl(address) || address === "") return undefined;
    const path = decode(address.split(/[?#]/)[0] ?? "").replace(/^(?:\.?\/)+/, "");
    const { url } = follow(`/${path}`);
    if (isExternalUrl(url) || targets.files.has(url.slice(1))) return undefined;
    const kind = /\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/i.test(path) ? "image" : "file";
    const message = `shows the ${kind} /${path}, but that file does not exist`;
    return { message, hint: ignoredHint(targets.rules, path) };
  }

  return { checkLink, checkFile };
}

const anchorsMax = 300;
const hopsMax = 10;

function didYouMean(word: string | undefined): string | undefined {
  return word === undefined ? undefined : `did you mean "${word}"?`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
