import type { SiteConfig } from "../source/config/site-config.ts";

/** The addresses a site is built for, without a slash at the end. */
export interface SiteAddresses {
  /** Where this very site is read: files for machines name its pages in full. */
  own: string;
  /** The one address of the project. A preview names it too, so that engines know which page is the real one. */
  main: string;
}

/** An address in full, or from the root of the site when nobody has said where the site will be. */
export function absoluteUrl(address: string | undefined, path: string): string {
  return `${address ?? ""}${encodePath(path)}`;
}

/** The address of a page as the project wants it named: with `seo.trailingSlash` it ends with a slash. */
export function pageUrl(url: string, { seo }: Pick<SiteConfig, "seo">): string {
  return seo?.trailingSlash === true && url !== "/" ? `${url}/` : url;
}

/** The address of a page's Markdown. */
export function markdownUrl(url: string): string {
  return url === "/" ? "/index.md" : `${url}.md`;
}

/** The address of a page's feed. */
export function feedUrl(url: string): string {
  return url === "/" ? "/rss.xml" : `${url}/rss.xml`;
}

/** Paths are those of files and may hold any sign. */
function encodePath(path: string): string {
  return encodeURI(path).replaceAll(/[?#]/g, encodeURIComponent);
}
