import { posix } from "node:path";
import { isPageFile, normalizeSlug, pageSlug, pageUrl } from "../site/project.ts";
import type { KnownSite } from "./known-site.ts";
import { writeProblem } from "./write-problem.ts";

/** Old path → new path of every moved file. */
export type Moves = ReadonlyMap<string, string>;

const movesMax = 500;

/** The file moves for `move X to Y`, or the reason why the move isn't possible. */
export function planMove(site: KnownSite, from: string, to: string): { moves: Moves } | { why: string } {
  const files = site.pages.filter(({ body }) => body === undefined).map(({ file }) => file);
  const source = normalizeSlug(cleanPath(from));
  const isPage = (file: string) => pageSlug(file) === source || pageUrl(file) === `/${source}`;
  const below = files.filter((file) => file.startsWith(`${source}/`));
  // `reference/` is the folder, even if there is a page `reference`.
  const page = from.endsWith("/") && below.length > 0 ? undefined : files.find(isPage);
  const target = cleanPath(to);
  const fault = checkPagePath(target, site);
  if (fault !== undefined) return { why: fault };
  if (page === "index.mdx" || page === "index.md") return { why: "the home page cannot be moved" };
  const isFolder = page === undefined;
  if (isFolder && (source === "" || below.length === 0)) return { why: `the page or folder ${from} does not exist` };
  if (below.length > movesMax && isFolder) return { why: `more than ${movesMax} pages would move` };
  const moves = isFolder
    ? new Map(below.map((file) => [file, posix.join(normalizeSlug(target), file.slice(source.length + 1))]))
    : new Map([[page, targetOf(page, target, files)]]);
  const conflict = findConflict(moves, files);
  return conflict === undefined ? { moves } : { why: conflict };
}

export function cleanPath(path: string): string {
  return path.trim().replace(/^(?:\.?\/)+/, "");
}

/** If the target exists as a folder or ends with a slash, the page keeps its name. */
function targetOf(page: string, target: string, files: readonly string[]): string {
  const slug = normalizeSlug(target);
  const isFolder = target.endsWith("/") || (!isPageFile(target) && files.some((file) => file.startsWith(`${slug}/`)));
  return isFolder ? posix.join(slug, posix.basename(page)) : `${slug}${posix.extname(page)}`;
}

/** The reason why this can't be the path of a page; undefined if it can. */
export function checkPagePath(target: string, { rules }: Pick<KnownSite, "rules">): string | undefined {
  const slug = normalizeSlug(target);
  const parts = slug.split("/");
  if (slug === "") return "the new path is empty";
  if (parts.some((part) => part === "" || part.startsWith(".") || !/^[\p{L}\p{N}\p{M}._ -]+$/u.test(part))) {
    return `${target} is not a valid page path; use letters, digits, dashes and slashes`;
  }
  if (/^_?snippets$/.test(parts[0] ?? "")) return "files in that folder are snippets, not pages";
  return rules.ignores(`${slug}.mdx`) ? `the site ignores ${slug}` : undefined;
}

function findConflict(moves: Moves, files: readonly string[]): string | undefined {
  const staying = new Set(
    files.filter((file) => !moves.has(file)).flatMap((file) => [pageUrl(file), `/${pageSlug(file)}`]),
  );
  for (const [from, to] of moves) {
    if (writeProblem(from) !== undefined || writeProblem(to) !== undefined) return `${from} cannot be moved to ${to}`;
    if (from === to) return `${from} is already at this path`;
    if (staying.has(pageUrl(to)) || files.includes(to)) return `a page already exists at ${pageUrl(to)}`;
    if (pageUrl(to) === "/") return "another page cannot become the home page";
  }
  return undefined;
}
