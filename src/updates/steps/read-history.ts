import { findCommit, findMergeBase } from "../../git/branches.ts";
import { type ChangedFiles, changedFiles } from "../../git/changed-files.ts";
import { GitError } from "../../git/git-error.ts";
import { type Commit as GitCommit, readCommit } from "../../git/read-commit.ts";
import type { Repository, RepositoryUse } from "../../git/repository.ts";
import type { PushedCommit } from "../update.ts";

interface HistoryRequest extends RepositoryUse {
  /** The commit that is built. */
  tip: GitCommit;
  /** The updates that are built together. */
  updates: readonly { id: string; pushed: PushedCommit | null }[];
  /** The content directory; empty for the root of the repository. */
  directory: string;
  /** The commit that the site shows now. */
  publishedSha: string | undefined;
  /** The newest commit of the branch that a preview is compared with; undefined if the update isn't a preview. */
  findBase: (() => Promise<string | undefined>) | undefined;
  /**
   * The differences from a commit to the tip, if the caller already knows them. Otherwise git is started, which takes
   * longer than most of its work.
   */
  knownChanges(from: string): ChangedFiles | undefined;
}

/** The commit and the changed files of one of the updates that are built together. */
export interface HistoryEntry {
  id: string;
  sha: string;
  /** Undefined if the commit is gone: someone force-pushed before it was built. */
  commit: GitCommit | undefined;
  /** Undefined if the commit to compare with is unknown. */
  filesChanged: ChangedFiles | undefined;
  /** The commit that is built in place of an older one. */
  builtSha: string | null;
}

/** Limits the git processes for a flood of pushes: older commits keep only their ID. */
const commitsReadMax = 100;

/** Reads the commit and changed files of each update, even if a newer commit is built in its place. */
export async function readHistory(repository: Repository, request: HistoryRequest): Promise<HistoryEntry[]> {
  const { tip, updates } = request;
  const known = new Map<string, Promise<Omit<HistoryEntry, "id">>>();
  const entries: HistoryEntry[] = [];
  for (const { id, pushed } of updates.toReversed()) {
    const own = pushed ?? { sha: tip.sha };
    const name = `${own.sha} ${own.from}`;
    const isRead = known.has(name) || known.size < commitsReadMax;
    const entry = known.get(name) ?? (isRead ? readEntry(repository, request, own) : notRead(request, own));
    known.set(name, entry);
    entries.push({ id, ...(await entry) });
  }
  return entries.toReversed();
}

async function readEntry(
  repository: Repository,
  request: HistoryRequest,
  pushed: PushedCommit,
): Promise<Omit<HistoryEntry, "id">> {
  const { tip } = request;
  const commit = pushed.sha === tip.sha ? tip : await findOwn(repository, pushed.sha, request);
  if (commit === undefined) return notRead(request, pushed);
  const { sha } = commit;
  return {
    sha,
    commit,
    filesChanged: await readChanges(repository, request, { sha, from: pushed.from }),
    builtSha: sha === tip.sha ? null : tip.sha,
  };
}

async function notRead({ tip }: HistoryRequest, { sha }: PushedCommit): Promise<Omit<HistoryEntry, "id">> {
  return { sha, commit: undefined, filesChanged: undefined, builtSha: sha === tip.sha ? null : tip.sha };
}

async function findOwn(repository: Repository, sha: string, use: RepositoryUse): Promise<GitCommit | undefined> {
  try {
    return await readCommit(repository, sha, use);
  } catch (error) {
    if (error instanceof GitError && error.kind === "not-found") return undefined;
    throw error;
  }
}

/**
 * The files that a push changed. Without a push, the differences from the published site, or for a preview from the
 * commit where its branch left the project's branch.
 */
async function readChanges(
  repository: Repository,
  request: HistoryRequest,
  { sha, from }: PushedCommit,
): Promise<ChangedFiles | undefined> {
  const { tip, directory, publishedSha, findBase, knownChanges, limits, signal } = request;
  const use = { limits, signal };
  const compare = (base: string | undefined) => changedFiles(repository, { from: base, to: sha, directory, ...use });
  for (const base of findBase === undefined ? [from, publishedSha] : [from]) {
    const known = base !== undefined && sha === tip.sha ? knownChanges(base) : undefined;
    if (known !== undefined) return known;
    if (base !== undefined && (await findCommit(repository, base, use)) !== undefined) return compare(base);
  }
  if (findBase === undefined) return compare(undefined);
  const base = await findBase();
  const start = base === undefined ? undefined : await findMergeBase(repository, base, sha, use);
  return start === undefined ? undefined : compare(start);
}
