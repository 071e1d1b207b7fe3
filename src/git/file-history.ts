import { readOfCommit } from "./branches.ts";
import { checkDirectory, type TreeRequest } from "./list-tree.ts";
import { changeRecords } from "./nul-records.ts";
import type { Repository } from "./repository.ts";
import { localCommand, readGit } from "./run-git.ts";

/** The renamed and removed files of a folder. All paths are relative to the folder. */
export interface FileHistory {
  /** Old path → current path. */
  renames: Map<string, string>;
  /** Files that were removed without a replacement. */
  removed: Set<string>;
}

const commitsWalkedMax = 5_000;
const eventsMax = 50_000;
const listBytesMax = 100_000_000;

/**
 * Walks back from a commit as far as the limits allow. A file whose content changed a lot during a move counts as
 * removed.
 */
export async function readFileHistory(repository: Repository, request: TreeRequest): Promise<FileHistory> {
  const { sha, directory = "" } = request;
  checkDirectory(directory);
  const command = localCommand(repository, request, listBytesMax, [
    ...["--literal-pathspecs", "log", `--max-count=${commitsWalkedMax}`, "--format=", "-z", "--name-status"],
    ...["--find-renames", "--diff-filter=RD", "--no-ext-diff", "--no-textconv", "--no-show-signature"],
    ...["--end-of-options", sha, "--", ...(directory === "" ? [] : [directory])],
  ]);
  const history: FileHistory = { renames: new Map(), removed: new Set() };
  const prefix = directory === "" ? "" : `${directory}/`;
  const readEvents = () =>
    readGit(command, async ({ stdout }) => {
      let events = 0;
      for await (const [, ...paths] of changeRecords(stdout)) {
        const [from, to] = paths.map((path) => path.slice(prefix.length));
        addEvent(history, from, to);
        events += 1;
        if (events === eventsMax) break;
      }
    });
  await readOfCommit(repository, sha, request, readEvents);
  return history;
}

/**
 * Records that a file was renamed or removed. Events arrive newest first, so the fate of the new name is already known.
 */
function addEvent({ renames, removed }: FileHistory, from = "", to?: string): void {
  if (renames.has(from) || removed.has(from)) return;
  const now = to === undefined || removed.has(to) ? undefined : (renames.get(to) ?? to);
  if (now === undefined) removed.add(from);
  else renames.set(from, now);
}
