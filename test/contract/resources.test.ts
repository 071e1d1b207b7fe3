import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { moveAgentJob } from "../../src/agent/store.ts";
import { operations } from "../../src/contract/operations.ts";
import { type AgentJob, agentJobStatuses, type UpdateStatus, updateStatuses } from "../../src/contract/schemas.ts";
import type { UpdateRow } from "../../src/platform/db/tables.ts";
import { createProject } from "../../src/projects/create-project.ts";
import type { Project } from "../../src/projects/store.ts";
import { appendLog } from "../../src/updates/log-store.ts";
import { moveUpdate } from "../../src/updates/store.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { expectToFit } from "./expect-reply.ts";
import { pathOf, send } from "./send.ts";

const hourMilliseconds = 3_600_000;
const updateFieldsAlwaysThere = [
  "_id",
  "createdAt",
  "logs",
  "projectId",
  "source",
  "status",
  "subdomain",
  "summary",
] as const;
const jobFields = [
  // The fields of the contract, and the job's prompt, outcome, times and cost.
  ...["archivedAt", "createdAt", "id", "model", "prLink", "source", "status"],
  ...["endedAt", "outcome", "prompt", "startedAt", "summary", "usage"],
].sort();
const id = /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{36}$/;

onDatabaseOfRun((dialect) => {
  let lectern: Installation;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
  });
  afterAll(() => lectern.stop());
  beforeEach(() => lectern.clock.advance(hourMilliseconds));

  const client = () => lectern.node.client(lectern.tenant.admin.secret);
  const now = () => lectern.clock.now();
  const addProject = (domain: string): Promise<Project> => {
    const { organizationId, project } = lectern.tenant;
    const request = { organizationId, name: domain, domain, repository: project.repository };
    return createProject(lectern, lectern.node.database.query, request);
  };
  const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

  // Neither the build nor the agent runs in these tests, so the tests write the results to the database themselves.
  const learn = (updateId: string, fields: Partial<UpdateRow>) =>
    lectern.node.database.transaction(async (tx) => {
      await tx.updateTable("updates").set(fields).where("id", "=", updateId).execute();
      await appendLog(tx, updateId, ["Something was learned."], now());
    });

  describe("UpdateStatus", () => {
    const trigger = async (): Promise<string> =>
      (await client().triggerUpdate({ projectId: lectern.tenant.project.id })).statusId;
    const read = async (statusId: string): Promise<UpdateStatus> => {
      const { text } = await send(lectern.node.url, {
        path: pathOf(operations.getUpdateStatus, { statusId }),
        key: lectern.tenant.admin.secret,
      });
      expect(text).not.toContain("null");
      const status = JSON.parse(text);
      expectToFit(operations.getUpdateStatus.reply.schema, status);
      return status;
    };

    test("a new update has exactly the fields that are known at the start", async () => {
      const statusId = await trigger();
      const status = await read(statusId);
      expect(Object.keys(status).sort()).toEqual(updateFieldsAlwaysThere);
      expect(status).toMatchObject({
        _id: statusId,
        projectId: lectern.tenant.project.id,
        createdAt: iso(now()),
        status: "queued",
        logs: [],
        subdomain: lectern.tenant.project.domain,
        source: "api",
      });
      expect(status.summary).toMatch(/^[A-Z].*\.$/);
    });

    test("an ended update has its end time, and its log is in order", async () => {
      const statusId = await trigger();
      const { query } = lectern.node.database;
      lectern.clock.advance(1_000);
      await moveUpdate(query, statusId, "in_progress", "The update is running.", now());
      expect(await read(statusId)).toMatchObject({ status: "in_progress", summary: "The update is running." });
      expect(await read(statusId)).not.toHaveProperty("endedAt");
      await appendLog(query, statusId, ["Fetching.", "", "Building."], now());
      lectern.clock.advance(1_000);
      await moveUpdate(query, statusId, "success", "3 pages are published.", now());
      const status = await read(statusId);
      expect(status).toMatchObject({ status: "success", endedAt: iso(now()), summary: "3 pages are published." });
      expect(status.logs).toEqual(["Fetching.", "", "Building."]);
    });

    test("fields of an update are added once they are known, and unknown ones stay absent", async () => {
      const statusId = await trigger();
      await learn(statusId, { commitSha: "c0ffee", authorName: "Ada" });
      expect(await read(statusId)).toMatchObject({ commit: { sha: "c0ffee" }, author: { name: "Ada" } });
      expect(Object.keys((await read(statusId)).commit ?? {})).toEqual(["sha"]);
      expect(Object.keys((await read(statusId)).author ?? {})).toEqual(["name"]);
      await learn(statusId, {
        commitRef: "main",
        commitMessage: "Fix the typo",
        filesChanged: JSON.stringify({ added: ["a.md"], modified: [], removed: ["b.md"] }),
        authorAvatarUrl: "https://git.lectern.test/ada.png",
        authorGithubUserId: 4_294_967_296,
        screenshotLight: "https://docs.lectern.test/light.png",
        screenshotDark: "https://docs.lectern.test/dark.png",
      });
      expect(await read(statusId)).toMatchObject({
        commit: {
          sha: "c0ffee",
          ref: "main",
          message: "Fix the typo",
          filesChanged: { added: ["a.md"], modified: [], removed: ["b.md"] },
        },
        author: { name: "Ada", avatarUrl: "https://git.lectern.test/ada.png", githubUserId: 4_294_967_296 },
        screenshot: "https://docs.lectern.test/light.png",
        screenshotLight: "https://docs.lectern.test/light.png",
        screenshotDark: "https://docs.lectern.test/dark.png",
      });
    });

    test("a log with any text is returned unchanged", async () => {
      const statusId = await trigger();
      const lines = ['"quoted" \\ and \t tabbed', "📚 наука 文档", "</script><!--", "  indented", "null"];
      await appendLog(lectern.node.database.query, statusId, lines, now());
      const reply = await client().getUpdateStatus({ statusId });
      expect(reply.logs).toEqual(lines);
    });

    test("a client that polls sees every change that another node makes", async () => {
      const other = await lectern.startNode();
      const statusId = await trigger();
      await read(statusId);
      await moveUpdate(other.database.query, statusId, "in_progress", "It runs elsewhere.", now());
      expect((await read(statusId)).summary).toBe("It runs elsewhere.");
      await appendLog(other.database.query, statusId, ["One."], now());
      expect((await read(statusId)).logs).toEqual(["One."]);
      await appendLog(other.database.query, statusId, ["Two."], now());
      expect((await read(statusId)).logs).toEqual(["One.", "Two."]);
      await moveUpdate(other.database.query, statusId, "failure", "It failed elsewhere.", now());
      expect(await read(statusId)).toMatchObject({ status: "failure", summary: "It failed elsewhere." });
      await other.stop();
    });

    test("a list contains updates without their logs", async () => {
      const statusId = await trigger();
      await learn(statusId, { commitSha: "c0ffee", authorName: "Ada" });
      const { logs, ...rest } = await read(statusId);
      expect(logs).toHaveLength(1);
      const { updates } = await client().listUpdates({ projectId: lectern.tenant.project.id, limit: 1 });
      expect(updates).toEqual([rest]);
    });
  });

  describe("AgentJob", () => {
    const create = (body: { ref?: string; model?: string } = {}): Promise<AgentJob> =>
      client().createAgentJob({ projectId: lectern.tenant.project.id, prompt: "Fix the typo.", ...body });
    const read = (jobId: string): Promise<AgentJob> =>
      client().getAgentJob({ projectId: lectern.tenant.project.id, id: jobId });

    test("every field of a job is present from the start, and unknown ones are null", async () => {
      const job = await create();
      expect(Object.keys(job).sort()).toEqual(jobFields);
      expect(job).toEqual({
        id: expect.stringMatching(id),
        status: "active",
        source: { repository: lectern.tenant.project.repository, ref: null },
        model: expect.stringMatching(/./),
        prLink: null,
        createdAt: iso(now()),
        archivedAt: null,
        prompt: "Fix the typo.",
        outcome: null,
        summary: null,
        startedAt: null,
        endedAt: null,
        usage: { steps: 0, inputTokens: 0, outputTokens: 0 },
      });
      expect(await read(job.id)).toEqual(job);
    });

    test("a job has the requested model", async () => {
      expect((await create({ model: "acme/large" })).model).toBe("acme/large");
    });

    test("a job's pull request is returned when the job is done, but not during a follow-up", async () => {
      const { id: jobId } = await create();
      const { query } = lectern.node.database;
      const fields = { ref: "agent/fix-typo", prLink: "https://git.lectern.test/pulls/7" };
      await query.updateTable("agentJobs").set(fields).where("id", "=", jobId).execute();
      expect(await read(jobId)).toMatchObject({ source: { ref: "agent/fix-typo" }, prLink: null });
      await moveAgentJob(query, jobId, "completed", "Done.", now());
      expect(await read(jobId)).toMatchObject({ status: "completed", prLink: "https://git.lectern.test/pulls/7" });
      await moveAgentJob(query, jobId, "active", "A follow-up.", now());
      expect(await read(jobId)).toMatchObject({ status: "active", prLink: null });
    });

    test("a job that changed no file is completed and has no pull request", async () => {
      const { id: jobId } = await create();
      await moveAgentJob(lectern.node.database.query, jobId, "completed", "Nothing to change.", now());
      expect(await read(jobId)).toMatchObject({ status: "completed", prLink: null, archivedAt: null });
    });

    test("only an archived job has an archive time", async () => {
      const { id: jobId } = await create();
      lectern.clock.advance(1_000);
      await moveAgentJob(lectern.node.database.query, jobId, "archived", "Archived.", now());
      expect(await read(jobId)).toMatchObject({ status: "archived", archivedAt: iso(now()) });
      expect(Object.keys(await read(jobId)).sort()).toEqual(jobFields);
    });

    test("a job is found only in its own project", async () => {
      const job = await create();
      const second = await addProject("acme-handbook");
      await expect(client().getAgentJob({ projectId: second.id, id: job.id })).rejects.toMatchObject({ status: 404 });
    });
  });

  describe("IDs of resources", () => {
    test("IDs are unique and hard to guess", async () => {
      const ids = [];
      for (let count = 0; count < 10; count++) {
        ids.push((await client().triggerUpdate({ projectId: lectern.tenant.project.id })).statusId);
      }
      expect(new Set(ids).size).toBe(10);
      // 12 of the 36 characters encode the time and a counter; each of the others holds 5 random bits.
      const random = ids.map((text) => text.slice(-24));
      expect((24 * 5) / 8).toBeGreaterThanOrEqual(96 / 8);
      for (let at = 0; at < 24; at++) {
        expect(new Set(random.map((text) => text[at])).size, `character ${at}`).toBeGreaterThan(1);
      }
      expect(ids.every((text) => id.test(text))).toBe(true);
    });

    test("IDs sort as text in the order of creation, on any node", async () => {
      const other = await lectern.startNode();
      const ids = [];
      for (const node of [lectern.node, other, lectern.node, other]) {
        lectern.clock.advance(1);
        const { statusId } = await node
          .client(lectern.tenant.admin.secret)
          .triggerUpdate({ projectId: lectern.tenant.project.id });
        ids.push(statusId);
      }
      expect([...ids].sort()).toEqual(ids);
      await other.stop();
    });
  });

  describe("lists", () => {
    const created: { updates: string[]; jobs: string[] } = { updates: [], jobs: [] };
    let projectId: string;

    beforeAll(async () => {
      const { query } = lectern.node.database;
      projectId = (await addProject("long-history")).id;
      for (let count = 0; count < 24; count++) {
        lectern.clock.advance(hourMilliseconds);
        const { statusId } = await client().triggerUpdate({ projectId });
        const job = await client().createAgentJob({ projectId, prompt: "Fix the typo." });
        created.updates.unshift(statusId);
        created.jobs.unshift(job.id);
        // A quarter of the items moves to each of these statuses; the rest keep their first one.
        if (count % 4 === 1) {
          await moveUpdate(query, statusId, "in_progress", "It runs.", now());
          await moveAgentJob(query, job.id, "completed", "Done.", now());
        } else if (count % 4 === 2) {
          await moveUpdate(query, statusId, "failure", "Cancelled.", now());
          await moveAgentJob(query, job.id, "failed", "Broken.", now());
        }
      }
    });

    const kinds = [
      {
        what: "updates",
        statuses: updateStatuses,
        page: async (query: PageQuery<UpdateStatus["status"]>) => {
          const { updates, nextCursor } = await client().listUpdates({ projectId, ...query });
          return { items: updates.map(({ _id, status }) => ({ id: _id, status })), nextCursor };
        },
      },
      {
        what: "jobs",
        statuses: agentJobStatuses,
        page: async (query: PageQuery<AgentJob["status"]>) => {
          const { jobs, nextCursor } = await client().listAgentJobs({ projectId, ...query });
          return { items: jobs, nextCursor };
        },
      },
    ] as const;

    describe.each(kinds)("lists of $what", ({ what, statuses, page }) => {
      const read = page as (query: PageQuery<string>) => ReturnType<typeof page>;
      const walk = async (query: PageQuery<string>): Promise<{ id: string; status: string }[]> => {
        const items = [];
        let cursor: string | null | undefined;
        do {
          const { items: found, nextCursor } = await read(cursor == null ? query : { ...query, cursor });
          expect(found.length).toBeLessThanOrEqual(query.limit ?? 20);
          expect(found.length, "no page is empty").toBeGreaterThan(0);
          items.push(...found);
          cursor = nextCursor;
        } while (cursor !== null);
        return items;
      };

      test.each([1, 5, 8, 20, 23, 24, 25, 100])(
        "pages of %i items list the newest first and repeat none",
        async (limit) => {
          expect((await walk({ limit })).map((item) => item.id)).toEqual(created[what]);
        },
      );

      test("a page has 20 items by default", async () => {
        const { items, nextCursor } = await read({});
        expect(items.map((item) => item.id)).toEqual(created[what].slice(0, 20));
        expect(nextCursor).not.toBeNull();
      });

      test("a list can be filtered by status through all pages", async () => {
        const everything = await walk({ limit: 100 });
        const filled = statuses.filter((status) => everything.some((item) => item.status === status));
        expect(filled).toHaveLength(3);
        for (const status of filled) {
          expect(await walk({ status, limit: 5 })).toEqual(everything.filter((item) => item.status === status));
        }
      });

      test("filtering by a status that no item has returns one empty page", async () => {
        const empty = what === "updates" ? "success" : "archived";
        expect(await read({ status: empty })).toEqual({ items: [], nextCursor: null });
      });

      test("new items do not shift the pages while a client reads", async () => {
        const first = await read({ limit: 10 });
        lectern.clock.advance(hourMilliseconds);
        const newcomer =
          what === "updates"
            ? (await client().triggerUpdate({ projectId })).statusId
            : (await client().createAgentJob({ projectId, prompt: "Fix it." })).id;
        const second = await read({ limit: 10, cursor: first.nextCursor ?? "" });
        expect([...first.items, ...second.items].map((item) => item.id)).toEqual(created[what].slice(0, 20));
        created[what].unshift(newcomer);
      });
    });

    test("a list never contains items of another project", async () => {
      const { updates } = await client().listUpdates({ projectId, limit: 100 });
      expect(new Set(updates.map((update) => update.projectId))).toEqual(new Set([projectId]));
    });
  });
});

interface PageQuery<Status> {
  status?: Status;
  limit?: number;
  cursor?: string;
}
