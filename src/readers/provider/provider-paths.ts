/** The paths on the dashboard's host that readers pass on their way to a provider or the dashboard's sign-in. */
export const startPath = "/dashboard/auth/readers/start";
/** The redirect URI that operators and projects register with their provider. */
export const callbackPath = "/dashboard/auth/readers/callback";

/** Where the site sends a browser to sign in with a provider, or as a member. */
export function startAddress(
  url: string,
  from: { host: string; method: string; browser: string; redirect: string },
): string {
  return `${url}${startPath}?${new URLSearchParams(from)}`;
}
