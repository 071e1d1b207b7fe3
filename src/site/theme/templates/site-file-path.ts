import { safeResourceUrl } from "../../ground/html/safe-url.ts";

/** The address of a file that docs.json names: `logo.svg` and `./logo.svg` stand at the root of the site. */
export function siteFilePath(path: string | undefined): string | undefined {
  const safe = path === undefined ? undefined : safeResourceUrl(path);
  if (safe === undefined || /^(?:https?:|data:)|^\//.test(safe)) return safe;
  return `/${safe.replace(/^\.\//, "")}`;
}
