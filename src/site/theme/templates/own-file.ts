import { siteFilePath } from "./site-file-path.ts";

/** A file of the project, in the form that a stylesheet can hold. Files elsewhere are not loaded. */
export function ownFile(path: string | undefined): string | undefined {
  const url = siteFilePath(path);
  if (url === undefined || !url.startsWith("/") || url.startsWith("//")) return undefined;
  return encodeURI(url).replaceAll(/["'()\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
