import { commitChanges, type TreeChange } from "./commit-changes.ts";
import { withLock } from "./lock.ts";
import { defaultRepositoryLimits, type Repository } from "./repository.ts";

const limits = defaultRepositoryLimits;

interface WorkToCommit {
  parent: string;
  /** Paths are relative to the content directory. */
  changes: readonly TreeChange[];
  /** The content directory in the repository. */
  directory: string;
  author: { name: string; email: string };
  message: string;
  /** When the work started. The commit has this date, so repeating the same work creates the same commit. */
  at: number;
}

/** Creates the commit without moving a branch. */
export async function commitWork(repository: Repository, work: WorkToCommit, signal: AbortSignal): Promise<string> {
  const inRepository = ({ path, content }: TreeChange) => ({
    path: work.directory === "" ? path : `${work.directory}/${path}`,
    content,
  });
  return withLock(`${repository.gitDir}.lock`, { secondsMax: limits.lockSecondsMax, signal }, () =>
    commitChanges(repository, {
      parent: work.parent,
      changes: work.changes.map(inRepository),
      author: work.author,
      message: work.message,
      at: work.at,
      limits,
      signal,
    }),
  );
}
