import { posix } from "node:path";
import { isPageFile } from "../../site/source/file-types.ts";
import { normalizeSlug, pageSlug, pageUrl } from "../../site/source/page-url.ts";
import { writeProblem } from "../write-problem.ts";
import type { KnownSite } from "./known-site.ts";

/** Old path → new path of every file that moves. */
export type Moves = ReadonlyMap<string, string>;

const movesMax = 500;

/** What `move X to Y` means for the files of a project, or why it cannot be done. */
export function planMove(site: KnownSite, from: string, to: string): { moves: Moves } | { why: string } {
  const files = site.pages.filter(({ body }) => body === undefined).map(({ file }) => file);
  const source = normalizeSlug(cleanPath(from));
  const page = files.find((file) => pageSlug(file) === source || pageUrl(file) === `/${source}`);
  const below = files.filter((file) => file.startsWith(`${source}/`));
  const target = cleanPath(to);
  const fault = faultOf(target, site);
  if (fault !== undefined) return { why: fault };
  if (page === "index.mdx" || page === "index.md") return { why: "the home page has to stay where it is" };
  const isFolder = page === undefined;
  if (isFolder && (source === "" || below.length === 0)) return { why: `there is no page or folder ${from}` };
  if (below.length > movesMax && isFolder) return { why: `more than ${movesMax} pages would move` };
  const moves = isFolder
    ? new Map(below.map((file) => [file, posix.join(normalizeSlug(target), file.slice(source.length + 1))]))
    : new Map([[page, targetOf(page, target, files)]]);
  const conflict = findConflict(moves, files);
  return conflict === undefined ? { moves } : { why: conflict };
}

function cleanPath(path: string): string {
  return path.trim().replace(/^(?:\.?\/)+/, "");
}

/** A page moves into a folder that exists or is written with a slash at its end, and keeps its name there. */
function targetOf(page: string, target: string, files: readonly string[]): string {
  const slug = normalizeSlug(target);
  const isFolder = target.endsWith("/") || (!isPageFile(target) && files.some((file) => file.startsWith(`${slug}/`)));
  return isFolder ? posix.join(slug, posix.basename(page)) : `${slug}${posix.extname(page)}`;
}

function faultOf(target: string, { rules }: KnownSite): string | undefined {
  const slug = normalizeSlug(target);
  const parts = slug.split("/");
  if (slug === "") return "the new path is empty";
  if (parts.some((part) => part === "" || part.startsWith(".") || !/^[\p{L}\p{N}\p{M}._ -]+$/u.test(part))) {
    return `${target} is no path that a page may have; use letters, digits, dashes and slashes`;
  }
  if (/^_?snippets$/.test(parts[0] ?? "")) return "files in that folder are snippets and no pages";
  return rules.ignores(`${slug}.mdx`) ? `the site ignores ${slug}` : undefined;
}

function findConflict(moves: Moves, files: readonly string[]): string | undefined {
  const staying = new Set(
    files.filter((file) => !moves.has(file)).flatMap((file) => [pageUrl(file), `/${pageSlug(file)}`]),
  );
  for (const [from, to] of moves) {
    if (writeProblem(from) !== undefined || writeProblem(to) !== undefined) return `${from} cannot be moved to ${to}`;
    if (from === to) return `${from} is there already`;
    if (staying.has(pageUrl(to)) || files.includes(to)) return `there is a page at ${pageUrl(to)} already`;
    if (pageUrl(to) === "/") return "another page cannot become the home page";
  }
  return undefined;
}
