import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { branchOf } from "../../src/agent/agent-job.ts";
import { enqueueTurn } from "../../src/agent/create-job.ts";
import { readEvents } from "../../src/agent/store.ts";
import type { AgentJob } from "../../src/contract/schemas.ts";
import { RunningLectern, startLectern } from "../cli/lectern.ts";
import { until } from "../faults/queue-test-support.ts";
import { onBothDatabases, onOneDatabase } from "../support/database.ts";
import { eventsOf } from "../support/events-of.ts";
import { type ModelReply, startModelServer } from "../support/model-server.ts";
import { slow } from "../support/slow.ts";
import { expireLeases } from "../updates/kill/queue-rows.ts";
import { type HostedProject, type Installation, openInstallation, smallProject } from "../updates/publisher.ts";
import { startWholeAgents } from "./agent-installation.ts";
import { jobEnded } from "./follow-job.ts";

vi.setConfig(slow);

const prompt = "Remove trailing spaces";
const untidy = { ...smallProject, "guides/start.mdx": "---\ntitle: Start\n---\n\nHow to begin. \n\nNow.\n" };
const modelKey = "sk-secret-of-the-model";

/** The last step that a worker may have journaled when it died. A job ends in one transaction, so nothing follows. */
const journals = [
  ["only its start", { report: null, commitSha: null, pushedAt: null }],
  ["a commit that was lost", { commitSha: "1".repeat(40), pushedAt: null }],
  ["its commit", { pushedAt: null }],
  ["its push", {}],
] as const;

const edit = (oldText: string, newText: string): ModelReply => ({
  calls: [{ name: "edit_file", input: { path: "guides/end.mdx", old_text: oldText, new_text: newText } }],
});
/** Chosen by the number of tool replies, so that steps that weren't journaled get the same answer again. */
const modelSteps: ModelReply[] = [
  edit("to stop", "to rest"),
  edit("to rest", "to rest soon"),
  { calls: [{ name: "finish", input: { title: "Say when", description: "It was not said." } }] },
];

onBothDatabases((dialect) => {
  describe("a resumed job", () => {
    let lectern: Installation;
    let hosted: HostedProject;
    let first: AgentJob;
    let runs = 2;
    beforeAll(async () => {
      lectern = await startWholeAgents(dialect);
      hosted = await lectern.createProject("again", untidy);
      const { id } = await lectern.client.createAgentJob({ projectId: hosted.project.id, prompt });
      first = await jobEnded(lectern, hosted.project, id);
      expect(first).toMatchObject({ status: "completed", prLink: expect.any(String) });
      const events = await eventsOf(lectern.app.database, hosted.project.id);
      const ofJob = events.filter(({ type }) => !type.startsWith("update."));
      expect(ofJob.map(({ type }) => type)).toEqual(["pull_request.opened", "job.completed"]);
      expect(ofJob[1]).toMatchObject({ subject: id, data: { job: { outcome: "changed", prLink: first.prLink } } });
    });
    afterAll(() => lectern.close());

    test.each(journals)(
      "a job resumed after journaling %s ends with the same commit and pull request",
      async (_name, journal) => {
        const before = await tipsOf(hosted);
        const { database, queue } = lectern.app;
        await database.transaction(async (tx) => {
          // Runs the same turn again under a new number, because the queue has already finished the first one.
          const rewound = { ...journal, turn: runs };
          await tx.updateTable("agentTurns").set(rewound).where("jobId", "=", first.id).execute();
          const ref = "pushedAt" in journal ? { ref: null } : {};
          const active = { status: "active", prLink: null, ...ref } as const;
          await tx.updateTable("agentJobs").set(active).where("id", "=", first.id).execute();
          await enqueueTurn({ queue }, tx, first.id, runs);
        });
        runs += 1;
        const { endedAt: _endedAt, ...same } = first;
        expect(await jobEnded(lectern, hosted.project, first.id)).toMatchObject(same);
        expect(await tipsOf(hosted)).toEqual(before);
      },
    );
  });

  // Taking over a job from a killed worker is tested on both databases with updates.
  test(
    "jobs of a worker killed in the middle of a step are resumed, and each gets one pull request",
    onOneDatabase(dialect),
    async () => {
      const model = await startModelServer();
      model.fallback = ({ messages }) =>
        modelSteps[messages.filter(({ role }) => role === "tool").length] ?? { status: 500 };
      const lectern = await openInstallation(dialect, "folder", {
        LECTERN_MODEL: "acme/writer",
        LECTERN_MODEL_URL: model.url,
        LECTERN_MODEL_KEY: modelKey,
        LECTERN_LOG_LEVEL: "info",
      });
      const output: string[] = [];
      const { variables } = lectern;
      const server = new RunningLectern(variables, ["serve"]);
      await server.waitFor(() => server.stdout.includes("API is running"));
      try {
        const { project, clone } = await lectern.createProject("killed", untidy);
        const create = (name: string) => lectern.client.createAgentJob({ projectId: project.id, prompt, model: name });
        const jobs = [await create("acme/writer"), await create("builtin/rules")];
        const [written] = jobs;
        for (const step of ["work: Step 2", "commit", "pull-request"]) {
          const worker = await startLectern(variables, "worker");
          await until(async () => (await stepsOf(lectern, written?.id ?? "")).some((told) => told.startsWith(step)), {
            timeoutSeconds: 150,
          });
          await worker.kill();
          await expireLeases(lectern);
          output.push(worker.stdout, worker.stderr);
        }
        const worker = await startLectern(variables, "worker");
        const ended = [];
        for (const { id } of jobs) ended.push(await jobEnded(lectern, project, id));
        await worker.stop();
        output.push(worker.stdout, worker.stderr, server.stdout, server.stderr);
        expect(output.join("")).toContain(written?.id);
        expect(output.join("")).not.toContain(modelKey);
        expect(ended.map(({ prLink }) => prLink?.split("/").at(-1)).sort()).toEqual(["1", "2"]);
        const repository = await clone();
        for (const job of ended) {
          expect(job.status).toBe("completed");
          const branch = `origin/${branchOf(job)}`;
          expect(await repository.git("rev-list", "--count", `origin/main..${branch}`)).toBe("1");
        }
        // Both edits were made exactly once: the second one applies only to the result of the first.
        expect(await repository.git("show", `origin/${branchOf(ended[0] as AgentJob)}:guides/end.mdx`)).toContain(
          "to rest soon.",
        );
      } finally {
        await server.kill();
        await lectern.close();
        await model.close();
      }
    },
  );
});

async function stepsOf({ app }: Installation, id: string): Promise<string[]> {
  const events = await readEvents(app.database.query, id, 0);
  return events.flatMap((event) => (event.event === "step" ? [`${event.data.step}: ${event.data.text}`] : []));
}

async function tipsOf({ clone }: HostedProject): Promise<string> {
  return (await clone()).git("for-each-ref", "--format=%(refname) %(objectname)", "refs/remotes");
}
