import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { type Operations, operations } from "../../src/contract/operations.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, startInstallation, type Tenant } from "../support/server.ts";
import { expectError, expectSuccess } from "./expect-reply.ts";
import { type ValidRequest, validRequests } from "./requests.ts";
import { parseJson, pathOf, type Received, send } from "./send.ts";

const dayMilliseconds = 86_400_000;
const creating = (Object.entries(operations) as [keyof Operations, Operation][]).filter(
  ([, operation]) => operation.creates === true,
);

test("every POST that creates something can be repeated safely", () => {
  // Questions and feedback create nothing twice, because messages and ratings are identified by their IDs.
  const posts = Object.entries<Operation>(operations).filter(
    ([, { method, key }]) => method === "POST" && key === "admin",
  );
  // These either set a state or are refused the second time.
  const repeatable = [
    "archiveAgentJob",
    "openPullRequest",
    "changePullRequest",
    "mergePullRequest",
    "closePullRequest",
    "changePullRequestComment",
    "deletePullRequestComment",
    "judgeAnswer",
    "changeEvaluationQuestion",
    "removeEvaluationQuestion",
    "runEvaluation",
    "printSite",
    "changeFeedback",
    "deleteAnalytics",
  ];
  expect([...creating.map(([name]) => name), ...repeatable].sort()).toEqual(posts.map(([name]) => name).sort());
});

onDatabaseOfRun((dialect) => {
  let lectern: Installation;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
  });
  afterAll(() => lectern.stop());
  // All records and limits of the previous test have expired.
  beforeEach(() => lectern.clock.advance(2 * dayMilliseconds));

  // Messages, comments, reviews and questions create nothing that is counted here; they have their own tests below.
  const counted = creating.filter(
    ([name]) =>
      !["sendAgentMessage", "commentPullRequest", "reviewPullRequest", "addEvaluationQuestion"].includes(name),
  );
  describe.each(counted)("%s", (name, operation) => {
    let mine: ValidRequest;
    let theirs: ValidRequest;

    beforeEach(async () => {
      mine = await validRequests[name](lectern, lectern.tenant);
      theirs = await validRequests[name](lectern, lectern.stranger);
    });

    const call = (
      idempotencyKey: string | undefined,
      { tenant = lectern.tenant, extra = {}, url = lectern.node.url, project = tenant.project.id }: CallOptions = {},
    ): Promise<Received> => {
      const { params, body } = tenant === lectern.tenant ? mine : theirs;
      return send(url, {
        method: operation.method,
        path: pathOf(operation, { ...params, projectId: project }),
        key: tenant.admin.secret,
        json: { ...body, ...extra },
        headers: idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey },
      });
    };

    test("requests with the same key and body get the same reply, and nothing is created twice", async () => {
      const before = await countThings();
      const first = await call("same");
      expectSuccess(operation, first);
      lectern.clock.advance(dayMilliseconds - 1);
      const second = await call("same");
      expect([second.status, second.text]).toEqual([first.status, first.text]);
      expect(await countThings()).toEqual(before.map((count) => count + 1));
    });

    test("without an idempotency key every request creates something new", async () => {
      expect((await call(undefined)).text).not.toBe((await call(undefined)).text);
    });

    const atOnce = Math.min(10, ...(operation.limits ?? []).map((limit) => limit.max));

    test(`${atOnce} concurrent requests with one idempotency key on two nodes create one thing`, async () => {
      const other = await lectern.startNode();
      const before = await countThings();
      const replies = await Promise.all(
        Array.from({ length: atOnce }, (_, index) =>
          call("at once", { url: index % 2 === 0 ? lectern.node.url : other.url }),
        ),
      );
      for (const reply of replies) {
        expectSuccess(operation, reply);
      }
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect(await countThings()).toEqual(before.map((count) => count + 1));
      await other.stop();
    });

    test("the reply to an idempotency key survives a restart", async () => {
      const first = await call("restart");
      await lectern.restart();
      expect((await call("restart")).text).toBe(first.text);
    });

    test("the same idempotency key with another body is refused, even concurrently", async () => {
      expectSuccess(operation, await call("taken"));
      expectError(409, await call("taken", { extra: { another: "body" } }));
      lectern.clock.advance(dayMilliseconds * 2);
      const replies = await Promise.all(
        Array.from({ length: atOnce }, (_, index) => call("contended", { extra: { which: index } })),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([
        operation.reply.status,
        ...Array(atOnce - 1).fill(409),
      ]);
    });

    test("the same idempotency key for another project is refused", async () => {
      expectSuccess(operation, await call("project"));
      expectError(409, await call("project", { project: lectern.stranger.project.id }));
    });

    test("after 24 hours an idempotency key can be used again", async () => {
      const first = await call("a day");
      lectern.clock.advance(dayMilliseconds);
      const second = await call("a day", { extra: { another: "body" } });
      expectSuccess(operation, second);
      expect(second.text).not.toBe(first.text);
      expect((await call("a day", { extra: { another: "body" } })).text).toBe(second.text);
    });

    test("the same idempotency key in another organization is independent", async () => {
      const [mine, theirs] = [await call("shared"), await call("shared", { tenant: lectern.stranger })];
      expectSuccess(operation, theirs);
      expect(theirs.text).not.toBe(mine.text);
    });

    test("a failed request leaves no record for its idempotency key", async () => {
      expectError(404, await call("failed", { project: "prj_unknown" }));
      expectSuccess(operation, await call("failed"));
    });

    test("an idempotency key has 1 to 255 characters", async () => {
      expectSuccess(operation, await call("x".repeat(255)));
      expectError(400, await call("x".repeat(256)));
      expectError(400, await call(""));
    });
  });

  test("a message with the same idempotency key is accepted once, even concurrently", async () => {
    const { params, body } = await validRequests.sendAgentMessage(lectern, lectern.tenant);
    const call = (key: string) =>
      send(lectern.node.url, {
        method: "POST",
        path: pathOf(operations.sendAgentMessage, params),
        key: lectern.tenant.admin.secret,
        json: body,
        headers: { "idempotency-key": key },
      });
    const [, waiting] = await countThings();
    const replies = await Promise.all(Array.from({ length: 5 }, () => call("once")));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expectSuccess(operations.sendAgentMessage, await call("once"));
    expect((await countThings())[1]).toBe(waiting + 1);
    expectError(409, await call("another"));
  });

  test("a comment with the same idempotency key is added once, even if many arrive at once", async () => {
    const { params, body } = await validRequests.commentPullRequest(lectern, lectern.tenant);
    const { projectId = "", number = "" } = params;
    const client = lectern.node.client(lectern.tenant.admin.secret);
    const comment = () =>
      client.commentPullRequest({ projectId, number, body: String(body?.body) }, { idempotencyKey: "comment" });
    const comments = await Promise.all(Array.from({ length: 5 }, comment));
    expect(new Set(comments.map((each) => each.number))).toEqual(new Set([1]));
    expect((await client.getPullRequest({ projectId, number })).comments).toHaveLength(1);
  });

  test("the same idempotency key may be used for two operations", async () => {
    const { project, admin } = lectern.tenant;
    const client = lectern.node.client(admin.secret);
    const options = { idempotencyKey: "two operations" };
    const { statusId } = await client.triggerUpdate({ projectId: project.id }, options);
    const { id } = await client.createAgentJob({ projectId: project.id, prompt: "Fix it." }, options);
    expect([statusId.slice(0, 4), id.slice(0, 4)]).toEqual(["upd_", "job_"]);
  });

  test("work that fails halfway leaves nothing behind and may be retried", async () => {
    const { project, admin } = lectern.tenant;
    const path = pathOf(operations.createAgentJob, { projectId: project.id });
    const request = { method: "POST", path, key: admin.secret, headers: { "idempotency-key": "halfway" } };
    const before = await countThings();
    expectError(400, await send(lectern.node.url, { ...request, json: { prompt: "Fix it.", ref: "no branch" } }));
    expect(await countThings()).toEqual(before);
    const reply = await send(lectern.node.url, { ...request, json: { prompt: "Fix broken links." } });
    expectSuccess(operations.createAgentJob, reply);
    expect(parseJson(reply).status).toBe("active");
  });

  test("a question that is sent again with the same idempotency key is added once", async () => {
    const operation = operations.addEvaluationQuestion;
    const { params, body } = await validRequests.addEvaluationQuestion(lectern, lectern.tenant);
    const request = { method: operation.method, path: pathOf(operation, params), key: lectern.tenant.admin.secret };
    const add = () => send(lectern.node.url, { ...request, json: body ?? {}, headers: { "idempotency-key": "ask" } });
    const first = await add();
    expectSuccess(operation, first);
    expect((await add()).text).toBe(first.text);
    const rows = await lectern.node.database.query.selectFrom("evaluationQuestions").select("id").execute();
    expect(rows).toHaveLength(1);
  });

  /** The number of updates and jobs, and of queue jobs waiting for a worker. */
  async function countThings(): Promise<[things: number, waiting: number]> {
    const { database, queue } = lectern.node;
    const counts = await Promise.all(
      (["updates", "agentJobs"] as const).map((table) =>
        database.query
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow(),
      ),
    );
    return [counts.reduce((sum, { count }) => sum + Number(count), 0), (await queue.counts()).waiting];
  }
});

interface CallOptions {
  tenant?: Tenant;
  extra?: Record<string, unknown>;
  url?: string;
  project?: string;
}
