import type { FastifyInstance } from "fastify";
import Type from "typebox";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { operations } from "../../src/contract/operations.ts";
import { Health } from "../../src/contract/schemas.ts";
import type { Handler } from "../../src/http/call.ts";
import { createHttp } from "../../src/http/create-http.ts";
import { answerOnce } from "../../src/http/gates/idempotency/answer-once.ts";
import { createRateLimiter } from "../../src/http/gates/rate-limits/middleware.ts";
import { RequestCounter } from "../../src/http/gates/rate-limits/request-counter.ts";
import { registerOperation } from "../../src/http/register-operation.ts";
import { StreamSlots } from "../../src/http/stream-slots.ts";
import { LastUsed } from "../../src/keys/last-used.ts";
import { authenticateByKey } from "../../src/keys/middleware.ts";
import { prepareFindKeyByHash } from "../../src/keys/store.ts";
import { readConfig } from "../../src/platform/config.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { expectError, expectSuccess } from "./expect-reply.ts";
import { parseRateLimitField } from "./rate-limit-header.ts";
import { validRequests } from "./requests.ts";
import { pathOf, type Received, type Request, send } from "./send.ts";

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;
const site = "https://docs.acme.test";

// A stand-in for the assistant's operations, with small limits: 4 requests an hour and 6 a day.
const ask = {
  method: "POST",
  path: "/discovery/v1/ask/{domain}",
  key: "assistant",
  body: Type.Object({ question: Type.String() }),
  reply: { status: 200, schema: Health },
  limits: [
    { name: "assistant-organization", by: "organization", max: 4, windowSeconds: 3_600 },
    { name: "assistant-address", by: "address", max: 6, windowSeconds: 86_400 },
  ],
} as const satisfies Operation;

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let http: FastifyInstance;
  let url: string;
  let proxiedUrl: string;

  const serve = async (trustedProxies: string[]): Promise<FastifyInstance> => {
    const { database } = lectern.node;
    const { clock, log } = lectern;
    const deps = { database, clock, counter: new RequestCounter({ database, clock }) };
    const lastUsed = new LastUsed(database, clock);
    const served = createHttp({ log, trustedProxies, operations: { ask } });
    const handler: Handler<typeof ask> = async ({ principal }) => ({ status: principal.projectId ?? "none" });
    registerOperation(
      served,
      {
        limiterFor: (limits) => createRateLimiter(deps.counter, limits),
        authenticatorFor: authenticateByKey(
          { findKeyByHash: prepareFindKeyByHash(database), clock, lastUsed },
          () => undefined,
          () => undefined,
        ),
        once: (request, work) => answerOnce(deps, request, work),
        change: (work) => deps.database.transaction(work),
        takeTurn: async () => {},
        record: async () => {},
        draining: new AbortController().signal,
        streamSlots: new StreamSlots({ ...readConfig({}).streams, streamsMax: 1 }),
      },
      "ask",
      ask,
      handler as unknown as Handler<Operation>,
    );
    await served.listen({ host: "127.0.0.1", port: 0 });
    return served;
  };

  let proxied: FastifyInstance;
  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    http = await serve([]);
    proxied = await serve(["127.0.0.1", "10.1.0.0/16"]);
    url = http.listeningOrigin;
    proxiedUrl = proxied.listeningOrigin;
  });
  afterAll(async () => {
    await http.close();
    await proxied.close();
    await lectern.stop();
  });
  beforeEach(() => lectern.clock.advance(dayMilliseconds));

  const post = (changes: Partial<Request> = {}, to = url): Promise<Received> =>
    send(to, {
      method: "POST",
      path: "/discovery/v1/ask/acme-docs",
      key: lectern.tenant.assistant.secret,
      json: { question: "How?" },
      ...changes,
      headers: { origin: site, ...changes.headers },
    });

  describe("requests from other websites", () => {
    test("a preflight request is answered without a key and lists the headers that a browser may send", async () => {
      const reply = await post({
        method: "OPTIONS",
        key: undefined,
        json: undefined,
        headers: { "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
      });
      expect(reply.status).toBe(204);
      expect(reply.text).toBe("");
      expect(reply.headers["access-control-allow-origin"]).toBe("*");
      expect(words(reply.headers["access-control-allow-methods"])).toContain("post");
      expect(words(reply.headers["access-control-allow-headers"])).toEqual(
        expect.arrayContaining(["authorization", "content-type", "idempotency-key"]),
      );
      expect(Number(reply.headers["access-control-max-age"])).toBeGreaterThan(0);
    });

    test("a script on another website may read the reply and the headers that it needs", async () => {
      const reply = await post();
      expectSuccess(ask, reply);
      expectReadable(reply);
    });

    test.each([
      [400, { json: { question: 7 } }],
      [401, { key: undefined }],
      [404, { path: "/discovery/v1/nothing" }],
      [405, { method: "DELETE", json: undefined }],
      [413, { json: { question: "x".repeat(1_048_576) } }],
      [415, { json: undefined, body: "{}" }],
    ])("a script on another website may read a %i reply too", async (status, changes) => {
      const reply = await post(changes);
      expectError(status, reply);
      expectReadable(reply);
    });

    test("a script on another website may read that a limit was exceeded", async () => {
      for (let count = 0; count < 4; count++) {
        expectSuccess(ask, await post());
      }
      const reply = await post();
      expectError(429, reply);
      expectReadable(reply);
    });

    test("replies never allow cookies or other browser credentials", async () => {
      for (const method of ["OPTIONS", "POST"]) {
        expect((await post({ method })).headers["access-control-allow-credentials"]).toBeUndefined();
      }
    });
  });

  const others = Object.entries<Operation>(operations).filter(([, { key }]) => key !== "assistant");

  test.each(others)("the operation %s does not allow other websites", async (name, operation) => {
    const { params } = await validRequests[name as keyof typeof operations](lectern, lectern.tenant);
    const path = pathOf(operation, params);
    const headers = { origin: site, "access-control-request-method": operation.method };
    const replies = [
      await send(lectern.node.url, { method: "OPTIONS", path, headers }),
      await send(lectern.node.url, { method: operation.method, path, headers }),
      await send(lectern.node.url, { method: operation.method, path, headers, key: lectern.tenant.admin.secret }),
    ];
    expect(replies[0]?.status).toBe(405);
    for (const reply of replies) {
      expect(Object.keys(reply.headers).filter((header) => header.startsWith("access-control-"))).toEqual([]);
    }
  });

  describe("keys", () => {
    test("an assistant key is accepted and determines the project", async () => {
      const reply = await post();
      expectSuccess(ask, reply);
      expect(JSON.parse(reply.text)).toEqual({ status: lectern.tenant.project.id });
    });

    test("an admin key is refused by an operation for assistant keys", async () => {
      expectError(403, await post({ key: lectern.tenant.admin.secret }));
    });

    test("a key restricted to some websites is refused from others and without an origin", async () => {
      const { secret } = await lectern.issueKey({
        kind: "assistant",
        organizationId: lectern.tenant.organizationId,
        projectId: lectern.tenant.project.id,
        allowedOrigins: [`${site}/`, "http://localhost:3000"],
      });
      expectSuccess(ask, await post({ key: secret }));
      expectSuccess(ask, await post({ key: secret, headers: { origin: "http://localhost:3000" } }));
      for (const origin of ["https://evil.test", "http://docs.acme.test", `${site}.evil.test`, "null", `${site}:444`]) {
        lectern.clock.advance(dayMilliseconds);
        expectError(403, await post({ key: secret, headers: { origin } }));
      }
      expectError(403, await send(url, { method: "POST", path: "/discovery/v1/ask/acme-docs", key: secret, json: {} }));
    });
  });

  describe("limits by address", () => {
    test("requests count against limits by address before their key is checked", async () => {
      for (let remaining = 5; remaining >= 0; remaining--) {
        const reply = await post({ key: "svc_dsc_guess" });
        expectError(401, reply);
        expect(parseRateLimitField(reply.headers.ratelimit)).toEqual([
          { name: "assistant-address", parameters: { r: remaining, t: 86_400 } },
        ]);
      }
      expectError(429, await post({ key: "svc_dsc_guess" }));
      expectError(429, await post());
    });

    test("a reply reports both limits, and Retry-After is the wait for the exceeded one", async () => {
      for (let count = 0; count < 4; count++) {
        expectSuccess(ask, await post());
      }
      lectern.clock.advance(hourMilliseconds / 2);
      const overHour = await post();
      expectError(429, overHour);
      expect(overHour.headers["retry-after"]).toBe("1800");
      expect(parseRateLimitField(overHour.headers["ratelimit-policy"])).toEqual([
        { name: "assistant-address", parameters: { q: 6, w: 86_400 } },
        { name: "assistant-organization", parameters: { q: 4, w: 3_600 } },
      ]);
      expect(parseRateLimitField(overHour.headers.ratelimit)).toEqual([
        { name: "assistant-address", parameters: { r: 1, t: 84_600 } },
        { name: "assistant-organization", parameters: { r: 0, t: 1_800 } },
      ]);
      lectern.clock.advance(hourMilliseconds / 2);
      expectSuccess(ask, await post());
      const overDay = await post();
      expectError(429, overDay);
      expect(overDay.headers["retry-after"]).toBe("82800");
    });
  });

  describe("the client's address", () => {
    const exhaust = async (headers: Request["headers"], to: string): Promise<number[]> => {
      const statuses = [];
      for (let count = 0; count < 7; count++) {
        statuses.push((await post({ key: "svc_dsc_guess", headers: { ...headers } }, to)).status);
      }
      return statuses;
    };
    const sixThenRefused = [401, 401, 401, 401, 401, 401, 429];

    test("the client's address is not taken from an untrusted client", async () => {
      const statuses = [];
      for (let count = 0; count < 7; count++) {
        const headers = { "x-forwarded-for": `203.0.113.${count}` };
        statuses.push((await post({ key: "svc_dsc_guess", headers })).status);
      }
      expect(statuses).toEqual(sixThenRefused);
    });

    test("the client's address is taken from a trusted proxy", async () => {
      expect(await exhaust({ "x-forwarded-for": "203.0.113.7" }, proxiedUrl)).toEqual(sixThenRefused);
      const other = await post({ key: "svc_dsc_guess", headers: { "x-forwarded-for": "203.0.113.8" } }, proxiedUrl);
      expectError(401, other);
    });

    test("the client's address cannot be spoofed by prepending to the header that the proxy extends", async () => {
      const statuses = [];
      for (let count = 0; count < 7; count++) {
        const headers = { "x-forwarded-for": `198.51.100.${count}, 203.0.113.9, 10.1.2.3` };
        statuses.push((await post({ key: "svc_dsc_guess", headers }, proxiedUrl)).status);
      }
      expect(statuses).toEqual(sixThenRefused);
    });

    test("the client's address is recognized however it is written", async () => {
      const spellings = ["203.0.113.10", "::ffff:203.0.113.10", "::FFFF:cb00:710a"];
      const statuses = [];
      for (let count = 0; count < 7; count++) {
        const headers = { "x-forwarded-for": spellings[count % spellings.length] };
        statuses.push((await post({ key: "svc_dsc_guess", headers }, proxiedUrl)).status);
      }
      expect(statuses).toEqual(sixThenRefused);
    });

    test.each(["", "nonsense", "203.0.113.10:1234", ",,,", "'; drop table rate_limits; --", "x".repeat(8_000)])(
      "a forwarded address of %j does no harm",
      async (forwarded) => {
        const { status } = await post({ headers: { "x-forwarded-for": forwarded } }, proxiedUrl);
        expect([200, 401, 429]).toContain(status);
      },
    );
  });

  test("a key restricted to an address is checked against the address that a trusted proxy forwards", async () => {
    const node = await lectern.startNode({ trustedProxies: ["127.0.0.1"] });
    const path = pathOf(operations.listUpdates, { projectId: lectern.tenant.project.id });
    const key = lectern.tenant.bound.secret;
    const from = (forwarded: string, to: string) => send(to, { path, key, headers: { "x-forwarded-for": forwarded } });
    expectError(403, await from("10.20.30.40", lectern.node.url));
    expectSuccess(operations.listUpdates, await from("10.20.30.40", node.url));
    expectError(403, await from("203.0.113.1", node.url));
    expectError(403, await from("10.20.30.40, 203.0.113.1", node.url));
    await node.stop();
  });
});

function expectReadable({ headers }: Received): void {
  expect(headers["access-control-allow-origin"]).toBe("*");
  expect(words(headers["access-control-expose-headers"])).toEqual(
    expect.arrayContaining(["x-thread-id", "x-request-id", "ratelimit", "ratelimit-policy", "retry-after"]),
  );
}

function words(field: string | undefined): string[] {
  return (field ?? "").toLowerCase().split(/\s*,\s*/);
}
