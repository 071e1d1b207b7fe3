import { checkSha } from "./branches.ts";
import { GitError } from "./git-error.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { readStart } from "./run-git.ts";

export interface FileChange {
  path: string;
  /** Set only for renamed files. */
  previousPath?: string | undefined;
  status: "added" | "removed" | "modified" | "renamed";
  additions: number;
  deletions: number;
  /** The blob of the file; for a removed file, its last blob. Missing for submodules. */
  blob?: string | undefined;
  /** The previous blob, unless the file is new. */
  previousBlob?: string | undefined;
  /** Set only for renamed files: how much of the text is the same, in percent. */
  similarity?: number | undefined;
  /** The hunks in git's format. Missing if there are no hunks, or if the diff is too long. */
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

interface DiffRequest extends RepositoryUse {
  from: string;
  to: string;
}

/** The differences between two commits. Files with an overlong patch are listed without the patch. */
export async function diffCommits(repository: Repository, request: DiffRequest): Promise<Diff> {
  const { files: all, isCut } = await listFiles(repository, request, []);
  const text = all.length === 0 ? "" : await readDiff(repository, request, ["-p", "-U3"], [], patchBytesMax);
  const isTextCut = isFull(text, patchBytesMax);
  const patches = splitPatches(text);
  // The last patch of a truncated diff may be incomplete, so drop it.
  const files = withPatches(all, isTextCut ? patches.slice(0, -1) : patches).slice(0, filesMax);
  const isLong = files.some(({ patch = "" }) => patch.length > filePatchLengthMax);
  return { files: files.map(withoutLongPatch), isCut: isTextCut || isLong || all.length > filesMax || isCut };
}

/** The files that differ between two commits, without their patches. */
export async function listChanges(repository: Repository, request: DiffRequest): Promise<Diff> {
  const { files, isCut } = await listFiles(repository, request, []);
  return { files: withPatches(files, []).slice(0, filesMax), isCut: isCut || files.length > filesMax };
}

/** One changed file with its patch; undefined if the commits don't differ in this file. */
export async function diffFile(
  repository: Repository,
  request: DiffRequest & { path: string },
): Promise<FileChange | undefined> {
  const { path } = request;
  const listed = (await listChanges(repository, request)).files.find((file) => file.path === path);
  if (listed === undefined) return undefined;
  // Git recognizes a renamed file only if it is given both paths.
  const paths = listed.previousPath === undefined ? [path] : [listed.previousPath, path];
  const { files } = await listFiles(repository, request, paths);
  const text = await readDiff(repository, request, ["-p", "-U3"], paths, filePatchLengthMax);
  const file = withPatches(files, isFull(text, filePatchLengthMax) ? [] : splitPatches(text)).find(
    (each) => each.path === path,
  );
  return file && withoutLongPatch(file);
}

function withoutLongPatch(file: FileChange): FileChange {
  return (file.patch?.length ?? 0) > filePatchLengthMax ? { ...file, patch: undefined } : file;
}

async function listFiles(
  repository: Repository,
  request: DiffRequest,
  paths: readonly string[],
): Promise<{ files: ListedFile[]; isCut: boolean }> {
  const list = await readDiff(repository, request, ["-z", "--raw", "--numstat"], paths, listBytesMax);
  return { files: readList(list.split("\0")), isCut: isFull(list, listBytesMax) };
}

function readDiff(
  repository: Repository,
  { from, to, ...use }: DiffRequest,
  form: readonly string[],
  paths: readonly string[],
  bytesMax: number,
): Promise<string> {
  checkSha(from, to);
  return readStart(repository, use, bytesMax, [
    ...["--literal-pathspecs", "diff-tree", "-r", "-M", "--no-color", "--no-ext-diff", "--no-textconv"],
    ...["--full-index", ...form, "--end-of-options", from, to, "--", ...paths],
  ]);
}

// A diff that was cut in the middle of a character differs from the limit by a few bytes.
function isFull(text: string, bytesMax: number): boolean {
  return Buffer.byteLength(text) >= bytesMax - 3;
}

interface ListedFile extends FileChange {
  /**
   * The number of patches that git prints for the file: if it becomes a link, one patch removes it and another adds it.
   */
  patchCount: number;
}

/** Reads git's list, which has all files with mode, blob and status, and then all files again with line counts. */
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
      additions: 0,
      deletions: 0,
      blob: [after, before].find(isBlob),
      ...(isBlob(before) ? { previousBlob: before } : {}),
      ...(isRename ? { similarity: Number(letter.slice(1)) } : {}),
      patchCount: letter === "T" ? 2 : 1,
    });
    at += isRename ? 3 : 2;
  }
  for (const file of files) {
    const [additions, deletions, path] = (fields[at] ?? "").split("\t");
    file.additions = Number(additions) || 0;
    file.deletions = Number(deletions) || 0;
    // For a renamed file, the two names are separate fields.
    at += path === "" ? 3 : 1;
  }
  return files;
}

/** Git writes zeros for a file that doesn't exist. */
function isBlob(id: string): boolean {
  return !/^0*$/.test(id);
}

const statuses: Partial<Record<string, FileChange["status"]>> = {
  A: "added",
  D: "removed",
  R: "renamed",
  M: "modified",
  T: "modified",
};

function statusOf(letter: string): FileChange["status"] {
  const status = statuses[letter.charAt(0)];
  if (status === undefined) {
    throw new GitError("failed", "git listed changes in an unknown format.");
  }
  return status;
}

// Splits a diff at git's own header lines. Lines of files start with a space, a sign or a backslash, so they can't be
// mistaken for one.
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
