/** How long somebody stays signed in. */
export const sessionSeconds = 30 * 86_400;

const tokenPattern = /^[A-Za-z0-9]{20,64}$/;

// With this prefix a browser takes the cookie only from us, over https, for this host alone: no site on a subdomain can set it.
export function cookiePrefix(isSecure: boolean): string {
  return isSecure ? "__Host-lectern" : "lectern";
}

/**
 * The token in the session cookie. What follows it there is a signature, which only matters to better-auth: a token is 32
 * random characters, and the database knows whether there is such a session.
 */
export function readSessionToken(cookies: string | undefined, isSecure: boolean): string | undefined {
  const name = `${cookiePrefix(isSecure)}.session_token=`;
  for (const part of (cookies ?? "").split(";")) {
    const cookie = part.trim();
    if (cookie.startsWith(name)) {
      const [token = ""] = cookie.slice(name.length).split(/\.|%2E/i, 1);
      return tokenPattern.test(token) ? token : undefined;
    }
  }
  return undefined;
}

/** Takes the session cookie away. */
export function expiredSessionCookie(isSecure: boolean): string {
  const name = `${cookiePrefix(isSecure)}.session_token`;
  return `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
