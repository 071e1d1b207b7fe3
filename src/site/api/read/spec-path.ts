import { posix } from "node:path";

export function isWebAddress(source: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(source.trim());
}

export const addFileHint = "put the file into the project and name its path";

/** `/specs/a.json` and `./specs/a.json` are the file `specs/a.json`. */
export function normaliseSpecPath(path: string): string {
  return path.trim().replace(/^(?:\.?\/)+/, "");
}

/**
 * The files that a name may mean, the likeliest first. In docs.json a path begins at the root of the project; a page may
 * also name a file from its own folder, as tools that write such pages do.
 */
export function specPathsOf(name: string, pageFile: string | undefined): string[] {
  const path = name.trim();
  const fromRoot = normaliseSpecPath(path);
  if (pageFile === undefined || path.startsWith("/") || isWebAddress(path)) return [fromRoot];
  const fromPage = posix.join(posix.dirname(pageFile), path);
  return path.startsWith(".") ? [fromPage, fromRoot] : [fromRoot, fromPage];
}
