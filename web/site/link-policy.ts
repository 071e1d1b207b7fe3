/** Returns the address for a link in an answer, or undefined if the link isn't allowed. */
export type LinkPolicy = (href: string) => string | undefined;

/**
 * Allows links to the site and to the sources of the answer. `ownOrigin` is the site's origin if the reader is on it; its links
 * then stay on the current host.
 */
export function linkPolicy(cited: readonly string[], ownOrigin: string | undefined): LinkPolicy {
  const origins = new Set(cited.flatMap((url) => originOf(url) ?? []));
  const base = ownOrigin ?? [...origins][0];
  return (href) => {
    const url = base === undefined ? null : URL.parse(href, base);
    if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "") return undefined;
    if (url.origin === ownOrigin) return url.pathname + url.search + url.hash;
    return origins.has(url.origin) ? url.href : undefined;
  };
}

function originOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined;
}
