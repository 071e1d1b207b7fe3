import { checkSha } from "./branches.ts";
import { checkDirectory } from "./list-tree.ts";
import { nulRecords } from "./nul-records.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { localCommand, readGit } from "./run-git.ts";
import { pathProblem } from "./tree-path.ts";

interface DiffRequest extends RepositoryUse {
  from: string;
  to: string;
  /** Limits the comparison to this folder. */
  directory: string;
}

/** The changes that turn the files of one commit into those of another. Paths are relative to the directory. */
export interface TreeDifference {
  removed: string[];
  /** New and changed files. */
  written: { path: string; blob: string; isNew: boolean }[];
}

const headPattern = /^:(?<before>\d{6}) (?<after>\d{6}) [0-9a-f]{40} (?<blob>[0-9a-f]{40}) [A-Z]$/;
const plainModes = new Set(["100644", "100755"]);
const absentMode = "000000";
/** With more changes than this, writing all files is just as fast. */
const changesMax = 5_000;
const listBytesMax = 20_000_000;

/**
 * The difference between two commits. Undefined if links or submodules changed, a name is unsafe, or there are too many
 * changes.
 */
export async function diffTrees(repository: Repository, request: DiffRequest): Promise<TreeDifference | undefined> {
  const { from, to, directory } = request;
  checkSha(from, to);
  checkDirectory(directory);
  const command = localCommand(repository, request, listBytesMax, [
    ...["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv"],
    ...["--end-of-options", `${from}:${directory}`, `${to}:${directory}`],
  ]);
  const difference: TreeDifference = { removed: [], written: [] };
  const { removed, written } = difference;
  let isPlain = true;
  await readGit(command, async ({ stdout }) => {
    let head: string | undefined;
    for await (const record of nulRecords(stdout)) {
      if (head === undefined) {
        head = record;
        continue;
      }
      const { before, after, blob } = headPattern.exec(head)?.groups ?? {};
      const modes = [before, after].filter((mode) => mode !== absentMode);
      isPlain &&=
        modes.every((mode) => mode !== undefined && plainModes.has(mode)) && pathProblem(record) === undefined;
      isPlain &&= removed.length + written.length < changesMax;
      if (!isPlain) break;
      if (after === absentMode) removed.push(record);
      else written.push({ path: record, blob: blob ?? "", isNew: before === absentMode });
      head = undefined;
    }
  });
  return isPlain ? difference : undefined;
}
