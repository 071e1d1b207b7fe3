import { join } from "node:path";
import { resolveBranch } from "../../git/branches.ts";
import { type ChangedFiles, changedFiles } from "../../git/changed-files.ts";
import { fetchBranch } from "../../git/fetch-branch.ts";
import { lastCommitTimes } from "../../git/last-commit-times.ts";
import { mirrorOf } from "../../git/mirror.ts";
import { type Commit, readCommit } from "../../git/read-commit.ts";
import { defaultRepositoryLimits, type Repository } from "../../git/repository.ts";
import { checkOut } from "../../git/worktree.ts";
import type { ProjectFile } from "../../site/source/list-files.ts";
import type { Say } from "./say.ts";

/** Where a project's pages come from. */
export type SourceLocation =
  /** A bare repository on this machine, of the built-in git host. */
  | { kind: "hosted"; gitDir: string }
  | { kind: "remote"; url: string; token: string | undefined; mirrorsFolder: string; allowedHosts: readonly string[] };

export interface FetchSourceRequest {
  location: SourceLocation;
  branch: string;
  /** The content directory; empty for the root of the repository. */
  directory: string;
  /** A folder that does not exist yet. */
  folder: string;
  /** The commit that readers see now. */
  publishedSha: string | undefined;
  signal: AbortSignal;
}

export interface FetchedSource {
  folder: string;
  commit: Commit;
  filesChanged: ChangedFiles;
  /** What is in the folder. Blobs that an earlier update has read are not read again. */
  files: ProjectFile[];
  /** When each page was last edited, by its path below the content directory. */
  editTimes: ReadonlyMap<string, string>;
}

const limits = defaultRepositoryLimits;

/** Brings the newest commit of the branch here, and its files into a folder of their own. */
export async function fetchSource(request: FetchSourceRequest, say: Say): Promise<FetchedSource> {
  const { branch, directory, folder, signal, publishedSha } = request;
  const { repository, sha } = await say(`fetch-source: branch ${branch}`, () => findTip(request));
  const use = { limits, signal };
  const commit = await readCommit(repository, sha, use);
  say.line(`fetch-source: ${sha.slice(0, 12)} by ${commit.authorName}: ${firstLine(commit.message)}`);
  const tree = await say("fetch-source: files", () => checkOut(repository, { sha, folder, directory, ...use }));
  for (const warning of tree.warnings) {
    say.line(`fetch-source: warning: ${warning}`);
  }
  const filesChanged = await changedFiles(repository, { from: publishedSha, to: sha, directory, ...use });
  return {
    folder,
    commit,
    filesChanged,
    files: tree.files.map(({ path, bytes, blob }) => ({ path, size: bytes, stamp: blob })),
    editTimes: await editTimes(repository, sha, tree.files, directory, signal),
  };
}

/** Brings the newest commit of a branch to this machine. */
export async function findTip({
  location,
  branch,
  signal,
}: Pick<FetchSourceRequest, "location" | "branch" | "signal">): Promise<{ repository: Repository; sha: string }> {
  if (location.kind === "hosted") {
    const repository = { gitDir: location.gitDir };
    return { repository, sha: await resolveBranch(repository, branch, { limits, signal }) };
  }
  const mirror = mirrorOf(location.mirrorsFolder, location.url);
  const { token, allowedHosts } = location;
  return { repository: mirror, sha: await fetchBranch(mirror, { branch, token, allowedHosts, limits, signal }) };
}

async function editTimes(
  repository: Repository,
  sha: string,
  files: readonly { path: string }[],
  directory: string,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const pages = files.map(({ path }) => path).filter((path) => /\.mdx?$/.test(path));
  const inRepository = pages.map((path) => join(directory, path));
  const times = await lastCommitTimes(repository, { sha, paths: inRepository, limits, signal });
  return new Map(
    pages.flatMap((path, index) => {
      const time = times.get(inRepository[index] ?? "");
      return time === undefined ? [] : [[path, new Date(time).toISOString()] as const];
    }),
  );
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0] ?? "";
}
