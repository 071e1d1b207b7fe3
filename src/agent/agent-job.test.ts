import { describe, expect, test } from "vitest";
import { onDatabaseOfRun } from "../../test/support/database.ts";
import { givenProject } from "../../test/support/stored-project.ts";
import { type AgentJobStatus, agentJobStatuses } from "../contract/schemas.ts";
import type { Database } from "../platform/db/database.ts";
import type { Queue } from "../platform/queue/queue.ts";
import type { Project } from "../projects/store.ts";
import { type AgentJob, newAgentJob, nextStatuses, presentAgentJob } from "./agent-job.ts";
import { reportWaiting } from "./routes.ts";
import {
  findAgentJobById,
  insertAgentJob,
  moveAgentJob,
  prepareFindAgentJob,
  readEvents,
  sweepAgentJobs,
} from "./store.ts";
import { findLastTurn, insertTurn } from "./turn-store.ts";

const outcomes = { active: undefined, completed: "unchanged", failed: "failed", archived: undefined } as const;
const clock = { now: () => 1_000 };
const day = 86_400_000;
const moves = agentJobStatuses.flatMap((from) => agentJobStatuses.map((to) => [from, to] as const));
const legal = [
  "active → completed",
  "active → archived",
  "active → failed",
  "completed → active",
  "completed → archived",
  "failed → active",
  "failed → archived",
];

test("an archived job never changes its status", () => {
  const inTable = moves.filter(([from, to]) => nextStatuses[from].includes(to)).map(([from, to]) => `${from} → ${to}`);
  expect(inTable).toEqual(legal);
});

onDatabaseOfRun((dialect) => {
  let database: Database;
  let project: Project;
  givenProject(dialect, clock, (given) => {
    ({ database, project } = given);
  });

  describe.each(moves)("a job that is %s", (from, to) => {
    const isLegal = legal.includes(`${from} → ${to}`);

    test(isLegal ? `can become ${to}` : `cannot become ${to} and stays unchanged`, async () => {
      const job = await insert(from);
      const find = () => prepareFindAgentJob(database)(job.organizationId, job.projectId, job.id);
      const move = database.transaction((tx) =>
        moveAgentJob(tx, job.id, to, "Moved.", 2_000, { outcome: outcomes[to] }),
      );
      if (isLegal) {
        await move;
        const end = to === "active" ? {} : { summary: "Moved.", endedAt: 2_000 };
        const archived = to === "archived" ? { archivedAt: 2_000 } : {};
        expect(await find()).toMatchObject({ ...job, ...end, ...archived, status: to, outcome: outcomes[to] ?? null });
        expect((await readEvents(database.query, job.id, 1)).map(({ data }) => data)).toEqual([
          { status: to, summary: "Moved.", at: "1970-01-01T00:00:02.000Z" },
        ]);
      } else {
        await expect(move).rejects.toMatchObject({ code: "conflict" });
        expect(await find()).toEqual(job);
        expect(await readEvents(database.query, job.id, 1)).toEqual([]);
      }
    });
  });

  test("a job is found by its organization, project and ID together", async () => {
    const { organizationId, projectId, id } = await insert("active");
    const find = prepareFindAgentJob(database);
    expect(await find(organizationId, projectId, id)).toBeDefined();
    expect(await find("org_other", projectId, id)).toBeUndefined();
    expect(await find(organizationId, "prj_other", id)).toBeUndefined();
    expect(await find(organizationId, projectId, "job_other")).toBeUndefined();
  });

  test("a new job starts from the project's branch unless the request names another branch", () => {
    expect(newAgentJob({ ...project, branch: "trunk" }, { prompt: "Fix." }, clock).baseRef).toBe("trunk");
    expect(newAgentJob(project, { prompt: "Fix.", ref: "next" }, clock).baseRef).toBe("next");
    expect(() => newAgentJob(project, { prompt: "Fix.", ref: "--exec=sh" }, clock)).toThrow(/a valid branch name/);
  });

  test("a new job has no branch and no pull request", () => {
    const job = newAgentJob(project, { prompt: "Fix." }, clock);
    expect(presentAgentJob(job)).toMatchObject({ source: { ref: null }, prLink: null, archivedAt: null });
    expect(presentAgentJob({ ...job, prLink: "https://git.lectern.test/1" }).prLink).toBeNull();
    expect(presentAgentJob({ ...job, prLink: "https://git.lectern.test/1", status: "archived" }).prLink).not.toBeNull();
  });

  test("a waiting job sends one heartbeat, and only while there are no other events", async () => {
    const { id } = await insert("active");
    const counts = { waiting: 3, running: 1 };
    const deps = { database, clock, queue: { counts: async () => counts } as unknown as Queue };
    const heard = async () => (await readEvents(database.query, id, 1)).map(({ data }) => data);
    await Promise.all([reportWaiting(deps, id, 1), reportWaiting(deps, id, 1)]);
    expect(await heard()).toEqual([
      { text: "Waiting for a worker: 1 task is running, 3 waiting.", at: "1970-01-01T00:00:01.000Z" },
    ]);
    counts.running = 0;
    await reportWaiting(deps, id, 2);
    expect((await heard())[1]).toMatchObject({ text: expect.stringContaining("lectern -- worker") });
    await database.transaction((tx) => moveAgentJob(tx, id, "failed", "It failed.", 2_000));
    await reportWaiting(deps, id, 4);
    expect(await heard()).toHaveLength(3);
  });

  test("a sweep deletes old jobs with their turns and events, but no active, recent or newest jobs", async () => {
    const add = async (id: string, change: Partial<AgentJob> = {}) => {
      await insertAgentJob(database.query, {
        ...newAgentJob(project, { prompt: "Write" }, { now: () => day }),
        id,
        status: "completed",
        ...change,
      });
      await insertTurn(database.query, id, { prompt: "Write", promptedBy: null, now: day });
      return id;
    };
    const old = await add("job_0001");
    const active = await add("job_0002", { status: "active" });
    const continued = await add("job_0003");
    await insertTurn(database.query, continued, { prompt: "More", promptedBy: null, now: 3 * day });
    const reviewed = await add("job_0004", { ref: "lectern/write" });
    await database.query.insertInto("pullRequests").values(openPullRequest(project.id, "lectern/write")).execute();
    for (let index = 1_000; index < 1_100; index++) {
      await add(`job_${index}`);
    }
    await sweepAgentJobs(database.query, 2 * day, new AbortController().signal);
    expect(await findAgentJobById(database.query, old)).toBeUndefined();
    expect(await findLastTurn(database.query, old)).toBeUndefined();
    expect(await readEvents(database.query, old, 0)).toEqual([]);
    for (const id of [active, continued, reviewed, "job_1000"]) {
      expect(await findAgentJobById(database.query, id)).toBeDefined();
    }
  });

  async function insert(status: AgentJobStatus): Promise<AgentJob> {
    const job = { ...newAgentJob(project, { prompt: "Fix the typo." }, clock), status };
    await insertAgentJob(database.query, job);
    return job;
  }
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
