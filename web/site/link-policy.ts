import { answerLink } from "../../src/contract/answer-link.ts";

/** Returns the address for a link in an answer, or undefined if the link isn't allowed. */
export type LinkPolicy = (href: string) => string | undefined;

/**
 * Allows links to the site and to the sources of the answer. `ownOrigin` is the site's origin, with the path
 * that its addresses start with, if the reader is on the site. In that case, links to the site stay on the current host.
 */
export function linkPolicy(cited: readonly string[], ownOrigin: string | undefined): LinkPolicy {
  const own = ownOrigin === undefined ? [] : [ownOrigin];
  const origins = [...own, ...new Set(cited.flatMap((url) => originOf(url) ?? []))];
  return (href) => {
    const allowed = answerLink(href, origins);
    const host = ownOrigin === undefined ? undefined : originOf(ownOrigin);
    return host !== undefined && allowed?.startsWith(`${host}/`) ? allowed.slice(host.length) : allowed;
  };
}

function originOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined;
}
