import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { branchOf } from "../../src/agent/agent-job.ts";
import { enqueueTurn } from "../../src/agent/create-job.ts";
import { readEvents } from "../../src/agent/store.ts";
import type { AgentJob } from "../../src/contract/schemas.ts";
import { RunningLectern, startLectern } from "../cli/lectern.ts";
import { until } from "../faults/queue-test-support.ts";
import { onBothDatabases } from "../support/database.ts";
import { type HostedProject, type Installation, openInstallation, smallProject } from "../updates/publisher.ts";
import { startAgents } from "./agent-installation.ts";
import { jobEnded } from "./follow-job.ts";

const prompt = "Remove trailing spaces";
const untidy = { ...smallProject, "guides/start.mdx": "---\ntitle: Start\n---\n\nHow to begin. \n\nNow.\n" };
const killSeconds = 90;

/** What a worker may have journalled when it died; the end itself is one transaction. */
const journals = [
  ["where it starts", { report: null, commit_sha: null, pushed_at: null }],
  ["a commit that is lost", { commit_sha: "1".repeat(40), pushed_at: null }],
  ["its commit", { pushed_at: null }],
  ["its push", {}],
] as const;

onBothDatabases((dialect) => {
  describe("a job that goes on", () => {
    let lectern: Installation;
    let hosted: HostedProject;
    let first: AgentJob;
    let runs = 2;
    beforeAll(async () => {
      lectern = await startAgents(dialect);
      hosted = await lectern.createProject("again", untidy);
      const { id } = await lectern.client.createAgentJob({ projectId: hosted.project.id, prompt });
      first = await jobEnded(lectern, hosted.project, id);
      expect(first).toMatchObject({ status: "completed", prLink: expect.any(String) });
    });
    afterAll(() => lectern.close());

    test.each(journals)(
      "after %s was journalled comes to the same commit and the same pull request",
      async (_name, journal) => {
        const before = await tipsOf(hosted);
        const { database, queue } = lectern.app;
        await database.transaction(async (tx) => {
          // The same turn once more: under another number, because the first one has ended in the queue.
          const rewound = { ...journal, turn: runs };
          await tx.updateTable("agent_turns").set(rewound).where("job_id", "=", first.id).execute();
          const ref = "pushed_at" in journal ? { ref: null } : {};
          const active = { status: "active", pr_link: null, ...ref } as const;
          await tx.updateTable("agent_jobs").set(active).where("id", "=", first.id).execute();
          await enqueueTurn({ queue }, tx, first.id, runs);
        });
        runs += 1;
        expect(await jobEnded(lectern, hosted.project, first.id)).toEqual(first);
        expect(await tipsOf(hosted)).toEqual(before);
      },
    );
  });

  test("a worker that is killed in the middle of a step is replaced, and one pull request comes of it", {
    timeout: killSeconds * 1_000,
  }, async () => {
    const lectern = await openInstallation(dialect);
    const variables = { ...lectern.variables, LECTERN_LEASE_SECONDS: "1", TMPDIR: "/dev/null/nowhere" };
    const server = new RunningLectern(variables, ["serve"]);
    await server.waitFor(() => server.stdout.includes("answers at"));
    try {
      const { project, clone } = await lectern.createProject("killed", untidy);
      const { id } = await lectern.client.createAgentJob({ projectId: project.id, prompt });
      for (const step of ["work", "commit", "pull-request"]) {
        const worker = await startLectern(variables, "worker");
        await until(async () => (await stepsOf(lectern, id)).includes(step), { timeoutSeconds: 30 });
        await worker.kill();
      }
      const worker = await startLectern(variables, "worker");
      const job = await jobEnded(lectern, project, id);
      await worker.stop();
      expect(job).toMatchObject({ status: "completed", prLink: expect.stringMatching(/\/1$/) });
      const repository = await clone();
      const branch = `origin/${branchOf(job)}`;
      expect(await repository.git("rev-list", "--count", `origin/main..${branch}`)).toBe("1");
    } finally {
      await server.kill();
      await lectern.close();
    }
  });
});

async function stepsOf({ app }: Installation, id: string): Promise<unknown[]> {
  const events = await readEvents(app.database.query, id, 0);
  return events.flatMap((event) => (event.event === "step" ? [event.data.step] : []));
}

async function tipsOf({ clone }: HostedProject): Promise<string> {
  return (await clone()).git("for-each-ref", "--format=%(refname) %(objectname)", "refs/remotes");
}
