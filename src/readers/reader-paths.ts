/** The pages where readers of a private site sign in, on the site's own host. */
export const readerPath = "/_lectern/sign-in";
export const signOutPath = "/_lectern/sign-out";
/** Where the customer's product sends a reader with a signed token. The format documents the second path. */
export const jwtPaths = ["/_lectern/login/jwt-callback", "/login/jwt-callback"] as const;
export const previewLinkPath = "/_lectern/preview";

const returnLengthMax = 500;

/** The sign-in page that leads back to this path. */
export function signInAddress(returnTo: string): string {
  return `${readerPath}?redirect=${encodeURIComponent(safeReturn(returnTo))}`;
}

/**
 * A path on this site. Anything else becomes the site's root: a browser reads `//host`, `/\host` and a path with
 * control characters as another website.
 */
export function safeReturn(returnTo: unknown): string {
  const isPath =
    typeof returnTo === "string" && returnTo.length <= returnLengthMax && /^\/(?![/\\])[!-[\]-~]*$/.test(returnTo);
  const isSignIn =
    isPath && [readerPath, signOutPath, ...jwtPaths, previewLinkPath].some((path) => returnTo.startsWith(path));
  return isPath && !isSignIn ? returnTo : "/";
}
