import { decodeUrl } from "../shared/text/decode-url.ts";
import { createRedirectMatcher, isPattern, type Redirect, withoutEndSlash } from "../source/redirects.ts";

/** The URL of a page, with its position in the navigation if visitors see the page there. */
interface PlacedAddress {
  url: string;
  order: number | undefined;
}

/** Sites of this format are often served under `/docs` of a company's website, so authors start paths with `/docs`. */
const sharedFolder = "docs";
const hopsMax = 10;

/**
 * Redirects for paths that authors and visitors use although no page has them: a folder redirects to its first page,
 * the root to the first page of the site, and `/docs/start` to `/start` if the project has no folder `docs`.
 */
export function addRedirects(
  written: Redirect[],
  pages: readonly PlacedAddress[],
  filePaths: Iterable<string>,
): Redirect[] {
  const findWritten = createRedirectMatcher(written);
  const taken = new Set(pages.map(({ url }) => url));
  const first = [...firstPages(pages)].filter(([url]) => !taken.has(url) && findWritten(url) === undefined);
  const added = first.map(([source, destination]): Redirect => ({ source, destination, status: 307 }));
  const isOwn = (path: string) => path === sharedFolder || path.startsWith(`${sharedFolder}/`);
  const hasOwn = pages.some(({ url }) => isOwn(url.slice(1))) || [...filePaths].some(isOwn);
  if (!hasOwn) added.push({ source: `/${sharedFolder}/:slug*`, destination: "/:slug*", status: 307 });
  return added;
}

/** Without old addresses of pages for other readers: they would tell where these pages are. */
export function withoutWithheld(redirects: readonly Redirect[], withheld: ReadonlySet<string>): readonly Redirect[] {
  if (withheld.size === 0) return redirects;
  const find = createRedirectMatcher(redirects);
  const leadsToWithheld = (destination: string, hops = 0): boolean => {
    const path = withoutEndSlash(decodeUrl(destination.split(/[?#]/, 1)[0] ?? ""));
    if (isPattern(path) || hops === hopsMax) return false;
    const next = withheld.has(path) ? undefined : find(path);
    return next === undefined ? withheld.has(path) : leadsToWithheld(next.destination, hops + 1);
  };
  return redirects.filter(({ destination }) => !leadsToWithheld(destination));
}

/** The first page in and below each folder, in navigation order. */
function firstPages(pages: readonly PlacedAddress[]): Map<string, string> {
  const first = new Map<string, string>();
  const listed = pages.filter(({ order }) => order !== undefined);
  for (const { url } of listed.toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))) {
    for (let end = url.lastIndexOf("/"); end >= 0 && url !== "/"; end = url.lastIndexOf("/", end - 1)) {
      const folder = url.slice(0, end) || "/";
      if (first.has(folder)) break;
      first.set(folder, url);
      if (end === 0) break;
    }
  }
  const [any] = pages;
  if (!first.has("/") && any !== undefined) first.set("/", any.url);
  return first;
}
