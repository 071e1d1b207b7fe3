import { checkSha } from "./branches.ts";
import { GitError } from "./git-error.ts";
import { readStart } from "./read-commit.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { readGit } from "./run-git.ts";

interface FileChange {
  path: string;
  /** Only for renamed files. */
  previousPath?: string | undefined;
  status: "added" | "removed" | "modified" | "renamed";
  additions: number;
  deletions: number;
  /** Hunks in git's format. Missing if there are none, or if the diff is too long. */
  patch?: string | undefined;
}

export interface Diff {
  files: FileChange[];
  /** Whether files or patches are missing. */
  isCut: boolean;
}

const listBytesMax = 4_000_000;
const filesMax = 300;
const patchBytesMax = 1_000_000;
const filePatchLengthMax = 200_000;

/** The differences between two commits. Files whose patch is too long are listed without it. */
export async function diffCommits(
  { gitDir }: Repository,
  { from, to, limits, signal }: { from: string; to: string } & RepositoryUse,
): Promise<Diff> {
  checkSha(from);
  checkSha(to);
  const diff = (form: readonly string[], bytesMax: number) =>
    readGit(
      {
        gitDir,
        args: [
          ...["diff-tree", "-r", "-M", "--no-color", "--no-ext-diff", "--no-textconv", "--full-index", ...form],
          ...["--end-of-options", from, to, "--"],
        ],
        secondsMax: limits.readSecondsMax,
        stdoutBytesMax: limits.repositoryBytesMax,
        signal,
      },
      ({ stdout }) => readStart(stdout, bytesMax),
    );
  const list = await diff(["-z", "--raw", "--numstat"], listBytesMax);
  const all = readList(list.split("\0"));
  const text = all.length === 0 ? "" : await diff(["-p", "-U3"], patchBytesMax);
  const isTextCut = isFull(text, patchBytesMax);
  const patches = splitPatches(text);
  // The last patch of a truncated diff may be incomplete, so drop it.
  const files = withPatches(all, isTextCut ? patches.slice(0, -1) : patches).slice(0, filesMax);
  const isLong = files.some(({ patch = "" }) => patch.length > filePatchLengthMax);
  return {
    files: files.map((file) => ((file.patch?.length ?? 0) > filePatchLengthMax ? { ...file, patch: undefined } : file)),
    isCut: isTextCut || isLong || all.length > filesMax || isFull(list, listBytesMax),
  };
}

// Cutting in the middle of a character makes the text slightly shorter or longer.
function isFull(text: string, bytesMax: number): boolean {
  return Buffer.byteLength(text) >= bytesMax - 3;
}

interface ListedFile extends FileChange {
  /** When a file becomes a link, git prints two patches: one removes it, one adds it. */
  patchCount: number;
}

/** Git first lists all files with mode, blob and status, then all of them again with line counts. */
function readList(fields: readonly string[]): ListedFile[] {
  const files: ListedFile[] = [];
  let at = 0;
  while (fields[at]?.startsWith(":")) {
    const [, , , , letter = ""] = (fields[at] ?? "").split(" ");
    const isRename = letter.startsWith("R");
    const path = fields[at + (isRename ? 2 : 1)];
    if (path === undefined) {
      return files;
    }
    files.push({
      path,
      ...(isRename ? { previousPath: fields[at + 1] } : {}),
      status: statusOf(letter),
      additions: 0,
      deletions: 0,
      patchCount: letter === "T" ? 2 : 1,
    });
    at += isRename ? 3 : 2;
  }
  for (const file of files) {
    const [additions, deletions, path] = (fields[at] ?? "").split("\t");
    file.additions = Number(additions) || 0;
    file.deletions = Number(deletions) || 0;
    // For a renamed file both names are in separate fields.
    at += path === "" ? 3 : 1;
  }
  return files;
}

function statusOf(letter: string): FileChange["status"] {
  switch (letter.charAt(0)) {
    case "A":
      return "added";
    case "D":
      return "removed";
    case "R":
      return "renamed";
    case "M":
    case "T":
      return "modified";
    default:
      throw new GitError("failed", "git listed changes in an unknown format.");
  }
}

// Lines of files start with a space, a sign or a backslash, so this line can only come from git.
function splitPatches(text: string): string[] {
  return text.split(/^(?=diff --git )/m).map((patch) => {
    const start = patch.search(/^@@ /m);
    return start === -1 ? "" : patch.slice(start).replace(/\n$/, "");
  });
}

function withPatches(files: readonly ListedFile[], patches: readonly string[]): FileChange[] {
  let at = 0;
  return files.map(({ patchCount, ...file }) => {
    const own = patches.slice(at, at + patchCount).filter((patch) => patch !== "");
    at += patchCount;
    return own.length === 0 ? file : { ...file, patch: own.join("\n") };
  });
}
