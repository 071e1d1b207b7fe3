const tokenPattern = /^[\w-]{20,64}$/;

type CookieName = "session_token" | "oauth_state" | "known_browser" | "pending_sign_in" | ReaderCookie;

/** Cookies of readers on the hosts of sites, and of a reader's browser on its way through the dashboard's host. */
type ReaderCookie = "reader" | "reader_state" | "reader_oauth_state";

/** A `Set-Cookie` header. A lifetime of 0 removes the cookie. `url` is the public address of this server. */
export function setCookie(name: CookieName, value: string, maxAgeSeconds: number, url: string): string {
  const attributes = `Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure(url) ? "; Secure" : ""}`;
  return `${fullName(name, url)}=${value}; ${attributes}`;
}

/**
 * Undefined if there are several cookies of that name with different values. Without HTTPS, a site on a sibling host
 * can set a cookie for the whole domain, and the header doesn't say which one is ours.
 */
export function readCookie(header: string | undefined, name: CookieName, url: string): string | undefined {
  const prefix = `${fullName(name, url)}=`;
  const cookies = (header ?? "").split(";").map((part) => part.trim());
  const values = new Set(cookies.filter((cookie) => cookie.startsWith(prefix)));
  const [only] = values;
  return values.size === 1 ? only?.slice(prefix.length) : undefined;
}

export function readSessionToken(
  header: string | undefined,
  url: string,
  name: CookieName = "session_token",
): string | undefined {
  const token = readCookie(header, name, url) ?? "";
  return tokenPattern.test(token) ? token : undefined;
}

// Browsers accept a __Host- cookie only from this exact host over HTTPS, so a site on a subdomain cannot set it. Not
// all browsers accept such a cookie over plain HTTP on localhost, so the prefix isn't used there.
function fullName(name: CookieName, url: string): string {
  return `${isSecure(url) ? "__Host-lectern" : "lectern"}.${name}`;
}

function isSecure(url: string): boolean {
  return url.startsWith("https:");
}
