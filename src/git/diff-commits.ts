import { checkSha } from "./commit-id.ts";
import { GitError } from "./git-error.ts";
import { readStart } from "./read-commit.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { readGit } from "./run-git.ts";

export interface FileChange {
  path: string;
  /** Of a renamed file. */
  previousPath?: string | undefined;
  status: "added" | "removed" | "modified" | "renamed";
  /** The blob that it is now; of a removed file the one it was. */
  blob: string;
  additions: number;
  deletions: number;
  isBinary: boolean;
  /** Its hunks as git writes them. Left out where there are none, and where the whole diff is too long. */
  patch?: string | undefined;
}

export interface Diff {
  files: FileChange[];
  /** Whether there are more files, or patches were left out. */
  isCut: boolean;
}

const listBytesMax = 4_000_000;
const filesMax = 300;
const patchBytesMax = 1_000_000;
const filePatchLengthMax = 200_000;

/** What differs between two commits, with the lines. Bounded: what is too long is listed without its lines. */
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
  // The last patch of a text that was cut may lack its end, so it is not shown at all.
  const files = withPatches(all, isTextCut ? patches.slice(0, -1) : patches).slice(0, filesMax);
  const isLong = files.some(({ patch = "" }) => patch.length > filePatchLengthMax);
  return {
    files: files.map((file) => ((file.patch?.length ?? 0) > filePatchLengthMax ? { ...file, patch: undefined } : file)),
    isCut: isTextCut || isLong || all.length > filesMax || isFull(list, listBytesMax),
  };
}

// What was cut in the middle of a character is a little shorter, or longer by the mark in its place.
function isFull(text: string, bytesMax: number): boolean {
  return Buffer.byteLength(text) >= bytesMax - 3;
}

interface ListedFile extends FileChange {
  /** A file that became a link is two patches in git's eyes: one that removes it, one that adds it. */
  patchCount: number;
}

/** First come all files with mode, blob and status, then all of them again with their counts. */
function readList(fields: readonly string[]): ListedFile[] {
  const files: ListedFile[] = [];
  let at = 0;
  while (fields[at]?.startsWith(":")) {
    const [, , before = "", after = "", letter = ""] = (fields[at] ?? "").split(" ");
    const isRename = letter.startsWith("R");
    const path = fields[at + (isRename ? 2 : 1)];
    if (path === undefined) {
      return files;
    }
    files.push({
      path,
      ...(isRename ? { previousPath: fields[at + 1] } : {}),
      status: statusOf(letter),
      blob: letter === "D" ? before : after,
      additions: 0,
      deletions: 0,
      isBinary: false,
      patchCount: letter === "T" ? 2 : 1,
    });
    at += isRename ? 3 : 2;
  }
  for (const file of files) {
    const [additions, deletions, path] = (fields[at] ?? "").split("\t");
    file.isBinary = additions === "-";
    file.additions = Number(additions) || 0;
    file.deletions = Number(deletions) || 0;
    // Of a renamed file both names stand in fields of their own.
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
      throw new GitError("failed", "git listed changes in a form that is not known.");
  }
}

// Lines of files begin with a space, a sign or a backslash, so this line can only be git's own.
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
