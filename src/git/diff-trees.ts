import { checkSha } from "./branches.ts";
import { damagedError } from "./git-error.ts";
import { checkDirectory, type TreeFile } from "./list-tree.ts";
import { nulRecords } from "./nul-records.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { readGit, runGit } from "./run-git.ts";
import { pathProblem } from "./tree-path.ts";

interface DiffRequest extends RepositoryUse {
  from: string;
  to: string;
  /** Limits the comparison to this folder. */
  directory: string;
}

/** What turns the files of one commit into those of another. Paths are relative to the directory. */
export interface TreeDifference {
  removed: string[];
  /** New and changed files. */
  written: TreeFile[];
}

const headPattern = /^:(?<before>\d{6}) (?<after>\d{6}) [0-9a-f]{40} (?<blob>[0-9a-f]{40}) [A-Z]$/;
const plainModes = new Set(["100644", "100755"]);
const absentMode = "000000";
/** With more, writing everything is as fast. */
const changesMax = 5_000;
const listBytesMax = 20_000_000;

/** Undefined if links or submodules changed, a name is unsafe, or there are too many changes. */
export async function diffTrees(repository: Repository, request: DiffRequest): Promise<TreeDifference | undefined> {
  const { from, to, directory, limits, signal } = request;
  checkSha(from);
  checkSha(to);
  checkDirectory(directory);
  const command = {
    gitDir: repository.gitDir,
    args: [
      ...["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv"],
      ...["--end-of-options", `${from}:${directory}`, `${to}:${directory}`],
    ],
    secondsMax: limits.readSecondsMax,
    stdoutBytesMax: listBytesMax,
    signal,
  };
  const removed: string[] = [];
  const blobs = new Map<string, string>();
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
      isPlain &&= removed.length + blobs.size < changesMax;
      if (!isPlain) break;
      if (after === absentMode) removed.push(record);
      else blobs.set(record, blob ?? "");
      head = undefined;
    }
  });
  if (!isPlain) return undefined;
  const sizes = await readSizes(repository, new Set(blobs.values()), request);
  return { removed, written: [...blobs].map(([path, blob]) => ({ path, blob, bytes: sizes.get(blob) ?? 0 })) };
}

async function readSizes(
  { gitDir }: Repository,
  blobs: ReadonlySet<string>,
  { limits, signal }: RepositoryUse,
): Promise<Map<string, number>> {
  if (blobs.size === 0) return new Map();
  const command = {
    gitDir,
    args: ["cat-file", "--batch-check", "--buffer"],
    secondsMax: limits.readSecondsMax,
    stdoutBytesMax: listBytesMax,
    signal,
  };
  const text = (await runGit(command, [...blobs].map((blob) => `${blob}\n`).join(""))).toString("latin1");
  const sizes = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [, blob, bytes] = /^([0-9a-f]{40}) blob (\d+)$/.exec(line) ?? [];
    if (blob !== undefined) sizes.set(blob, Number(bytes));
  }
  if (sizes.size !== blobs.size) throw damagedError();
  return sizes;
}
