import { expect, test } from "vitest";
import { onBothDatabases } from "../../test/support/database.ts";
import { givenProject } from "../../test/support/stored-project.ts";
import type { Database } from "../platform/db/database.ts";
import type { Project } from "../projects/store.ts";
import { type AgentJob, newAgentJob } from "./agent-job.ts";
import { findAgentJobById, insertAgentJob, readEvents, sweepAgentJobs } from "./store.ts";
import { findLastTurn, insertTurn } from "./turn-store.ts";

const clock = { now: () => 0 };
const day = 86_400_000;
const { signal } = new AbortController();

onBothDatabases((dialect) => {
  let database: Database;
  let project: Project;
  givenProject(dialect, clock, (given) => {
    ({ database, project } = given);
  });

  test("a sweep deletes old jobs with their turns and events, but no active, recent or newest jobs", async () => {
    const add = async (id: string, change: Partial<AgentJob> = {}) => {
      await insertAgentJob(database.query, {
        ...newAgentJob(project, { prompt: "Write" }, { now: () => day }),
        id,
        status: "completed",
        ...change,
      });
      await insertTurn(database.query, id, "Write", day);
      return id;
    };
    const old = await add("job_0001");
    const active = await add("job_0002", { status: "active" });
    const continued = await add("job_0003");
    await insertTurn(database.query, continued, "More", 3 * day);
    const reviewed = await add("job_0004", { ref: "lectern/write" });
    await database.query.insertInto("pullRequests").values(openPullRequest(project.id, "lectern/write")).execute();
    for (let index = 1_000; index < 1_100; index++) {
      await add(`job_${index}`);
    }
    await sweepAgentJobs(database.query, 2 * day, signal);
    expect(await findAgentJobById(database.query, old)).toBeUndefined();
    expect(await findLastTurn(database.query, old)).toBeUndefined();
    expect(await readEvents(database.query, old, 0)).toEqual([]);
    for (const id of [active, continued, reviewed, "job_1000"]) {
      expect(await findAgentJobById(database.query, id)).toBeDefined();
    }
  });
});

function openPullRequest(projectId: string, head: string) {
  return {
    id: "pr_1",
    projectId,
    number: 1,
    status: "open" as const,
    title: "Write",
    body: "",
    head,
    base: "main",
    headSha: "a".repeat(40),
    baseSha: "b".repeat(40),
    mergeSha: null,
    draft: 0,
    labels: "[]",
    author: "Ada",
    endedBy: null,
    createdAt: 0,
    updatedAt: 0,
    endedAt: null,
  };
}
