import { computeOnce } from "../shared/compute-once.ts";
import { isExternalUrl } from "../shared/html/safe-url.ts";
import { pageFilePath } from "../shared/site-file.ts";
import { decodeUrl } from "../shared/text/decode-url.ts";
import { pageSlug } from "../source/page-url.ts";
import { createRedirectMatcher, type RedirectMatcher, withoutEndSlash } from "../source/redirects.ts";
import { basePathOf } from "../theme/base-path.ts";
import type { SiteBuild } from "./site-build.ts";

const hopsMax = 10;

interface Followed {
  url: string;
  isKnown: boolean;
  /** Whether a redirect on the way adds an anchor. */
  hasAnchor: boolean;
}

/** Follows redirects from a path to its final URL. */
export function createFollower(isKnown: (url: string) => boolean, findRedirect: RedirectMatcher) {
  return (path: string): Followed => {
    let url = path;
    let hasAnchor = false;
    for (let hop = 0; hop <= hopsMax; hop += 1) {
      if (url === "/" || isKnown(url)) return { url, isKnown: true, hasAnchor };
      const next = findRedirect(url)?.destination;
      if (next === undefined) return { url, isKnown: false, hasAnchor };
      if (isExternalUrl(next)) return { url: next, isKnown: true, hasAnchor };
      hasAnchor ||= next.includes("#");
      url = withoutEndSlash(decodeUrl(next.split(/[?#]/)[0] ?? ""));
    }
    return { url, isKnown: false, hasAnchor };
  };
}

// Angle brackets in texts and attributes are escaped.
const tag = /<[a-z][^<>]*>/gi;
const address = /(?<=\s(?:href|src|poster)=")\/(?!\/)[^"?#]+/g;

/**
 * Returns a function that replaces addresses in the HTML of a page by those they lead to. A static host doesn't redirect
 * `/docs/start` or `/guides/index` as the server does.
 */
export function createAddressResolver({
  files,
  pages,
  redirects,
  address: ownAddress,
}: SiteBuild): (html: string) => string {
  const basePath = basePathOf(ownAddress);
  const paths = new Set(files.map(({ path }) => path));
  const slugs = new Map(pages.map(({ file, url }) => [`/${pageSlug(file)}`, url]));
  // With `errors.404.redirect` the last rule matches every path, but a broken link shouldn't lead to the home page.
  const findRedirect = createRedirectMatcher(redirects.filter(({ source }) => source !== "/:path*"));
  const follow = createFollower(
    (url) => slugs.has(url) || paths.has(pageFilePath(url)) || paths.has(url.slice(1)),
    findRedirect,
  );
  const known = new Map<string, string>();
  const resolve = (written: string) => computeOnce(known, written, () => resolveOnce(written));
  const resolveOnce = (written: string) => {
    const path = withoutEndSlash(decodeUrl(written.slice(basePath.length)));
    const { url, isKnown, hasAnchor } = follow(path);
    const final = slugs.get(url) ?? url;
    if (!isKnown || hasAnchor || final === path) return written;
    return (isExternalUrl(final) ? final : basePath + encodeURI(final)).replaceAll("&", "&amp;").replaceAll('"', "%22");
  };
  return (html) => html.replaceAll(tag, (whole) => whole.replaceAll(address, resolve));
}
