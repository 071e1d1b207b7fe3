const tokenPattern = /^[\w-]{20,64}$/;

type CookieName = "session_token" | "oauth_state" | "known_browser";

/** A `Set-Cookie` header. A lifetime of 0 removes the cookie. */
export function setCookie(name: CookieName, value: string, maxAgeSeconds: number, isSecure: boolean): string {
  const attributes = `Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return `${fullName(name, isSecure)}=${value}; ${attributes}`;
}

export function readCookie(header: string | undefined, name: CookieName, isSecure: boolean): string | undefined {
  const prefix = `${fullName(name, isSecure)}=`;
  const cookie = header?.split(";").find((part) => part.trimStart().startsWith(prefix));
  return cookie?.trim().slice(prefix.length);
}

export function readSessionToken(header: string | undefined, isSecure: boolean): string | undefined {
  // Versions before 0.2 appended a signature to the token.
  const [token = ""] = (readCookie(header, "session_token", isSecure) ?? "").split(/\.|%2E/i, 1);
  return tokenPattern.test(token) ? token : undefined;
}

// Browsers accept a __Host- cookie only from this exact host over HTTPS, so a site on a subdomain cannot set it.
function fullName(name: CookieName, isSecure: boolean): string {
  return `${isSecure ? "__Host-lectern" : "lectern"}.${name}`;
}
