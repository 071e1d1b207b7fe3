import { beforeEach, expect, test } from "vitest";
import { onDatabaseOfRun } from "../../../test/support/database.ts";
import { givenProject } from "../../../test/support/stored-project.ts";
import { GitError } from "../../git/git-error.ts";
import type { Database } from "../../platform/db/database.ts";
import { type BranchRules, defaultBranchRules } from "../../projects/branch-rules.ts";
import { RefsMoved } from "../../projects/repositories/move-refs.ts";
import { type Project, updateProject } from "../../projects/store.ts";
import type { RunAgentDeps, Turn } from "../turn.ts";
import { commitDirectly } from "./commit-directly.ts";

const clock = { now: () => 1_000 };
const start = { baseSha: "a".repeat(40), isOnBranch: false, at: 1_000 };
const report = { title: "Spaces", body: "Removed." };

onDatabaseOfRun((dialect) => {
  let database: Database;
  let project: Project;
  let pushed: unknown[] = [];
  givenProject(dialect, clock, (given) => {
    ({ database, project } = given);
  });
  beforeEach(() => {
    pushed = [];
  });

  /** Commits with these rules, which were changed after the job had read the project. */
  async function commit(rules: Partial<BranchRules> = {}, done: object = {}, push = async () => {}) {
    await updateProject(database.query, project.id, { branchRules: { ...defaultBranchRules, ...rules } });
    const pushHosted = async (_project: Project, move: unknown) => {
      await push();
      pushed.push(move);
    };
    const turn = { job: { baseRef: project.branch }, turn: {}, project, location: { kind: "hosted", gitDir: "" } };
    const deps = { database, clock, pushHosted } as unknown as RunAgentDeps;
    const signal = new AbortController().signal;
    const commit = { sha: "b".repeat(40), report: { ...report, ...done } };
    return commitDirectly(deps, { ...turn, signal } as unknown as Turn, start, commit);
  }

  test("a branch without rules gets the commit", async () => {
    expect(await commit()).toBeUndefined();
    expect(pushed).toEqual([{ branch: project.branch, from: "a".repeat(40), to: "b".repeat(40) }]);
  });

  test.each([
    [{ requiredApprovals: 1 }, "changes of main have to be approved"],
    [{ pullRequestsOnly: true }, "main only accepts pull requests"],
    [{ editorsPublish: false }, "only admins can change main"],
  ])("with the rule %j, nothing is pushed", async (rules, why) => {
    expect(await commit(rules)).toBe(why);
    expect(pushed).toEqual([]);
  });

  test("work that a person has to look at isn't pushed", async () => {
    const lookAt = "it causes new warnings";
    expect(await commit({}, { lookAt })).toBe(lookAt);
    expect(pushed).toEqual([]);
  });

  test.each([
    [new GitError("auth", "Denied."), "the repository's host refuses commits to main"],
    [new GitError("refused", "Moved."), "main has changed in the meantime, or its host accepts no commit to it"],
    [new RefsMoved(["refs/heads/main"]), "main has changed in the meantime, or its host accepts no commit to it"],
  ])("a push that fails with %s becomes a pull request", async (error, why) => {
    expect(await commit({}, {}, () => Promise.reject(error))).toBe(why);
  });

  test("any other failure of the push is one of the job", async () => {
    const error = new GitError("network", "Nobody answers.");
    await expect(commit({}, {}, () => Promise.reject(error))).rejects.toBe(error);
  });
});
