const originsMax = 50;
/** A quote followed by a URL whose host has a dot. URLs in comments usually have no quote before them. */
const quotedAddress =
  /["'`]((?:https:|wss:)?)\/\/((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24})(:\d{1,5})?(?=["'`/?#\s$]|\\)/gi;

/**
 * The servers that code names in its string literals. A page that runs the code may contact only these servers. An
 * address that the code concatenates from parts isn't found.
 */
export function listNamedOrigins(code: string): string[] {
  const origins = new Set<string>();
  for (const [, scheme = "", host = "", port = ""] of code.matchAll(quotedAddress)) {
    if (origins.size >= originsMax) break;
    origins.add(`${scheme === "" ? "https:" : scheme.toLowerCase()}//${host.toLowerCase()}${port}`);
  }
  return [...origins].toSorted();
}
