import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { eventDispatchKind } from "../../src/activity/events/record-event.ts";
import type { Project } from "../../src/projects/store.ts";
import { until } from "../faults/queue-test-support.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { slow } from "../support/slow.ts";
import { type Installation, smallProject } from "../updates/publisher.ts";
import { startAgents } from "./agent-installation.ts";
import { jobEnded } from "./follow-job.ts";

vi.setConfig(slow);

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  beforeAll(async () => {
    lectern = await startAgents(dialect, {}, [eventDispatchKind]);
  });
  afterAll(() => lectern.close());

  const untidy = { ...smallProject, "guides/start.mdx": "---\ntitle: Start\n---\n\nHow to begin. \n\nNow.\n" };
  const start = async (domain: string) => {
    const hosted = await lectern.createProject(domain, untidy);
    const definition = { name: "Spaces", do: { task: { name: "trim-spaces" } }, pullRequest: "none" } as const;
    const projectId = hosted.project.id;
    const { id } = await lectern.client.createAutomation({ projectId, ...definition });
    const run = async (project: Project = hosted.project) => {
      const { jobId } = await lectern.client.runAutomation({ projectId, id });
      const job = await jobEnded(lectern, project, jobId ?? "");
      const ended = async () => {
        const [run] = (await lectern.client.listAutomationRuns({ projectId, id })).runs;
        return run?.status === "running" ? undefined : run;
      };
      return { job, run: await until(ended) };
    };
    return { ...hosted, run };
  };

  test("an automation commits to the branch if its rules allow that, and the update starts", async () => {
    const { project, clone, run } = await start("commits");
    const { job, run: ended } = await run();
    const summary = "Remove trailing spaces: 1 edit in 1 file. It was committed to main.";
    expect(job).toMatchObject({
      status: "completed",
      outcome: "changed",
      summary,
      prLink: null,
      source: { ref: null },
    });
    expect(ended).toMatchObject({ status: "completed", outcome: "changed", summary, prLink: null });
    expect((await lectern.client.listPullRequests({ projectId: project.id })).pullRequests).toEqual([]);
    const repository = await clone();
    expect(await repository.git("log", "-1", "--format=%an: %s", "origin/main")).toBe(
      "Lectern agent: Remove trailing spaces: 1 edit in 1 file",
    );
    const [update] = (await lectern.client.listUpdates({ projectId: project.id })).updates;
    const sha = await repository.git("rev-parse", "origin/main");
    expect(update).toMatchObject({ trigger: "push", commit: { sha } });
    // Now there is nothing to do.
    expect((await run()).job).toMatchObject({ outcome: "unchanged" });
  });

  test.each([
    [{ requiredApprovals: 1 }, "changes of main have to be approved"],
    [{ pullRequestsOnly: true }, "main only accepts pull requests"],
    [{ editorsPublish: false }, "only admins can change main"],
  ])("with the rule %j, the work becomes a pull request that says why", async (branchRules, why) => {
    const { project, clone, run } = await start(`rules-${Object.keys(branchRules)[0]?.toLowerCase()}`);
    await lectern.app.database.query
      .updateTable("projects")
      .set({ branchRules: JSON.stringify(branchRules) })
      .where("id", "=", project.id)
      .execute();
    const before = await (await clone()).git("rev-parse", "origin/main");
    const { job, run: ended } = await run();
    expect(job.prLink).toMatch(/\/1$/);
    expect(ended).toMatchObject({ outcome: "changed", prLink: job.prLink });
    const pull = await lectern.client.getPullRequest({ projectId: project.id, number: "1" });
    expect(pull.body).toContain(`This is a pull request and not a commit: ${why}.`);
    expect(await (await clone()).git("rev-parse", "origin/main")).toBe(before);
  });
});
