import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { eventDispatchKind } from "../../src/activity/events/record-event.ts";
import { branchOf, rulesModel } from "../../src/agent/agent-job.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { type Project, updateProject } from "../../src/projects/store.ts";
import { listContributors } from "../../src/pull-requests/contributor-store.ts";
import { until } from "../faults/queue-test-support.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type ModelReply, type ModelServer, startModelServer } from "../support/model-server.ts";
import { slow } from "../support/slow.ts";
import type { Files } from "../updates/clone.ts";
import { type Installation, smallProject } from "../updates/publisher.ts";
import { startWholeAgents } from "./agent-installation.ts";
import { type FakeGithub, startFakeGithub } from "./fake-github.ts";
import { followJob, jobEnded, kindsOf } from "./follow-job.ts";

vi.setConfig(slow);

const key = "sk-secret-of-the-model";
const prompt = "Remove trailing spaces";
const untidy: Files = {
  ...smallProject,
  "guides/start.mdx": "---\ntitle: Start\n---\n\nHow to begin. \n\nNow.\n",
};

const call = (name: string, input: unknown) => ({ name, input });
const finish: ModelReply = { calls: [call("finish", { title: "Say when", description: "It was *not* said." })] };
const edit = (path: string, oldText: string, newText: string) =>
  call("edit_file", { path, old_text: oldText, new_text: newText });

/**
 * One job of each kind with everything real but the model and the other host: the sandboxed process, git, and the build
 * that checks the changes. The other files of this folder decide the rest without the process and the build.
 */
onDatabaseOfRun((dialect) => {
  let model: ModelServer;
  let lectern: Installation;
  let host: FakeGithub;
  beforeAll(async () => {
    model = await startModelServer();
    const settings = {
      LECTERN_MODEL: "acme/writer",
      LECTERN_MODEL_URL: model.url,
      LECTERN_MODEL_KEY: key,
      LECTERN_MODEL_PRICES: "acme/writer=10/100",
      LECTERN_AGENT_SPEND_PER_DAY: "100",
      LECTERN_CODE_HOSTS: "127.0.0.1=github",
    };
    lectern = await startWholeAgents(dialect, settings, [eventDispatchKind]);
    host = await startFakeGithub(lectern.url);
  });
  afterAll(async () => {
    await host?.close();
    await lectern?.close();
    await model?.close();
  });
  beforeEach(() => {
    model.requests.length = 0;
    model.script = [];
  });

  const run = async (project: Project, request: { prompt: string; model?: string }) => {
    const { id } = await lectern.client.createAgentJob({ projectId: project.id, ...request });
    const job = await jobEnded(lectern, project, id);
    return { job, events: await followJob(lectern, project, id) };
  };
  /** An automation that commits without a pull request, if the branch allows that. */
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

  test("a prompt creates a branch and a pull request, and a follow-up adds to both", async () => {
    const { project, clone } = await lectern.createProject("rules", untidy);
    const { job, events } = await run(project, { prompt, model: rulesModel });
    const branch = branchOf(job);
    expect(job).toMatchObject({
      status: "completed",
      model: "builtin/rules",
      source: { repository: project.repository, ref: branch },
      prLink: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/.*\/1$/),
      prompt,
      outcome: "changed",
      summary: "Remove trailing spaces: 1 edit in 1 file.",
      usage: { steps: 0, inputTokens: 0, outputTokens: 0 },
    });
    expect(kindsOf(events)).toEqual([
      "status",
      "message",
      "step",
      "plan",
      "edit",
      "step",
      "validation",
      "step",
      "end",
      "status",
    ]);
    expect(events.find(({ event }) => event === "edit")?.data).toMatchObject({
      path: "guides/start.mdx",
      diff: expect.stringContaining("-How to begin. \n+How to begin.\n"),
    });

    const repository = await clone();
    await repository.git("fetch", "--quiet", "origin", branch);
    expect(await repository.git("diff", "--name-only", "origin/main", "FETCH_HEAD")).toBe("guides/start.mdx");
    const message = await repository.git("log", "-1", "--format=%an%n%B", "FETCH_HEAD");
    const [pull] = (await lectern.client.listPullRequests({ projectId: project.id })).pullRequests;
    expect(pull?.author).toBe("Lectern agent");
    expect(message).toContain("Lectern agent\nRemove trailing spaces: 1 edit in 1 file\n");
    expect(message).toContain("No language model was used.");

    await repository.git("checkout", "--quiet", "FETCH_HEAD");
    await repository.commit({ "guides/end.mdx": "---\ntitle: End\n---\n\nHow to stop. \n\nNow.\n" });
    await repository.push(`HEAD:refs/heads/${branch}`);
    const { query } = lectern.app.database;
    await query.updateTable("agentTurns").set({ promptedBy: "usr_ada" }).where("jobId", "=", job.id).execute();
    const again = await lectern.client.sendAgentMessage({ projectId: project.id, id: job.id, prompt });
    expect(again).toMatchObject({ status: "active", prLink: null, source: { ref: branch } });
    const followed = await jobEnded(lectern, project, job.id);
    expect(followed).toMatchObject({ status: "completed", prLink: job.prLink });
    await repository.git("fetch", "--quiet", "origin", branch);
    expect(await repository.git("log", "--format=%an", "origin/main..FETCH_HEAD")).toBe(
      "Lectern agent\nAda\nLectern agent",
    );
    // Whoever prompts the agent can't approve its work.
    const sha = await repository.git("rev-parse", "FETCH_HEAD");
    expect(await listContributors(query, project.id, [sha])).toEqual(new Set(["usr_ada"]));
    await expect(lectern.client.archiveAgentJob({ projectId: project.id, id: job.id })).resolves.toMatchObject({
      status: "archived",
      prLink: job.prLink,
    });
  });

  test("a model reads pages, edits them with several tools at once, and must fix what it broke before it can finish", async () => {
    const { project, clone } = await lectern.createProject("written", {
      ...smallProject,
      "AGENTS.md": "Write in short sentences.",
    });
    const write = (path: string, content: string) => call("write_file", { path, content });
    const settings = String(smallProject["docs.json"]).replace('"guides/end"', '"guides/end","guides/when"');
    model.script = [
      {
        text: ["I will say it."],
        calls: [call("read_file", { path: "guides/start.mdx" }), call("search_docs", { query: "stop" })],
      },
      { calls: [write("docs.json", "{")] },
      finish,
      {
        calls: [
          edit("guides/start.mdx", "How to begin.", "How to begin: now."),
          edit("guides/start.mdx", "begin: now", "begin: at once"),
          write("guides/when.mdx", "---\ntitle: When\n---\n\nNow.\n"),
          write("docs.json", settings),
        ],
      },
      { calls: [call("validate_docs", {})] },
      finish,
    ];
    const { job, events } = await run(project, { prompt: "Say when to begin." });
    expect(job).toMatchObject({ status: "completed", model: "acme/writer", prLink: expect.stringContaining("http") });
    const repository = await clone();
    await repository.git("fetch", "--quiet", "origin", job.source.ref ?? "");
    expect(await repository.git("diff", "--name-only", "origin/main", "FETCH_HEAD")).toBe(
      "docs.json\nguides/start.mdx\nguides/when.mdx",
    );
    expect(await repository.git("show", "FETCH_HEAD:guides/start.mdx")).toContain("How to begin: at once.");
    expect(await repository.git("log", "-1", "--format=%s", "FETCH_HEAD")).toBe("Say when");
    const tools = events.flatMap((event) => (event.event === "tool" ? [event.data] : []));
    expect(tools.map(({ name, ok }) => (ok ? name : `refused ${name}`))).toEqual([
      "read_file",
      "search_docs",
      "write_file",
      "refused finish",
      "edit_file",
      "edit_file",
      "write_file",
      "write_file",
      "validate_docs",
      "finish",
    ]);
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(["plan", "edit", "usage", "validation"]));
    expect(events.find(({ event }) => event === "validation")?.data).toMatchObject({ pages: 4, errors: 0 });
    // The configured prices per million tokens are 10 for input and 100 for output.
    const usage = { steps: 6, inputTokens: 600, outputTokens: 60, cost: 0.012 };
    expect(events.findLast(({ event }) => event === "usage")?.data).toMatchObject(usage);
    // The owners' guidance is part of the instructions.
    expect(JSON.stringify(model.requests[0]?.messages[0])).toContain("Write in short sentences.");
    expect(model.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    const told = JSON.stringify([events, job, await repository.git("log", "-1", "--format=%B", "FETCH_HEAD")]);
    expect(told).not.toContain(key);
  });

  test("an automation commits to the branch if its rules allow that, and the update starts", async () => {
    const { project, clone } = await lectern.createProject("commits", untidy);
    const again = await automate(project);
    const { job, run: ended } = await again();
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
    expect((await again()).job).toMatchObject({ outcome: "unchanged" });
  });

  test("on another host that protects the branch, the work becomes a pull request there", async () => {
    const near = await lectern.createProject("near", untidy);
    const { app, organizationId, adminKey } = lectern;
    await updateProject(app.database.query, near.project.id, {
      branchRules: { ...near.project.branchRules, pullRequestsOnly: true },
    });
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
