import { signInPath, signOutPath } from "../site/serving.ts";

export { signInPath, signOutPath };

/** Where the customer's product sends a reader with a signed token. The format documents the second path. */
export const jwtPaths = ["/_lectern/login/jwt-callback", "/login/jwt-callback"] as const;
export const previewLinkPath = "/_lectern/preview";

const returnLengthMax = 500;

/** The sign-in page that leads back to this path. */
export function signInAddress(returnTo: string): string {
  return `${signInPath}?redirect=${encodeURIComponent(safeReturn(returnTo))}`;
}

/**
 * A path on this site. Anything else becomes the site's root: a browser reads `//host`, `/\host` and a path with
 * control characters as another website.
 */
export function safeReturn(returnTo: unknown): string {
  const isPath =
    typeof returnTo === "string" && returnTo.length <= returnLengthMax && /^\/(?![/\\])[!-[\]-~]*$/.test(returnTo);
  const isSignIn =
    isPath && [signInPath, signOutPath, ...jwtPaths, previewLinkPath].some((path) => returnTo.startsWith(path));
  return isPath && !isSignIn ? returnTo : "/";
}
