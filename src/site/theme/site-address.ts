import type { SiteConfig } from "../source/config/site-config.ts";

/** The addresses a site is built for, without a slash at the end. */
export interface SiteAddresses {
  /** The address of this site, which may be a preview. Sitemaps, feeds and the like use it. */
  own: string;
  /** The project's main address. Previews use it for their canonical links. */
  main: string;
}

/** An absolute address, or a path when the site's address is unknown. */
export function absoluteUrl(address: string | undefined, path: string): string {
  return `${address ?? ""}${encodePath(path)}`;
}

/** The address of a page, with a slash at the end if the project sets `seo.trailingSlash`. */
export function pageUrlWithSlash(url: string, { seo }: Pick<SiteConfig, "seo">): string {
  return seo?.trailingSlash === true && url !== "/" ? `${url}/` : url;
}

export function markdownUrl(url: string): string {
  return url === "/" ? "/index.md" : `${url}.md`;
}

export function feedUrl(url: string): string {
  return url === "/" ? "/rss.xml" : `${url}/rss.xml`;
}

/** Encodes a path, because it comes from a file name and may contain any character. */
function encodePath(path: string): string {
  return encodeURI(path).replaceAll(/[?#]/g, encodeURIComponent);
}
