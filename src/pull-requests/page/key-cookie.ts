import type { Secrets } from "../../platform/secrets.ts";

const name = "lectern_pull_requests";
const seconds = 12 * 3_600;
const valueLengthMax = 500;

/**
 * The cookie of who signed in with a key. It holds the hash of the key, sealed: whoever finds it learns no key, cannot make
 * another, and it is worth nothing once the key is revoked. Only the pages of pull requests see it.
 */
export function keyCookie(secrets: Secrets, keyHash: string, now: number, isSecure: boolean): string {
  const value = secrets.seal(JSON.stringify({ keyHash, until: now + seconds * 1_000 }));
  return `${name}=${value}; Max-Age=${seconds}; ${attributes(isSecure)}`;
}

export function expiredKeyCookie(isSecure: boolean): string {
  return `${name}=; Max-Age=0; ${attributes(isSecure)}`;
}

/** The hash of the key; `undefined` for a cookie that is missing, too old or not ours. */
export function readKeyCookie(secrets: Secrets, cookies: string | undefined, now: number): string | undefined {
  const found = (cookies ?? "")
    .split(";")
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`));
  const value = found?.slice(name.length + 1) ?? "";
  if (value === "" || value.length > valueLengthMax) {
    return undefined;
  }
  try {
    const { keyHash, until } = JSON.parse(secrets.open(value));
    return typeof keyHash === "string" && typeof until === "number" && until > now ? keyHash : undefined;
  } catch {
    return undefined;
  }
}

// Lax, so that a link from a chat opens the page; that a form came from the page itself is told by its origin.
function attributes(isSecure: boolean): string {
  return `Path=/git/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
