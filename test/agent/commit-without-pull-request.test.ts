import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { eventDispatchKind } from "../../src/activity/events/record-event.ts";
import { createProject } from "../../src/projects/create-project.ts";
import type { Project } from "../../src/projects/store.ts";
import { until } from "../faults/queue-test-support.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { slow } from "../support/slow.ts";
import { type Installation, smallProject } from "../updates/publisher.ts";
import { startAgents } from "./agent-installation.ts";
import { type FakeGithub, startFakeGithub } from "./fake-github.ts";
import { followJob, jobEnded } from "./follow-job.ts";

vi.setConfig(slow);

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let host: FakeGithub;
  beforeAll(async () => {
    lectern = await startAgents(dialect, { LECTERN_CODE_HOSTS: "127.0.0.1=github" }, [eventDispatchKind]);
    host = await startFakeGithub(lectern.url);
  });
  afterAll(async () => {
    await host?.close();
    await lectern?.close();
  });

  const untidy = { ...smallProject, "guides/start.mdx": "---\ntitle: Start\n---\n\nHow to begin. \n\nNow.\n" };
  const protect = (project: Project, branchRules: object) =>
    lectern.app.database.query
      .updateTable("projects")
      .set({ branchRules: JSON.stringify(branchRules) })
      .where("id", "=", project.id)
      .execute();
  const start = async (domain: string) => {
    const hosted = await lectern.createProject(domain, untidy);
    return { ...hosted, run: await automate(hosted.project) };
  };
  const automate = async (project: Project) => {
    const definition = { name: "Spaces", do: { task: { name: "trim-spaces" } }, pullRequest: "none" } as const;
    const projectId = project.id;
    const { id } = await lectern.client.createAutomation({ projectId, ...definition });
    return async () => {
      const { jobId } = await lectern.client.runAutomation({ projectId, id });
      const job = await jobEnded(lectern, project, jobId ?? "");
      const ended = async () => {
        const [run] = (await lectern.client.listAutomationRuns({ projectId, id })).runs;
        return run?.status === "running" ? undefined : run;
      };
      return { job, run: await until(ended) };
    };
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
    await protect(project, branchRules);
    const before = await (await clone()).git("rev-parse", "origin/main");
    const { job, run: ended } = await run();
    expect(job.prLink).toMatch(/\/1$/);
    expect(ended).toMatchObject({ outcome: "changed", prLink: job.prLink });
    const pull = await lectern.client.getPullRequest({ projectId: project.id, number: "1" });
    expect(pull.body).toContain(`This is a pull request and not a commit: ${why}.`);
    expect(await (await clone()).git("rev-parse", "origin/main")).toBe(before);
  });

  test("on another host that protects the branch, the work becomes a pull request there", async () => {
    const near = await lectern.createProject("near", untidy);
    await protect(near.project, { pullRequestsOnly: true });
    const { app, organizationId, adminKey } = lectern;
    const far = await createProject(app, app.database.query, {
      organizationId,
      name: "Far",
      domain: "far",
      repositoryToken: app.secrets.seal(adminKey),
      repository: `${host.url}/git/near.git`,
    });
    const { job, run: ended } = await (await automate(far))();
    expect(ended).toMatchObject({ outcome: "changed", prLink: `${host.url}/acme/docs/pull/1` });
    const events = await followJob(lectern, far, job.id);
    expect(JSON.stringify(events)).toContain(
      "This becomes a pull request: the repository's host refuses commits to main.",
    );
  });
});
