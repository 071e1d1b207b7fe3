/** Where a link of an answer may lead, as it is written in the page; undefined for one that is not made. */
export type LinkPolicy = (href: string) => string | undefined;

/**
 * Links lead to the site, and to what the answer was made of. `ownOrigin` is that of the site when the reader is on it: its
 * links stay on the host they read.
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
