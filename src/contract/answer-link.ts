const lengthMax = 2_000;
/**
 * Two slashes in a row, a backslash, or an encoded form of either. Some URL parsers read the rest as a path, others as
 * a host.
 */
const hostLikePath = /\/\/|\\|%2f|%5c/i;

/**
 * Decides which links an answer may contain, on the server and in every place that shows answers. Returns the full
 * address in its canonical form, so that browsers can't read it differently, or undefined if the link leads anywhere
 * but to these origins. Relative links belong to the first origin, which may have a path: the site is then below it.
 */
export function answerLink(href: string, origins: readonly string[]): string | undefined {
  const [base] = origins;
  const basePath = base === undefined ? "" : (URL.parse(base)?.pathname ?? "").replace(/\/$/, "");
  const isBelow = !/^\/(?!\/)/.test(href) || href === basePath || href.startsWith(`${basePath}/`);
  const address = isBelow ? href : basePath + href;
  const url = href.length > lengthMax || base === undefined ? null : URL.parse(address, `${base}/`);
  const isAllowed =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    origins.some((origin) => URL.parse(origin)?.origin === url.origin) &&
    !hostLikePath.test(url.pathname);
  // A backslash in the query would escape the next character in Markdown.
  return isAllowed ? url.href.replaceAll("\\", "%5C") : undefined;
}
