import { randomBytes } from "node:crypto";
import { readCookie, setCookie } from "../platform/cookies.ts";
import type { Services } from "../platform/services.ts";

type KnownBrowserDeps = Pick<Services, "clock" | "secrets"> & { url: string };

/**
 * A browser that has signed in before, sealed in a cookie that outlives sessions. The cookie gives no access: it only
 * spares the browser the delays that other people's wrong guesses cause.
 */
interface KnownBrowser {
  id: string;
  /** The accounts that this browser has signed in to, newest first. */
  userIds: string[];
  expiresAt: number;
}

// The longest that browsers keep a cookie.
const knownSeconds = 400 * 86_400;
const accountsMax = 5;
const idBytes = 12;
const cookieLengthMax = 1_000;

/** The ID of a browser that signed in to this account before. */
export function findKnownBrowser(
  deps: KnownBrowserDeps,
  cookies: string | undefined,
  userId: string | undefined,
): string | undefined {
  const browser = readBrowser(deps, cookies);
  return userId !== undefined && browser?.userIds.includes(userId) ? browser.id : undefined;
}

/** The cookie for a browser that has just signed in. */
export function knownBrowserCookie(deps: KnownBrowserDeps, cookies: string | undefined, userId: string): string {
  const before = readBrowser(deps, cookies);
  const browser: KnownBrowser = {
    id: before?.id ?? randomBytes(idBytes).toString("base64url"),
    userIds: [userId, ...(before?.userIds ?? []).filter((id) => id !== userId)].slice(0, accountsMax),
    expiresAt: deps.clock.now() + knownSeconds * 1_000,
  };
  return setCookie(
    "known_browser",
    deps.secrets.seal(JSON.stringify(browser), "known_browser"),
    knownSeconds,
    deps.url,
  );
}

function readBrowser(deps: KnownBrowserDeps, cookies: string | undefined): KnownBrowser | undefined {
  const sealed = readCookie(cookies, "known_browser", deps.url);
  if (sealed === undefined || sealed.length > cookieLengthMax) return undefined;
  try {
    const browser: KnownBrowser = JSON.parse(deps.secrets.open(sealed, "known_browser"));
    return browser.expiresAt > deps.clock.now() ? browser : undefined;
  } catch {
    // Sealed by another server, or with a key that was removed later.
    return undefined;
  }
}
