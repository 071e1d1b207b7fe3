import { posix } from "node:path";

const imagePattern = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;
/** Folders for the site's own files, such as logos, where images of pages don't belong. */
const ownPurpose: ReadonlySet<string> = new Set(["logo", "logos", "favicon", "favicons", "icons", "fonts"]);
const defaultFolder = "images";

/**
 * The folder where the project keeps its images: the top-level folder with the most images, or its subfolder with the
 * most images if it contains none directly.
 */
export function chooseMediaFolder(paths: readonly string[]): string {
  const folders = paths
    .filter((path) => imagePattern.test(path) && path.includes("/"))
    .map((path) => posix.dirname(path))
    .filter((folder) => !ownPurpose.has(topOf(folder).toLowerCase()));
  const top = mostUsed(folders.map(topOf));
  if (top === undefined) return defaultFolder;
  const inside = folders.filter((folder) => topOf(folder) === top);
  return inside.includes(top) ? top : (mostUsed(inside) ?? top);
}

function topOf(folder: string): string {
  return folder.split("/", 1)[0] ?? folder;
}

function mostUsed(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [first] = [...counts].sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1));
  return first?.[0];
}

const stemLengthMax = 80;

/** `Screenshot 2026-03-02 at 9.30.png` → `screenshot-2026-03-02-at-9-30`, a name that needs no escaping in links. */
export function goodStem(name: string): string {
  const stem = posix.basename(name.replaceAll("\\", "/")).replace(/\.[^.]*$/, "");
  const plain = stem.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean);
  return words.join("-").slice(0, stemLengthMax).replace(/-$/, "") || "image";
}

const attemptsMax = 10_000;

/**
 * A path that no other file has. Case is ignored, because some file systems treat `A.png` and `a.png` as the same file.
 */
export function freePath(folder: string, stem: string, extension: string, taken: Iterable<string>): string {
  const known = new Set([...taken].map((path) => path.toLowerCase()));
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const path = `${folder}/${stem}${attempt === 1 ? "" : `-${attempt}`}${extension}`;
    if (!known.has(path.toLowerCase())) return path;
  }
  throw new RangeError("There are too many files with the same name.");
}
