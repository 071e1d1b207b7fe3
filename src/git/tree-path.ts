const pathBytesMax = 1_024;
const segmentBytesMax = 255;

// HFS+ ignores these characters in names, so ".g\u200cit" opens ".git" there.
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** The reason why a path is unsafe to write; `undefined` if it is safe. */
export function pathProblem(path: string): string | undefined {
  if (Buffer.byteLength(path) > pathBytesMax) {
    return `is longer than ${pathBytesMax} bytes`;
  }
  if (path.includes("\ufffd")) {
    return "is not UTF-8";
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this checks for them.
  if (/[\u0000-\u001f\u007f\\]/.test(path)) {
    return "contains a backslash or a control character";
  }
  for (const segment of path.split("/")) {
    const problem = segmentProblem(segment);
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

function segmentProblem(segment: string): string | undefined {
  if (segment === "" || segment === "." || segment === "..") {
    return "leaves its folder";
  }
  if (isGitFolder(segment)) {
    return "is inside a .git folder";
  }
  return Buffer.byteLength(segment) > segmentBytesMax ? `has a name of more than ${segmentBytesMax} bytes` : undefined;
}

/**
 * Whether some file system opens ".git" under this name. Covers upper case, ignored characters, trailing dots, short
 * names and streams.
 */
export function isGitFolder(segment: string): boolean {
  const name = segment.replace(ignoredByHfs, "").toLowerCase();
  return /^(\.git|git~\d+)[. ]*(:.*)?$/.test(name);
}

/** Quotes and shortens a path for a message. */
export function quotePath(path: string): string {
  const lengthMax = 200;
  return JSON.stringify(path.length > lengthMax ? `${path.slice(0, lengthMax)}…` : path);
}

/** The folders above a path: `a` and `a/b` for `a/b/c`. */
export function foldersAbove(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join("/"));
}
