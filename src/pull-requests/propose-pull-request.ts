import { titleLengthMax } from "../contract/pull-request-operations.ts";
import type { BranchList, Comparison } from "../contract/pull-request-page-operations.ts";
import { listChanges } from "../git/diff-commits.ts";
import { listBranches } from "../git/list-branches.ts";
import { listCommits } from "../git/list-commits.ts";
import type { Commit } from "../git/read-commit.ts";
import { isoTime } from "../platform/clock.ts";
import { cutText } from "../platform/cut-text.ts";
import { openRepository } from "../projects/repositories/open-repository.ts";
import type { Project } from "../projects/store.ts";
import { compareBranches, findTip } from "./compare-branches.ts";
import { commitsMax, readChangedFile } from "./describe-pull-request.ts";
import { boundedBy, type PullRequestDeps } from "./hosted-repository.ts";
import { findConflicts } from "./merge-pull-request.ts";
import { checkBranches } from "./open-pull-request.ts";
import { presentCommit, presentFile } from "./present-pull-request.ts";
import { listOpenByProject } from "./store.ts";

const branchesMax = 100;

/** The most recently pushed branches, each with its open pull request. */
export async function listPushedBranches(
  deps: PullRequestDeps,
  project: Project,
  signal?: AbortSignal,
): Promise<BranchList> {
  const repository = await openRepository(deps, project, signal);
  const use = boundedBy(signal);
  const published = await findTip(repository, project.branch, use);
  const { branches, isCut } = await listBranches(repository, { max: branchesMax, ...use });
  const { branches: ahead } = await listBranches(repository, { max: branchesMax, notIn: published, ...use });
  const open = await listOpenByProject(deps.database.query, project.id);
  return {
    branches: branches.map(({ committedAt, ...branch }) => ({
      ...branch,
      committedAt: isoTime(committedAt),
      isPublished: branch.name === project.branch,
      isAhead: ahead.some(({ name }) => name === branch.name),
      pullRequest: open.find(({ head }) => head === branch.name)?.number ?? null,
    })),
    isCut,
  };
}

/** The proposal for a pull request: its changes, and a title and description from its commits. */
export async function proposePullRequest(
  deps: PullRequestDeps,
  project: Project,
  { head, base = project.branch, path }: { head: string; base?: string | undefined; path?: string | undefined },
  signal?: AbortSignal,
): Promise<Comparison> {
  const repository = await openRepository(deps, project, signal);
  const use = boundedBy(signal);
  const branches = { head, base };
  const { headSha, baseSha } = checkBranches(branches, await compareBranches(repository, branches, use));
  const range = { from: baseSha, to: headSha, ...use };
  const [listed, diff, conflicts] = await Promise.all([
    listCommits(repository, { max: commitsMax, ...range }),
    path === undefined
      ? listChanges(repository, range)
      : readChangedFile(deps, project, { baseSha, headSha }, path, signal).then((file) => ({
          files: [file],
          isCut: false,
        })),
    findConflicts(deps, project, { base, headSha }, signal),
  ]);
  const open = await listOpenByProject(deps.database.query, project.id);
  return {
    head,
    base,
    ...suggestText(head, listed.commits),
    commits: listed.commits.map(presentCommit),
    files: diff.files.map(presentFile),
    conflicts,
    pullRequest: open.find((each) => each.head === head && each.base === base)?.number ?? null,
    isCut: listed.isCut || diff.isCut,
  };
}

/** If there is one commit, suggests its message; otherwise the branch name and the list of commits. */
function suggestText(head: string, commits: readonly Commit[]): { title: string; body: string } {
  const subjects = commits.map(({ message }) => message.split("\n", 1)[0] ?? "");
  const [only] = commits;
  if (only !== undefined && commits.length === 1) {
    return {
      title: cutText(subjects[0] ?? head, titleLengthMax),
      body: only.message.split("\n").slice(1).join("\n").trim(),
    };
  }
  const words = (head.split("/").at(-1) ?? head).replace(/[-_]+/g, " ").trim();
  return {
    title: cutText(words.charAt(0).toUpperCase() + words.slice(1), titleLengthMax),
    body: subjects.map((subject) => `- ${subject}`).join("\n"),
  };
}
