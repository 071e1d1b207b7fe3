import { posix } from "node:path";
import { pathProblem, quotePath } from "../git/tree-path.ts";
import { AppError } from "../platform/errors.ts";
import { isPageFile } from "../site/project.ts";

/** The extensions of text files that people edit in addition to pages. */
const textExtensions = new Set([".json", ".yaml", ".yml", ".css", ".js", ".jsx", ".ts", ".tsx", ".txt", ".graphql"]);
const textNames = new Set([".lecternignore", ".mintignore"]);
const mediaExtensions = new Set(
  ".png .jpg .jpeg .gif .webp .avif .svg .ico .mp4 .webm .mp3 .wav .pdf .woff .woff2".split(" "),
);

export function isTextPath(path: string): boolean {
  return (
    isPageFile(path) || textNames.has(posix.basename(path)) || textExtensions.has(posix.extname(path).toLowerCase())
  );
}

export function isMediaPath(path: string): boolean {
  return mediaExtensions.has(posix.extname(path).toLowerCase());
}

/**
 * Throws unless the editor may write the file. The checks are those of a push. In addition, files that configure
 * programs are refused, because nobody reviews the editor's changes before they are saved.
 */
export function checkWrite(path: string): void {
  const problem = findProblem(path);
  if (problem !== undefined) {
    throw new AppError("bad_request", `The file ${quotePath(path)} can't be written here: its path ${problem}.`);
  }
}

export function canWrite(path: string): boolean {
  return findProblem(path) === undefined;
}

function findProblem(path: string): string | undefined {
  return (
    pathProblem(path) ??
    (path.split("/").some((part) => part.startsWith(".") && !textNames.has(part)) ? "is hidden" : undefined) ??
    (path.split("/").some((part) => part.toLowerCase() === "node_modules") ? "is in node_modules" : undefined) ??
    (isTextPath(path) || isMediaPath(path) ? undefined : "is not of a type that the editor can write")
  );
}
