import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Limit, Operation } from "../../src/contract/operation.ts";
import { type Operations, operations } from "../../src/contract/operations.ts";
import { spanText } from "../../src/platform/span-text.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, type IssuedKey, startInstallation } from "../support/server.ts";
import { countElsewhere } from "./count-elsewhere.ts";
import { expectError, expectSuccess } from "./expect-reply.ts";
import { parseRateLimitField } from "./rate-limit-header.ts";
import { type ValidRequest, validRequests } from "./requests.ts";
import { parseJson, pathOf, type Received, send } from "./send.ts";

const dayMilliseconds = 86_400_000;
const limited = (Object.entries(operations) as [keyof Operations, Operation][]).flatMap(([name, operation]) =>
  (operation.limits ?? []).map((limit) => ({ name, operation, limit })),
);

test("the limits match the documentation", () => {
  expect(limited.map(({ name, limit }) => [name, limit.by, limit.max, limit.windowSeconds])).toEqual([
    ["createAgentJob", "project", 100, 3_600],
    ["sendAgentMessage", "project", 100, 3_600],
    ["triggerUpdate", "organization", 10, 10],
    ["createPreview", "organization", 5, 60],
    ["rollBack", "organization", 10, 10],
    ...["sendMessageV1", "sendMessageV2", "searchPages", "readPage", "sendFeedback"].flatMap((name) => [
      [name, "organization", 10_000, 3_600],
      [name, "address", 10_000, 86_400],
    ]),
    ["createGap", "project", 60, 3_600],
  ]);
});

onDatabaseOfRun((dialect) => {
  let lectern: Installation;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
  });
  afterAll(() => lectern.stop());
  beforeEach(() => lectern.clock.advance(dayMilliseconds));

  // A second message is only accepted after the job has ended again, and questions are worked on only once, so these
  // have their own tests.
  const repeatable = limited.filter(({ name }) => name !== "sendAgentMessage" && name !== "createGap");

  describe.each(repeatable.filter(({ operation }) => operation.key === "admin"))(
    "$name, at most $limit.max by $limit.by",
    ({ name, operation, limit }) => {
      let mine: ValidRequest;
      let theirs: ValidRequest;

      beforeEach(async () => {
        mine = await validRequests[name](lectern, lectern.tenant);
        theirs = await validRequests[name](lectern, lectern.stranger);
      });

      const call = ({ url = lectern.node.url, request = mine, key = lectern.tenant.admin }: CallOptions = {}) =>
        send(url, {
          method: operation.method,
          path: pathOf(operation, request.params),
          key: key.secret,
          ...(request.body === undefined ? {} : { json: request.body }),
        });

      const useUp = async (): Promise<void> => {
        for (let count = 0; count < limit.max; count++) {
          expectSuccess(operation, await call());
        }
      };

      test("the last allowed request passes and the next is refused, with correct headers throughout", async () => {
        for (let remaining = limit.max - 1; remaining >= 0; remaining--) {
          const reply = await call();
          expectSuccess(operation, reply);
          expectHeaders(reply, limit, remaining, limit.windowSeconds);
        }
        const refused = await call();
        expectError(429, refused);
        expectHeaders(refused, limit, 0, limit.windowSeconds);
        expect(refused.headers["retry-after"]).toBe(String(limit.windowSeconds));
        expect(parseJson(refused).error).toContain(`${limit.max} requests in ${spanText(limit.windowSeconds)}`);
      });

      test("a client may continue exactly when Retry-After has passed", async () => {
        await useUp();
        lectern.clock.advance(1_500);
        const refused = await call();
        expectError(429, refused);
        expect(refused.headers["retry-after"]).toBe(String(limit.windowSeconds - 1));
        expectHeaders(refused, limit, 0, limit.windowSeconds - 1);
        lectern.clock.advance(limit.windowSeconds * 1_000 - 1_500 - 1);
        expectError(429, await call());
        lectern.clock.advance(1);
        const free = await call();
        expectSuccess(operation, free);
        expectHeaders(free, limit, limit.max - 1, limit.windowSeconds);
      });

      test("requests that are refused for other reasons also count against the limit", async () => {
        const path = pathOf(operation, mine.params);
        const request = { method: operation.method, path, key: lectern.tenant.admin.secret };
        const broken = { ...request, body: "{", headers: { "content-type": "application/json" } };
        const [badRequest, wrongType] = [
          await send(lectern.node.url, broken),
          await send(lectern.node.url, { ...request, body: "{}" }),
        ];
        expectError(400, badRequest);
        expectHeaders(badRequest, limit, limit.max - 1, limit.windowSeconds);
        expectError(415, wrongType);
        expectHeaders(wrongType, limit, limit.max - 2, limit.windowSeconds);
        expectHeaders(await call(), limit, limit.max - 3, limit.windowSeconds);
      });

      test("requests above the limit do not extend the wait", async () => {
        await useUp();
        lectern.clock.advance((limit.windowSeconds - 1) * 1_000);
        expectError(429, await call());
        expectError(429, await call());
        lectern.clock.advance(1_000);
        expectSuccess(operation, await call());
      });

      test("the counter of a limit survives a restart", async () => {
        await useUp();
        await lectern.restart();
        expectError(429, await call());
      });

      test("two nodes share the counter of a limit", async () => {
        const other = await lectern.startNode();
        const replies = await Promise.all(
          Array.from({ length: limit.max + 5 }, (_, index) =>
            call({ url: index % 2 === 0 ? lectern.node.url : other.url }),
          ),
        );
        expect(replies.filter(({ status }) => status === operation.reply.status)).toHaveLength(limit.max);
        expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
        const remaining = replies.map(({ headers }) => parseRateLimitField(headers.ratelimit)[0]?.parameters.r ?? -1);
        expect(remaining.filter((count) => count > 0).sort((a, b) => a - b)).toEqual(
          Array.from({ length: limit.max - 1 }, (_, index) => index + 1),
        );
        await other.stop();
      });

      test("a limit that one organization has reached doesn't affect another", async () => {
        await useUp();
        expectError(429, await call());
        expectSuccess(operation, await call({ request: theirs, key: lectern.stranger.admin }));
      });

      test("all keys of an organization count against the same limit", async () => {
        await useUp();
        const { writer, project, organizationId } = lectern.tenant;
        expectError(429, await call({ key: writer }));
        const second = await createProject(lectern, lectern.node.database.query, {
          organizationId,
          name: "Second",
          domain: `second-${name.toLowerCase()}`,
          repository: project.repository,
        });
        const reply = await call({ request: { ...mine, params: { ...mine.params, projectId: second.id } } });
        expect(reply.status).toBe(limit.by === "project" ? operation.reply.status : 429);
      });

      test("requests for another organization's project do not use up its limit", async () => {
        for (let count = 0; count < limit.max; count++) {
          expectError(404, await call({ request: theirs }));
        }
        expectError(429, await call({ request: theirs }));
        expectSuccess(operation, await call({ request: theirs, key: lectern.stranger.admin }));
      });
    },
  );

  describe.each(limited.filter(({ operation }) => operation.key === "assistant"))(
    "$name, at most $limit.max by $limit.by",
    ({ name, operation, limit }) => {
      const call = async () => {
        const { params, body } = await validRequests[name](lectern, lectern.tenant);
        const path = pathOf(operation, params);
        return send(lectern.node.url, { method: "POST", path, key: lectern.tenant.assistant.secret, json: body });
      };

      test("the last allowed request passes and the next is refused, even after a restart, until the window ends", async () => {
        expectSuccess(operation, await call());
        await countElsewhere(lectern, [limit], limit.max - 1);
        expectSuccess(operation, await call());
        expectError(429, await call());
        await lectern.restart();
        const refused = await call();
        expectError(429, refused);
        expect(refused.headers["retry-after"]).toBe(String(limit.windowSeconds));
        expect(parseRateLimitField(refused.headers.ratelimit)).toContainEqual({
          name: limit.name,
          parameters: { r: 0, t: limit.windowSeconds },
        });
        lectern.clock.advance(limit.windowSeconds * 1_000);
        expectSuccess(operation, await call());
      });
    },
  );

  test("a message to a job counts against the same limit as a new job", async () => {
    const { sendAgentMessage } = operations;
    const { params, body } = await validRequests.sendAgentMessage(lectern, lectern.tenant);
    const call = () =>
      send(lectern.node.url, {
        method: "POST",
        path: pathOf(sendAgentMessage, params),
        key: lectern.tenant.admin.secret,
        json: body,
      });
    const client = lectern.node.client(lectern.tenant.admin.secret);
    const { id: projectId } = lectern.tenant.project;
    await client.createAgentJob({ projectId, prompt: "Fix it." });
    const sent = await call();
    expectSuccess(sendAgentMessage, sent);
    expectHeaders(sent, sendAgentMessage.limits[0], 98, 3_600);
    expectError(409, await call());
    for (let count = 3; count < 100; count++) {
      await client.createAgentJob({ projectId, prompt: "Fix it." });
    }
    expectError(429, await call());
  });

  test("work on questions that somebody works on already counts against the limit", async () => {
    const { createGap } = operations;
    const { params, body } = await validRequests.createGap(lectern, lectern.tenant);
    const { secret: key } = lectern.tenant.admin;
    const call = () => send(lectern.node.url, { method: "POST", path: pathOf(createGap, params), key, json: body });
    const [limit] = createGap.limits;
    const created = await call();
    expectSuccess(createGap, created);
    expectHeaders(created, limit, limit.max - 1, limit.windowSeconds);
    expectError(409, await call());
    await countElsewhere(lectern, [limit], limit.max);
    expectError(429, await call());
  });

  test("operations without a limit send no limit headers", async () => {
    const path = pathOf(operations.listUpdates, { projectId: lectern.tenant.project.id });
    const { headers } = await send(lectern.node.url, { path, key: lectern.tenant.admin.secret });
    expect(Object.keys(headers).filter((header) => /ratelimit|retry/.test(header))).toEqual([]);
  });
});

interface CallOptions {
  url?: string;
  request?: ValidRequest;
  key?: IssuedKey;
}

function expectHeaders({ headers }: Received, limit: Limit, remaining: number, resetSeconds: number): void {
  expect(parseRateLimitField(headers["ratelimit-policy"])).toEqual([
    { name: limit.name, parameters: { q: limit.max, w: limit.windowSeconds } },
  ]);
  expect(parseRateLimitField(headers.ratelimit)).toEqual([
    { name: limit.name, parameters: { r: remaining, t: resetSeconds } },
  ]);
}
