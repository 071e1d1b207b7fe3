import type { PageFacts } from "../page/markdown/collect-facts.ts";
import { anchorSpellings, bareAnchor } from "../page/markdown/heading-ids.ts";
import { computeOnce } from "../shared/compute-once.ts";
import { isExternalUrl } from "../shared/html/safe-url.ts";
import { decodeUrl } from "../shared/text/decode-url.ts";
import { createPathFinder, didYouMean, nearestWord } from "../source/config/nearest-word.ts";
import type { IgnoreRules } from "../source/ignore-rules.ts";
import { pageSlug } from "../source/page-url.ts";
import { type RedirectMatcher, withoutEndSlash } from "../source/redirects.ts";
import { createFollower } from "./resolve-addresses.ts";

interface LinkedPage {
  /** Identifies the links: pages with the same identity have the same links. */
  identity?: object;
  file: string;
  url: string;
  facts: Pick<PageFacts, "anchors" | "links" | "images">;
}

/** Everything that a URL of the site can lead to. */
export interface LinkTargets {
  pages: LinkedPage[];
  /** Pages that failed to render, or whose API description is missing: they exist, but their anchors are unknown. */
  failedFiles: ReadonlySet<string>;
  /** The paths of all files of the site: assets and generated files. */
  files: ReadonlySet<string>;
  /** The URLs of pages for other readers. Links to them may be right. */
  withheld?: ReadonlySet<string>;
  /** The URLs of pages that can't be built and aren't published. */
  leftOut?: ReadonlySet<string>;
  findRedirect: RedirectMatcher;
  rules: Pick<IgnoreRules, "findHint">;
  /** True if the list of pages is incomplete, so that links to missing pages aren't reported. */
  isPartial?: boolean;
}

/** A problem with a link or an image. */
export interface LinkFault {
  message: string;
  hint: string | undefined;
  /** The URL of a page that is left out. Its own error counts the links to it. */
  leftOut?: string;
  /** The anchor as written, if browsers still find a heading with the same letters and digits. */
  written?: string;
  arrivesAt?: string;
}

export type LinkChecker = ReturnType<typeof createLinkChecker>;

/** Redirects, assets and both URLs of an index page are valid targets too. */
export function createLinkChecker(targets: LinkTargets) {
  const anchorsByUrl = new Map<string, readonly string[] | typeof unknownAnchors>();
  for (const { file, url, facts } of targets.pages) {
    const anchors = targets.failedFiles.has(file) ? unknownAnchors : facts.anchors;
    anchorsByUrl.set(url, anchors);
    anchorsByUrl.set(`/${pageSlug(file)}`, anchors);
  }
  // Created on demand, because most pages have no links to their headings.
  const anchorSets = new Map<readonly string[], ReadonlySet<string>>();
  const setOf = (anchors: readonly string[]) => computeOnce(anchorSets, anchors, () => new Set(anchors));
  const findNear = createPathFinder(targets.pages.map((page) => page.url));

  const isKnownUrl = (url: string) => anchorsByUrl.has(url) || targets.files.has(url.slice(1));
  const follow = createFollower(isKnownUrl, targets.findRedirect);

  /** `from` is the URL of the page with the link. */
  function checkLink(link: string, from: string): LinkFault | undefined {
    if (isExternalUrl(link)) return undefined;
    const [, path = "", anchor = ""] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(link) ?? [];
    const asked = path === "" ? from : withoutEndSlash(decodeUrl(path));
    const { url, isKnown, hasAnchor } = follow(asked);
    if (isKnown) return hasAnchor ? undefined : checkAnchor(decodeUrl(anchor), url, from);
    if (targets.isPartial === true || targets.withheld?.has(url)) return undefined;
    if (targets.leftOut?.has(url)) {
      return {
        message: `links to ${asked}, but that page can't be built, so it is left out`,
        hint: "fix that page first",
        leftOut: url,
      };
    }
    const way = url === asked ? asked : `${asked}, which leads to ${url}`;
    return {
      message: `links to ${way}, but there is no such page`,
      hint: targets.rules.findHint(url.slice(1)) ?? didYouMean(findNear(url)),
    };
  }

  function checkAnchor(name: string, url: string, from: string): LinkFault | undefined {
    const anchors = anchorsByUrl.get(url);
    if (name === "" || name === "top" || anchors === undefined || name.startsWith(":~:")) return;
    if (anchors === unknownAnchors) {
      const reason = `${url === from ? "this page" : url} could not be built in full, so the heading cannot be checked`;
      return { message: `links to #${name}, but ${reason}`, hint: "fix that page first" };
    }
    if (setOf(anchors).has(name)) return;
    const message = `links to #${name}, but ${url === from ? "this page" : url} has no such heading`;
    const same = anchorSpellings(name)
      .map((bare) => anchors.find((id) => bareAnchor(id) === bare))
      .find((id) => id !== undefined);
    const nearest = same ?? nearestWord(name, [...setOf(anchors)].slice(0, anchorsMax));
    return { message, hint: didYouMean(nearest), ...(same !== undefined && { written: name, arrivesAt: same }) };
  }

  function checkFile(address: string): LinkFault | undefined {
    if (isExternalUrl(address) || address === "") return undefined;
    const path = decodeUrl(address.split(/[?#]/)[0] ?? "").replace(/^(?:\.?\/)+/, "");
    const { url } = follow(`/${path}`);
    if (isExternalUrl(url) || targets.files.has(url.slice(1))) return undefined;
    const kind = /\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/i.test(path) ? "image" : "file";
    const message = `shows the ${kind} /${path}${missingFile}`;
    return { message, hint: targets.rules.findHint(path) };
  }

  return { checkLink, checkFile };
}

/** Whether the problem is a missing image or file, as opposed to a broken link. */
export function isMissingFile({ message }: { message: string }): boolean {
  return message.startsWith("shows the ") && message.endsWith(missingFile);
}

const missingFile = ", but that file does not exist";
const unknownAnchors: unique symbol = Symbol("anchors of a page that failed");
const anchorsMax = 300;
