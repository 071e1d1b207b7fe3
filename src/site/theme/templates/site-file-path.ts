import { safeResourceUrl } from "../../shared/html/safe-url.ts";

/** The address of a file that docs.json names: `logo.svg` and `./logo.svg` are relative to the root of the site. */
export function siteFilePath(path: string | undefined): string | undefined {
  const safe = path === undefined ? undefined : safeResourceUrl(path);
  if (safe === undefined || /^(?:https?:|data:)|^\//.test(safe)) return safe;
  return `/${safe.replace(/^\.\//, "")}`;
}

/** The address of one of the project's files, escaped for a stylesheet. External files are not loaded. */
export function ownFile(path: string | undefined): string | undefined {
  const url = siteFilePath(path);
  if (url === undefined || !url.startsWith("/") || url.startsWith("//")) return undefined;
  return encodeURI(url).replaceAll(/["'()\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
