/** The path that the addresses of a site start with, such as `/docs`; empty if the site is at the root of its host. */
export function basePathOf(address: string | undefined): string {
  const { pathname = "" } = URL.parse(address ?? "") ?? {};
  return pathname.replace(/(?<!\/)\/+$/, "");
}

// Angle brackets in texts and attributes are escaped, so each match is a tag.
const tags = /<[a-z][^<>]*>/gi;
const loaded =
  /(?<=\s(?:href|src|poster|cite|action|data-(?:copy-page|page-text|words|island|(?:reader|search|island|mermaid)-script))="|\scontent="0;url=)\/(?!\/)/g;
const imported = /url\((["']?)\/(?!\/)/g;
const srcset = /(?<=\ssrcset=")[^"]+/g;
const candidate = /(?<=^|, )\/(?!\/)/g;

/**
 * Adds the base path to the addresses in a document. Pages are rendered and cached without it, so that a site that moves
 * is only laid out again.
 */
export function htmlBelow(basePath: string, html: string): string {
  if (basePath === "") return html;
  const below = () => `${basePath}/`;
  return html.replaceAll(tags, (tag) =>
    tag.replaceAll(loaded, below).replaceAll(srcset, (list) => list.replaceAll(candidate, below)),
  );
}

export function cssBelow(basePath: string, css: string): string {
  return basePath === "" ? css : css.replaceAll(imported, (_, quote: string) => `url(${quote}${basePath}/`);
}

/** The address of a path on the site's host. Other addresses stay as they are. */
export function pathBelow(basePath: string, address: string): string {
  return /^\/(?!\/)/.test(address) ? basePath + address : address;
}

/** The URL within the site; undefined if it is outside of the base path. */
export function urlWithin(basePath: string, url: string): string | undefined {
  if (!url.startsWith(basePath)) return undefined;
  const rest = url.slice(basePath.length);
  if (rest === "" || rest.startsWith("?")) return `/${rest}`;
  return rest.startsWith("/") ? rest : undefined;
}
