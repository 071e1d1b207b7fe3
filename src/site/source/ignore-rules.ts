import { BuildFailure, BuildProblem } from "../shared/build-problem.ts";
import { computeOnce } from "../shared/compute-once.ts";
import { type IgnoreLine, matchesLine, parseIgnoreLine } from "./ignore-line.ts";

const always =
  `.git .github .claude .agents .idea .vscode node_modules build dist coverage .cache tmp temp README.md LICENSE.md
CHANGELOG.md CONTRIBUTING.md`.split(/\s+/);
/** Lectern serves its own files and scripts under these paths, so the author's files can't be there. */
const reserved = /^[_.]lectern(?:\/|$)/i;

export const ignoreFileLengthMax = 65_536;
const linesMax = 1_000;
/** The maximum number of character comparisons for one path. Ordinary rules need a few per line. */
const stepsMax = 50_000;
const hintsMax = 100;
/** Files in a repository don't have longer paths. */
const hintPathLengthMax = 1_024;

export type IgnoreRules = ReturnType<typeof createIgnoreRules>;

/** Files the site ignores: a fixed list, then the author's `.mintignore` in gitignore syntax. */
export function createIgnoreRules(mintignore: string | undefined) {
  // A rule such as `*.json` is meant for specs and data, not for the settings.
  const written = [...always, ...splitLines(mintignore ?? ""), "!/docs.json"];
  // The last line that matches a path decides, so the lines are tried in reverse order.
  const lines = written.flatMap((line) => parseIgnoreLine(line) ?? []).reverse();
  const ignoredFolders = new Map<string, boolean>();
  let hintsLeft = hintsMax;

  function ignoresFolder(path: string): boolean {
    return computeOnce(ignoredFolders, path, () => decide(path, true));
  }

  /** Everything in an ignored folder is ignored, even if another line includes it. */
  function decide(path: string, isFolder: boolean): boolean {
    const folderEnd = path.lastIndexOf("/");
    if (folderEnd > 0 && ignoresFolder(path.slice(0, folderEnd))) return true;
    const line = findLine(lines, path, isFolder);
    return line !== undefined && !line.isNegated;
  }

  /** Paths are relative to the project, with a trailing slash for a folder. */
  function ignores(path: string): boolean {
    if (reserved.test(path)) return true;
    if (/^\.{0,2}(?:\/|$)/.test(path)) return false;
    return path.endsWith("/") ? ignoresFolder(path.slice(0, -1)) : decide(path, false);
  }

  /** A hint for an author who references an ignored page or file. */
  function findHint(path: string): string | undefined {
    hintsLeft -= 1;
    if (hintsLeft < 0 || path.length > hintPathLengthMax) return undefined;
    const isOut = [path, `${path}.mdx`, `${path}.md`].some(ignores);
    return isOut ? `the site ignores /${path}; add the line !/${path} to .mintignore to include it` : undefined;
  }

  return { ignores, findHint };
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
