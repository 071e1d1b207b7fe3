import { once } from "node:events";
import { get } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { errorStatuses, type Operation } from "../../src/contract/operation.ts";
import { type Operations, operations } from "../../src/contract/operations.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";
import { countElsewhere } from "./count-elsewhere.ts";
import { expectError, expectRequestId, expectSuccess } from "./expect-reply.ts";
import { endlessRequests, type ValidRequest, validRequests, weekly } from "./requests.ts";
import { parseJson, pathOf, type Received, type Request, send } from "./send.ts";

const all = Object.entries(operations) as [keyof Operations, Operation][];
const longestWindowMilliseconds = 86_400_000;
const bodyBytesMax = 1_048_576;
const streamsPerAddressMax = 20;

// These operations depend on nothing that could be unavailable; a test below checks that they keep answering.
const statusesNeverGiven: Partial<Record<keyof Operations, number[]>> = {
  getHealth: [500, 503],
  getOpenApi: [500],
  getReadiness: [500],
  getMetrics: [500],
};

test("every operation has a well-formed request in this suite", () => {
  expect(Object.keys(validRequests).sort()).toEqual(Object.keys(operations).sort());
});

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let draining: Node;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    draining = await lectern.startNode();
    draining.server.drain();
  });
  afterAll(() => lectern.stop());
  beforeEach(() => lectern.clock.advance(longestWindowMilliseconds));

  describe.each(all)("%s", (name, operation) => {
    const statuses = errorStatuses(operation).filter((status) => !statusesNeverGiven[name]?.includes(status));

    test(`an operation succeeds with ${operation.reply.status} and exactly the fields of its schema`, async () => {
      expectSuccess(operation, await call(await valid()));
    });

    test.each(statuses)("an operation can answer %i in the common error shape", async (status) => {
      const provoke = provocations[status];
      if (provoke === undefined) {
        throw new Error(`This suite can't make ${name} answer ${status} yet; add a case for it.`);
      }
      expectError(status, await provoke(await valid()));
    });

    if (operation.method === "GET" && !("events" in operation.reply)) {
      test("an operation answers HEAD like GET, without the body", async () => {
        const request = await valid();
        const [got, head] = [await call(request), await call(request, { method: "HEAD" })];
        expect(head.status).toBe(got.status);
        expect(head.text).toBe("");
        expect(head.headers["content-type"]).toBe(got.headers["content-type"]);
        expectRequestId(head);
      });
    }

    const valid = (): Promise<ValidRequest> => validRequests[name](lectern, lectern.tenant);

    const call = (
      { params, body }: ValidRequest,
      changes: Partial<Request> = {},
      { url }: { url: string } = lectern.node,
    ): Promise<Received> =>
      send(url, {
        method: operation.method,
        path: pathOf(operation, params),
        key: operation.key === "admin" || operation.key === "assistant" ? keyOf(operation.key) : undefined,
        ...(body === undefined ? {} : { json: body }),
        ...changes,
      });

    const keyOf = (kind: "admin" | "assistant"): string => lectern.tenant[kind].secret;

    /** Runs the work while this address has the maximum number of open streams. */
    const whileStreaming = async (work: () => Promise<Received>): Promise<Received> => {
      const { params } = (await endlessRequests[name]?.(lectern, lectern.tenant)) ?? { params: {} };
      const headers = { authorization: `Bearer ${lectern.tenant.admin.secret}` };
      const streams = await Promise.all(
        Array.from({ length: streamsPerAddressMax }, async () => {
          const [stream] = await once(get(lectern.node.url + pathOf(operation, params), { headers }), "response");
          return stream;
        }),
      );
      expect(streams.map((stream) => stream.statusCode)).toEqual(streams.map(() => 200));
      try {
        return await work();
      } finally {
        for (const stream of streams) {
          stream.destroy();
        }
      }
    };

    const provoke403 = async (request: ValidRequest): Promise<Received> => {
      const reply = await call(request, { key: keyOf(operation.key === "admin" ? "assistant" : "admin") });
      expect(reply.text).toMatch(/requires an (admin|assistant) key, but this is an (admin|assistant) key/);
      return reply;
    };

    const provocations: Record<number, (request: ValidRequest) => Promise<Received>> = {
      400: (request) =>
        operation.method === "POST"
          ? call(request, { ...asJson("{"), json: undefined })
          : operation.query === undefined
            ? call({ ...request, params: mapValues(request.params, () => "a\0b") })
            : call(request, { path: `${pathOf(operation, request.params)}?limit=0&from=yesterday` }),
      401: (request) => call(request, { key: undefined }),
      403: provoke403,
      404: (request) => call({ ...request, params: mapValues(request.params, unknownId) }),
      409: async (request) => {
        if (name === "changeAutomation" || name === "removeAutomation") {
          const automations = lectern.node.database.query.updateTable("automations");
          await automations
            .set({ file: ".lectern/automations/a.yaml" })
            .where("id", "=", request.params.id ?? "")
            .execute();
          return call(name === "changeAutomation" ? { ...request, body: { definition: weekly } } : request);
        }
        if (operation.hasStates) {
          expectSuccess(operation, await call(request));
          return call(request);
        }
        const headers = { "idempotency-key": `${name} once` };
        expectSuccess(operation, await call(request, { headers }));
        const fields = Object.keys(operation.body?.properties ?? {});
        const changed = ["body", "note", "name"].find((field) => fields.includes(field)) ?? "another";
        const other = fields.includes("as") ? { as: undefined } : { [changed]: "Another text." };
        return call({ ...request, body: { ...request.body, ...other } }, { headers });
      },
      413: (request) => call(request, { ...asJson(" ".repeat(bodyBytesMax + 1)), json: undefined }),
      415: (request) => call(request, { headers: { "content-type": "text/plain" }, body: "{}", json: undefined }),
      429: async (request) => {
        if ("events" in operation.reply) {
          return whileStreaming(() => call(request));
        }
        expectSuccess(operation, await call(request));
        const limits = operation.limits ?? [];
        await countElsewhere(lectern, limits, Math.max(...limits.map(({ max }) => max)));
        return call(request);
      },
      500: (request) => whileAway(() => call(request)),
      503: (request) => call(request, {}, draining),
    };
  });

  test("the health check succeeds even if everything else is broken", async () => {
    expectSuccess(operations.getHealth, await whileAway(() => send(lectern.node.url, { path: "/healthz" })));
    expectSuccess(operations.getOpenApi, await whileAway(() => send(lectern.node.url, { path: "/openapi.json" })));
    expectSuccess(operations.getHealth, await send(draining.url, { path: "/healthz" }));
  });

  test("an internal error is reported to the operator, not to the client", async () => {
    const path = pathOf(operations.getUpdateStatus, { statusId: "upd_any" });
    const reply = await whileAway(() => send(lectern.node.url, { path, key: lectern.tenant.admin.secret }));
    const logged = lectern.logLines.map((line) => JSON.parse(line));
    expect(logged.filter((line) => line.requestId === reply.headers["x-request-id"])).toContainEqual(
      expect.objectContaining({ error: expect.objectContaining({ message: expect.stringContaining("ECONNREFUSED") }) }),
    );
    expect(parseJson(reply)).toEqual({ error: "Something went wrong on the server; try again later." });
  });

  async function whileAway(work: () => Promise<Received>): Promise<Received> {
    lectern.node.database.isAway = true;
    try {
      return await work();
    } finally {
      lectern.node.database.isAway = false;
    }
  }
});

function asJson(body: string): Partial<Request> {
  return { headers: { "content-type": "application/json" }, body };
}

/** A well-formed ID or domain identifier that doesn't exist. */
function unknownId(id: string): string {
  return id.includes("_") ? id.replace(/_.*/, `_${"0".repeat(36)}`) : "nobody-has-this";
}

function mapValues(params: Record<string, string>, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, change(value)]));
}
