import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { AgentJob } from "../../src/contract/schemas.ts";
import { type Project, updateProject } from "../../src/projects/store.ts";
import { hastenJobs } from "../faults/hasten-jobs.ts";
import { until } from "../faults/queue-test-support.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { slow } from "../support/slow.ts";
import { type HostedProject, type Installation, smallProject } from "../updates/publisher.ts";
import { startAgents } from "./agent-installation.ts";
import { jobEnded } from "./follow-job.ts";

vi.setConfig(slow);

const call = (name: string, input: unknown) => ({ name, input });
const edit = (oldText: string, newText: string) =>
  call("edit_file", { path: "guides/start.mdx", edits: [{ old_text: oldText, new_text: newText }] });
const change = { calls: [edit("How to begin.", "How to begin: now.")] };
const finish = { calls: [call("finish", { title: "Say when", description: "It was not said." })] };

onDatabaseOfRun((dialect) => {
  let model: ModelServer;
  let lectern: Installation;
  let hosted: HostedProject;
  let project: Project;

  beforeAll(async () => {
    model = await startModelServer();
    lectern = await startAgents(dialect, {
      LECTERN_MODEL: "acme/writer",
      LECTERN_MODEL_URL: model.url,
      LECTERN_MODEL_PRICES: "acme/writer=10/100",
    });
    hosted = await lectern.createProject("guided", {
      ...smallProject,
      "CLAUDE.md": "Write without commas.",
      ".lectern/voice.md": "Write in the present tense.",
      "dot.png": Buffer.from("89504e470d0a1a0a", "hex").toString("latin1"),
    });
    ({ project } = hosted);
  });
  afterAll(async () => {
    await lectern.close();
    await model.close();
  });
  beforeEach(() => {
    model.requests.length = 0;
    model.script = [];
    model.fallback = undefined;
  });

  const create = () => lectern.client.createAgentJob({ projectId: project.id, prompt: "Say when to begin." });
  const send = ({ id }: Pick<AgentJob, "id">, prompt: string) =>
    lectern.client.sendAgentMessage({ projectId: project.id, id, prompt });
  const ended = ({ id }: Pick<AgentJob, "id">) => jobEnded(lectern, project, id);
  const userTexts = (index: number) =>
    model.requests.at(index)?.messages.flatMap(({ role, content }) => (role === "user" ? [content] : []));

  test("a question of the model waits for the person, and the answer continues with the files so far", async () => {
    model.script = [change, { calls: [call("ask_person", { question: "Now or at noon?" })] }];
    const asked = await ended(await create());
    expect(asked).toMatchObject({ status: "completed", outcome: "question", summary: "Now or at noon?", prLink: null });
    // The prices are enough to know the cost. No limit on spending is set.
    expect(asked.usage.cost).toBe(0.004);
    const instructions = JSON.stringify(model.requests[0]?.messages[0]);
    expect(instructions).toContain("Write without commas.");
    expect(instructions).toContain("Write in the present tense.");

    model.script = [{ calls: [edit("begin: now", "begin: at noon")] }, finish];
    await send(asked, "At noon.");
    const done = await ended(asked);
    expect(done).toMatchObject({ outcome: "changed", prLink: expect.stringContaining("http") });
    const clone = await hosted.clone();
    await clone.git("fetch", "--quiet", "origin", done.source.ref ?? "");
    expect(await clone.git("show", "FETCH_HEAD:guides/start.mdx")).toContain("How to begin: at noon.");
  });

  test("a reply that only asks is a question too", async () => {
    model.script = [{ text: ["Do you mean the start page or the guide?"] }];
    expect(await ended(await create())).toMatchObject({
      outcome: "question",
      summary: expect.stringContaining("guide?"),
    });
  });

  test("a message to a running job is read before the next step, and one during the last step is not lost", async () => {
    const [first, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    model.script = [{ ...change, after: first.promise }, { ...finish, after: last.promise }, finish];
    const job = await create();
    await until(async () => model.requests.length === 1);
    await send(job, "Rather at noon.");
    first.resolve();
    await until(async () => model.requests.length === 2);
    await send(job, "And say why.");
    last.resolve();
    const done = await ended(job);
    expect(done.outcome).toBe("changed");
    expect(userTexts(1)).toEqual(["Say when to begin.", "Rather at noon."]);
    expect(userTexts(-1)).toEqual(["Say when to begin.", "Rather at noon.", "And say why."]);
  });

  test("if plans are approved first, the model can only read until the plan is answered", async () => {
    const { database } = lectern.app;
    await database.transaction((tx) => updateProject(tx, project.id, { agentPlansFirst: true }));
    model.script = [change, { text: ["I would change guides/start.mdx."] }];
    const planned = await ended(await create());
    expect(planned).toMatchObject({ outcome: "question", summary: "I would change guides/start.mdx.", prLink: null });
    expect(model.requests[0]?.tools.map((tool) => JSON.stringify(tool)).join()).not.toContain("write_file");
    model.script = [change, finish];
    await send(planned, "Go ahead.");
    expect(await ended(planned)).toMatchObject({ outcome: "changed", prLink: expect.stringContaining("http") });
    await database.transaction((tx) => updateProject(tx, project.id, { agentPlansFirst: false }));
  });

  test("a model that can't read images continues without them", async () => {
    model.script = [{ calls: [call("read_image", { path: "dot.png" })] }, { status: 400 }, change, finish];
    expect((await ended(await create())).outcome).toBe("changed");
    expect(JSON.stringify(model.requests[1]?.body)).toContain("data:image/png;base64,");
    expect(JSON.stringify(model.requests[2]?.body)).not.toContain("data:image/png");
  });

  test("the pull request names the hosts and images that a change brings in", async () => {
    const content = "---\ntitle: Start\n---\n\n[A friend](https://friend.example/x)\n\n![Dot](/dot.png)\n";
    model.script = [{ calls: [call("write_file", { path: "guides/start.mdx", content })] }, finish];
    const { prLink } = await ended(await create());
    const number = prLink?.split("/").at(-1) ?? "";
    const pull = await lectern.client.getPullRequest({ projectId: project.id, number });
    expect(JSON.stringify(pull)).toContain("New hosts: `friend.example`");
    expect(JSON.stringify(pull)).toContain("New images: `/dot.png`");
  });

  test("while a provider is down, its jobs wait in the queue and say so, and nothing is prepared for them", async () => {
    model.fallback = () => ({ status: 500, headers: { "retry-after-ms": "10" } });
    const [one, other] = [await create(), await create()];
    const summaryOf = async ({ id }: AgentJob) =>
      (await lectern.client.getAgentJob({ projectId: project.id, id })).summary ?? "";
    await until(async () =>
      [await summaryOf(one), await summaryOf(other)].every((text) => text.includes("Next try at")),
    );
    expect(await summaryOf(one)).toContain("overloaded or down (status 500).");
    const prepared = () => countPrepared([one.id, other.id]);
    const before = await prepared();
    const { length } = model.requests;
    await hastenJobs(lectern.app.database);
    await until(async () => model.requests.length > length);
    expect(await prepared()).toBe(before);

    model.fallback = () => finish;
    for (const job of [one, other]) {
      await until(async () => {
        await hastenJobs(lectern.app.database);
        return (await lectern.client.getAgentJob({ projectId: project.id, id: job.id })).status === "completed";
      });
    }
  });

  async function countPrepared(ids: string[]): Promise<number> {
    const { database } = lectern.app;
    const rows = await database.query
      .selectFrom("agentJobEvents")
      .select("data")
      .where("jobId", "in", ids)
      .where("kind", "=", "step")
      .execute();
    return rows.filter(({ data }) => data.includes("Fetching the latest commit")).length;
  }
});
