import { BuildFailure, BuildProblem } from "../shared/build-problem.ts";
import { computeOnce } from "../shared/compute-once.ts";
import { assetType } from "./file-types.ts";
import { type IgnoreLine, matchesLine, parseIgnoreLine } from "./ignore-line.ts";
import { isJsonObject, type JsonValue } from "./json-value.ts";
import { normalizeSlug, pageSlug } from "./page-url.ts";

/** Build output is only ignored in the root, because chapters are called `build` or `dist`, too. */
const always =
  `.git .github .claude .agents .idea .vscode .cursor .cache node_modules /build /dist /coverage /tmp /temp README.md
LICENSE.md CHANGELOG.md CONTRIBUTING.md`.split(/\s+/);
/** Lectern serves its own files and scripts under these paths, so the author's files can't be there. */
const reserved = /^[_.]lectern(?:\/|$)/i;

export const ignoreFileLengthMax = 65_536;
const linesMax = 1_000;
/** The maximum number of character comparisons for one path. Ordinary rules need a few per line. */
const stepsMax = 50_000;
const hintsMax = 1_000;
/** Files in a repository don't have longer paths. */
const pathLengthMax = 1_024;

export type IgnoreRules = ReturnType<typeof createIgnoreRules>;

/**
 * Files the site ignores: a fixed list, then the author's `.mintignore` in gitignore syntax. Pages that the navigation
 * of docs.json lists are never ignored.
 */
export function createIgnoreRules(mintignore: string | undefined, navigation: JsonValue = null) {
  // A rule such as `*.json` is meant for specs and data, not for the settings.
  const written = [...always, ...splitLines(mintignore ?? ""), "!/docs.json", "!/mint.json"];
  // The last line that matches a path decides, so the lines are tried in reverse order.
  const lines = written.flatMap((line) => parseIgnoreLine(line) ?? []).reverse();
  const listed = new Set<string>();
  addListed(navigation, listed);
  const listedFolders = new Set([...listed].flatMap((slug) => [...foldersOf(slug), slug]));
  const ignoredFolders = new Map<string, boolean>();
  let hintsLeft = hintsMax;

  function hasIgnoringLine(path: string, isFolder: boolean): boolean {
    const line = findLine(lines, path, isFolder);
    return line !== undefined && !line.isNegated;
  }

  function ignoresFolder(path: string): boolean {
    return computeOnce(ignoredFolders, path, () => decide(path, true));
  }

  /** Everything in an ignored folder is ignored, even if another line includes it. */
  function decide(path: string, isFolder: boolean): boolean {
    const folderEnd = path.lastIndexOf("/");
    if (folderEnd > 0 && ignoresFolder(path.slice(0, folderEnd))) return true;
    return hasIgnoringLine(path, isFolder);
  }

  /** Whether the navigation lists this page. `guides` may mean `guides/index`. */
  function lists(path: string): boolean {
    if (listed.size === 0 || !/\.mdx?$/.test(path)) return false;
    const slug = pageSlug(path);
    return listed.has(slug) || (/(?:^|\/)index$/.test(slug) && listed.has(slug.replace(/\/?index$/, "")));
  }

  /** Paths are relative to the project, with a trailing slash for a folder. */
  function ignores(path: string): boolean {
    if (reserved.test(path)) return true;
    if (/^\.{0,2}(?:\/|$)/.test(path)) return false;
    if (!path.endsWith("/")) return !lists(path) && decide(path, false);
    const folder = path.slice(0, -1);
    return !listedFolders.has(folder) && ignoresFolder(folder);
  }

  /** A hint for an author who references an ignored page or file. */
  function findHint(path: string): string | undefined {
    hintsLeft -= 1;
    if (hintsLeft < 0 || path.length > pathLengthMax) return undefined;
    const isPage = assetType(path) === undefined;
    const file = (isPage ? [`${path}.mdx`, `${path}.md`] : [path]).find(ignores);
    if (file === undefined) return undefined;
    if (reserved.test(file)) return "Lectern uses this folder for its own files; rename the folder";
    const name = (part: string) => (part === file && isPage ? `${escapeLine(path)}.*` : escapeLine(part));
    const needed = [...foldersOf(file), file].filter((part) => hasIgnoringLine(part, part !== file));
    const lines = `${needed.length === 1 ? "line" : "lines"} ${needed.map((part) => `!/${name(part)}`).join(" and ")}`;
    const start = isPage ? "list the page in docs.json, or add" : "add";
    return `the site ignores /${path}; ${start} the ${lines} to .mintignore to include it`;
  }

  return { ignores, lists, listed, findHint };
}

/** Adds the slugs of all pages in the navigation. */
function addListed(value: JsonValue, listed: Set<string>, key = ""): void {
  if (typeof value === "string") {
    const isPage = key === "pages" || key === "groups" || key === "root";
    if (isPage && value.length <= pathLengthMax) listed.add(normalizeSlug(value));
  } else if (Array.isArray(value)) for (const item of value) addListed(item, listed, key);
  else if (isJsonObject(value)) for (const [name, item] of Object.entries(value)) addListed(item, listed, name);
}

function escapeLine(path: string): string {
  return path.replaceAll(/[\\*?[]| $/g, "\\$&");
}

/** The folders around a path, from the outermost to the innermost. */
function foldersOf(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
}

function splitLines(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (lines.length > linesMax) throw refuse(`has more than ${linesMax} lines`, linesMax + 1);
  if (text.length > ignoreFileLengthMax) throw refuse(`has more than ${ignoreFileLengthMax} characters`);
  return lines;
}

function findLine(lines: readonly IgnoreLine[], path: string, isFolder: boolean): IgnoreLine | undefined {
  const segments = path.split("/");
  let stepsLeft = stepsMax;
  const takeStep = () => {
    stepsLeft -= 1;
    if (stepsLeft < 0) throw refuse(`takes more than ${stepsMax} comparisons for the path ${path}`);
  };
  return lines.find((line) => (isFolder || !line.isFoldersOnly) && matchesLine(line, segments, takeStep));
}

/** Fails the whole build, because otherwise it could publish a file that should have been left out. */
function refuse(message: string, line?: number): BuildFailure {
  const hint = "use fewer lines and fewer stars";
  return new BuildFailure([new BuildProblem(message, { file: ".mintignore", line, hint })]);
}
