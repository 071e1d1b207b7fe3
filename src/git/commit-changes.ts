import { randomUUID } from "node:crypto";
import { checkSha, readOfCommit } from "./branches.ts";
import { commitHead, fastImport, quotedName } from "./fast-import.ts";
import { GitError } from "./git-error.ts";
import { nulRecords } from "./nul-records.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { localCommand, readGit } from "./run-git.ts";
import { foldersAbove, pathProblem, quotePath } from "./tree-path.ts";

export interface TreeChange {
  /** The path from the root of the repository. */
  path: string;
  /** The new content. If undefined, the file is removed. */
  content: FileContent | undefined;
}

/** A function is called just before its file is written, so that only one media file is in memory at a time. */
type FileContent = string | Uint8Array | (() => Promise<Uint8Array>);

interface CommitRequest extends RepositoryUse {
  parent: string;
  changes: readonly TreeChange[];
  author: { name: string; email: string };
  message: string;
  /** In milliseconds since the epoch. The same request always gives the same commit. */
  at: number;
}

const plainModes = new Set(["100644", "100755"]);
const entryBytesMax = 1_200;

/**
 * Creates a commit from its parent and some changed files, without a work tree, index or hooks, and without moving a
 * branch. Only regular files can be changed: a change never replaces a link, a submodule or a folder.
 */
export async function commitChanges(repository: Repository, request: CommitRequest): Promise<string> {
  const modes = await readOfCommit(repository, request.parent, request, () =>
    listModes(repository, request.parent, request),
  );
  checkChanges(request.changes, modes);
  // A unique ref keeps concurrent commits apart.
  const ref = `refs/lectern/commit-${randomUUID()}`;
  const sha = (await fastImport(repository, commitCommands(ref, modes, request), request)).trim();
  checkSha(sha);
  return sha;
}

async function* commitCommands(
  ref: string,
  modes: ReadonlyMap<string, string>,
  request: CommitRequest,
): AsyncGenerator<string | Buffer> {
  yield commitHead({ ...request, ref, mark: 1 });
  for (const { path, content } of request.changes) {
    if (content === undefined) {
      yield `D ${quotedName(path)}\n`;
      continue;
    }
    const bytes = Buffer.from(typeof content === "function" ? await content() : content);
    yield `M ${modes.get(path) ?? "100644"} inline ${quotedName(path)}\ndata ${bytes.length}\n`;
    yield bytes;
    yield "\n";
  }
  // Prints the ID of the commit and removes the ref, so that no other git process has to be started for this.
  yield `get-mark :1\nreset ${ref}\nfrom ${"0".repeat(40)}\ndone\n`;
}

/** Every entry of a commit with its mode, including links and submodules. */
async function listModes(repository: Repository, sha: string, use: RepositoryUse): Promise<Map<string, string>> {
  const args = ["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", sha];
  const command = localCommand(repository, use, use.limits.filesMax * entryBytesMax, args);
  const modes = new Map<string, string>();
  await readGit(command, async ({ stdout }) => {
    for await (const record of nulRecords(stdout)) {
      const tab = record.indexOf("\t");
      modes.set(record.slice(tab + 1), record.slice(0, 6));
    }
  });
  return modes;
}

function checkChanges(changes: readonly TreeChange[], modes: ReadonlyMap<string, string>): void {
  const removed = new Set(changes.filter(({ content }) => content === undefined).map(({ path }) => path));
  const kept = [...modes.keys()].filter((path) => !removed.has(path));
  const folders = new Set(kept.flatMap(foldersAbove));
  const spellings = new Map(kept.map((path) => [path.toLowerCase(), path]));
  for (const { path, content } of changes) {
    const mode = modes.get(path);
    const twin = spellings.get(path.toLowerCase());
    const problem =
      pathProblem(path) ??
      (mode !== undefined && !plainModes.has(mode) ? "is not a regular file in the repository" : undefined) ??
      (foldersAbove(path).some((folder) => modes.has(folder) && !removed.has(folder))
        ? "is below a path that isn't a folder in the repository"
        : undefined) ??
      (content !== undefined && folders.has(path) ? "is a folder in the repository" : undefined) ??
      (content !== undefined && twin !== undefined && twin !== path
        ? `differs from ${quotePath(twin)} only in upper and lower case`
        : undefined);
    if (problem !== undefined) {
      throw new GitError("refused", `The file ${quotePath(path)} cannot be changed: it ${problem}.`);
    }
  }
}
