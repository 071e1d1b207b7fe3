import { join } from "node:path";
import type { ChangedFiles } from "../../git/changed-files.ts";
import type { TreeDifference } from "../../git/diff-trees.ts";
import { GitError } from "../../git/git-error.ts";
import { checkOutKept, type EarlierCheckOut, keepCheckOut } from "../../git/kept-checkout.ts";
import { lastCommitTimes } from "../../git/last-commit-times.ts";
import type { TreeFile } from "../../git/list-tree.ts";
import { mirrorOf } from "../../git/mirror.ts";
import { type Commit, type PlacedCommit, readCommit, readTip } from "../../git/read-commit.ts";
import { defaultRepositoryLimits, type Repository } from "../../git/repository.ts";
import { findTip, type SourceLocation } from "../../projects/source/find-tip.ts";
import type { ProjectFile } from "../../site/project.ts";
import type { PushedCommit } from "../update.ts";
import { type HistoryEntry, readHistory } from "./read-history.ts";
import type { StepLog } from "./step-log.ts";

interface FetchSourceRequest {
  location: SourceLocation;
  branch: string;
  /** The content directory; empty for the root of the repository. */
  directory: string;
  /** Must not exist yet. */
  folder: string;
  /** Where the project's checkout is kept between updates. */
  keptFolder: string;
  /** The commit that is published now. */
  publishedSha: string | undefined;
  /** The updates that are built together. */
  updates: readonly { id: string; pushed: PushedCommit | null }[];
  /** The project's branch. Previews of other branches are compared with it. */
  baseBranch: string;
  signal: AbortSignal;
}

export interface FetchedSource {
  folder: string;
  /** The local repository with the fetched history. */
  repository: Repository;
  commit: Commit;
  /** The commit and the changed files of each update. */
  history: HistoryEntry[];
  /** The project's files, stamped with their blob IDs, so that unchanged files are not read again. */
  files: ProjectFile[];
  /** When each page was last edited, by its path below the content directory. */
  editTimes: ReadonlyMap<string, string>;
  /** Leaves the files for the next update. They must not be read anymore. */
  keep(): Promise<void>;
}

const limits = defaultRepositoryLimits;

/** Fetches the branch and checks out its newest commit into the folder. */
export async function fetchSource(request: FetchSourceRequest, stepLog: StepLog): Promise<FetchedSource> {
  const { branch, directory, signal, publishedSha } = request;
  const { repository, commit } = await stepLog.timed(`fetch-source: branch ${branch}`, () => readNewest(request));
  const { sha } = commit;
  const use = { limits, signal };
  stepLog.line(`fetch-source: ${sha.slice(0, 12)} by ${commit.authorName}: ${firstLine(commit.message)}`);
  const { tree, files, earlier } = await stepLog.timed("fetch-source: files", () =>
    checkOutKept(repository, { ...request, sha, ...use }),
  );
  for (const warning of tree.warnings) {
    stepLog.line(`fetch-source: warning: ${warning}`);
  }
  const history = await readHistory(repository, {
    tip: commit,
    updates: request.updates,
    directory,
    publishedSha,
    ...use,
    findBase: branch === request.baseBranch ? undefined : () => findBase(request),
    knownChanges: (from) => (from === earlier?.sha ? listChanges(earlier.difference, directory) : undefined),
  });
  for (const entry of history.filter((each) => each.builtSha !== null)) {
    const gone = entry.commit === undefined ? ", which is no longer in the repository" : "";
    stepLog.line(`fetch-source: ${entry.sha.slice(0, 12)}${gone} is built as part of ${sha.slice(0, 12)}`);
  }
  const pages = tree.files.map(({ path }) => join(directory, path)).filter((path) => /\.mdx?$/.test(path));
  const times =
    earlier !== undefined && commit.parents.join() === earlier.sha
      ? timesAfter(earlier, commit, pages, directory)
      : await lastCommitTimes(repository, { sha, paths: pages, earlier, ...use });
  const start = directory === "" ? 0 : directory.length + 1;
  return {
    folder: files,
    repository,
    commit,
    history,
    files: stampedFiles(tree.files),
    editTimes: writeTimes(times, start),
    keep: () => keepCheckOut(request, { sha, directory, tree, editTimes: times }),
  };
}

/** Checks out a commit that was published before. */
export async function fetchCommit(
  request: Pick<FetchSourceRequest, "location" | "branch" | "directory" | "folder" | "keptFolder" | "signal">,
  sha: string,
): Promise<Omit<FetchedSource, "history">> {
  const { location, directory, signal } = request;
  const use = { limits, signal };
  const repository =
    location.kind === "hosted" ? { gitDir: location.gitDir } : mirrorOf(location.mirrorsFolder, location.url);
  const commit = await readCommit(repository, sha, use).catch(async (error: unknown) => {
    // The worker that published the commit may have been another one.
    if (!(error instanceof GitError) || location.kind === "hosted") throw error;
    return readCommit((await findTip(request)).repository, sha, use);
  });
  const { tree, files, earlier } = await checkOutKept(repository, { ...request, sha, ...use });
  const pages = tree.files.map(({ path }) => join(directory, path)).filter((path) => /\.mdx?$/.test(path));
  const times = await lastCommitTimes(repository, { sha, paths: pages, earlier, ...use });
  return {
    folder: files,
    repository,
    commit,
    files: stampedFiles(tree.files),
    editTimes: writeTimes(times, directory === "" ? 0 : directory.length + 1),
    keep: () => keepCheckOut(request, { sha, directory, tree, editTimes: times }),
  };
}

export function stampedFiles(files: readonly TreeFile[]): ProjectFile[] {
  return files.map(({ path, bytes, blob }) => ({ path, size: bytes, stamp: blob }));
}

/** Uses one git process instead of two for a local repository: starting git takes longer than most of its work. */
async function readNewest(request: FetchSourceRequest): Promise<{ repository: Repository; commit: PlacedCommit }> {
  const { location, branch, signal } = request;
  const use = { limits, signal };
  if (location.kind === "hosted") {
    const repository = { gitDir: location.gitDir };
    return { repository, commit: await readTip(repository, branch, use) };
  }
  const { repository, sha } = await findTip(request);
  return { repository, commit: await readCommit(repository, sha, use) };
}

/** The edit times after one more commit, computed from the earlier times instead of git's history. */
function timesAfter(
  { editTimes, difference }: EarlierCheckOut,
  { committedAt }: PlacedCommit,
  pages: readonly string[],
  directory: string,
): Map<string, number> {
  const written = new Set(difference.written.map(({ path }) => join(directory, path)));
  return new Map(
    pages.flatMap((path): [string, number][] => {
      const known = editTimes.get(path);
      const times = [...(written.has(path) ? [committedAt] : []), ...(known === undefined ? [] : [known])];
      return times.length === 0 ? [] : [[path, Math.max(...times)]];
    }),
  );
}

/** Formats each time once, since many pages were changed by the same commit. */
export function writeTimes(times: ReadonlyMap<string, number>, start: number): Map<string, string> {
  const written = new Map<number, string>();
  const write = (time: number) => {
    const text = written.get(time) ?? new Date(time).toISOString();
    written.set(time, text);
    return text;
  };
  return new Map([...times].map(([path, time]) => [path.slice(start), write(time)]));
}

/** The newest commit of the project's branch; undefined if it can't be fetched, which must not fail a preview. */
async function findBase({ location, baseBranch, signal }: FetchSourceRequest): Promise<string | undefined> {
  try {
    return (await findTip({ location, branch: baseBranch, signal })).sha;
  } catch (error) {
    if (!(error instanceof GitError) || signal.aborted) throw error;
    return undefined;
  }
}

/** Undefined if files were both added and removed: only git knows whether they were renamed. */
function listChanges({ removed, written }: TreeDifference, directory: string): ChangedFiles | undefined {
  if (removed.length > 0 && written.some(({ isNew }) => isNew)) return undefined;
  const pathsOf = (files: readonly { path: string }[]) => files.map(({ path }) => join(directory, path));
  return {
    added: pathsOf(written.filter(({ isNew }) => isNew)),
    modified: pathsOf(written.filter(({ isNew }) => !isNew)),
    removed: removed.map((path) => join(directory, path)),
    renamed: [],
    isCut: false,
  };
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0] ?? "";
}
