import { get, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import Type from "typebox";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Operation } from "../contract/operation.ts";
import { NewPullRequest } from "../contract/pull-request-operations.ts";
import { LogEvent, name as nameSchema } from "../contract/schemas.ts";
import { readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import type { Handler } from "./call.ts";
import { createHttp } from "./create-http.ts";
import { type Gates, registerOperation } from "./register-operation.ts";
import { StreamSlots } from "./stream-slots.ts";

const stream = {
  method: "GET",
  path: "/events/{id}",
  key: "none",
  reply: { status: 200, contentType: "text/event-stream", events: { log: LogEvent } },
} as const satisfies Operation;

async function serve(operation: Operation, handler: Handler<Operation>, changes: Partial<Gates> = {}) {
  const log = createLog("silent", "api");
  const http = createHttp({ log, trustedProxies: [], operations: { it: operation } });
  const gates: Gates = {
    limiterFor: () => ({ byAddress: async () => {}, byPrincipal: async () => {} }),
    authenticatorFor: () => undefined,
    once: () => Promise.reject(new Error("not used here")),
    change: () => Promise.reject(new Error("not used here")),
    takeTurn: async () => {},
    record: async () => {},
    draining: new AbortController().signal,
    streamSlots: new StreamSlots({ ...readConfig({}).streams, streamsMax: 2 }),
    ...changes,
  };
  registerOperation(http, gates, "it", operation, handler);
  const url = await http.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => http.close());
  return url;
}

const empty = (async () => undefined) as unknown as Handler<Operation>;

test("a handler never sees body fields that its operation doesn't define", async () => {
  const operation = {
    method: "POST",
    path: "/things",
    key: "none",
    body: Type.Object({ name: Type.String() }),
    reply: { status: 200, schema: Type.Object({ fields: Type.Array(Type.String()) }) },
  } as const satisfies Operation;
  const handler: Handler<typeof operation> = async ({ body }) => ({ fields: Object.keys(body) });
  const url = await serve(operation, handler as unknown as Handler<Operation>);
  const reply = await fetch(`${url}/things`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ name: "a", project: { id: "prj_other" }, draft: {} }),
  });
  expect(await reply.json()).toEqual({ fields: ["name"] });
});

test.each(["Ada\u202eecalevoL", "Ada\u2066", "Ada\u200f", "Ada\nLovelace", " "])(
  "nobody and no pull request can be called %j",
  async (name) => {
    const operation = {
      method: "POST",
      path: "/people",
      key: "session",
      body: Type.Object({ name: nameSchema(100), opened: Type.Optional(NewPullRequest) }),
      reply: { status: 204 },
    } as const satisfies Operation;
    const url = await serve(operation, empty);
    const post = (body: object) =>
      fetch(`${url}/people`, {
        method: "POST",
        headers: { "content-type": "application/json", connection: "close" },
        body: JSON.stringify(body),
      });
    const good = "Zoë 👩‍💻 עדה";
    for (const body of [{ name }, { name: good, opened: { head: "next", title: name } }]) {
      const refused = await post(body);
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("must not be blank, and")]);
    }
    expect((await post({ name: good, opened: { head: "next", title: good } })).status).toBe(204);
  },
);

test.each([
  ["authorCode", { authorCode: false }, ["body.authorCode", "is not a known field; did you mean withAuthorCode?"]],
  [
    "nested",
    { rules: [{ forcepush: true }] },
    ["body.rules.0.forcepush", "is not a known field; did you mean forcePush?"],
  ],
  [
    "in a variant",
    { edit: { kind: "rename", address: "a", nam: "b" } },
    ["body.edit.nam", "is not a known field; did you mean name?"],
  ],
])("a setting with an unknown field is refused with the nearest name: %s", async (_, body, [path, message]) => {
  const operation = {
    method: "POST",
    path: "/settings",
    key: "session",
    body: Type.Object({
      name: Type.Optional(Type.String()),
      withAuthorCode: Type.Optional(Type.Boolean()),
      rules: Type.Optional(Type.Array(Type.Object({ forcePush: Type.Optional(Type.Boolean()) }))),
      edit: Type.Optional(
        Type.Union([
          Type.Object({ kind: Type.Literal("move"), address: Type.String(), parent: Type.String() }),
          Type.Object({ kind: Type.Literal("remove"), address: Type.String() }),
          Type.Object({ kind: Type.Literal("rename"), address: Type.String(), name: Type.Optional(Type.String()) }),
        ]),
      ),
    }),
    reply: { status: 204 },
  } as const satisfies Operation;
  const post = async (it: Operation) => {
    const url = await serve(it, empty);
    const headers = { "content-type": "application/json", connection: "close" };
    return fetch(`${url}/settings`, { method: "POST", headers, body: JSON.stringify(body) });
  };
  const refused = await post(operation);
  expect(refused.status).toBe(400);
  const reply = await refused.text();
  expect(reply).toContain(JSON.stringify({ path, message }));
  expect(reply.match(/is not a known field|is required/g)).toHaveLength(1);
  expect((await post({ ...operation, key: "assistant" })).status).toBe(204);
  expect((await post({ ...operation, ignoresUnknownFields: true })).status).toBe(204);
});

// Each request opens its own connection: pooled ones would delay the server's shutdown.
function open(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, resolve).on("error", reject);
  });
}

test("a stream above the limit is refused until another one has ended", async () => {
  const silent: Handler<typeof stream> = async ({ signal }) =>
    (async function* () {
      yield { id: 1, event: "log", data: { line: "open", at: "" } } as const;
      if (!signal.aborted) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      }
    })();
  const draining = new AbortController();
  const url = await serve(stream, silent as unknown as Handler<Operation>, { draining: draining.signal });
  // Closing the server waits for its streams.
  onTestFinished(() => draining.abort());
  const first = await open(`${url}/events/1`);
  const second = await open(`${url}/events/1`);
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  const refused = await open(`${url}/events/1`);
  expect(refused.statusCode).toBe(503);
  expect(await json(refused)).toEqual({ error: expect.stringMatching(/Too many streams/) });
  first.destroy();
  await expect
    .poll(async () => {
      const reply = await open(`${url}/events/1`);
      reply.destroy();
      return reply.statusCode;
    })
    .toBe(200);
});

test("if a handler fails before the first event, the client gets an error reply and the slot is freed", async () => {
  const failing: Handler<Operation> = () => Promise.reject(new Error("away"));
  const url = await serve(stream, failing, {
    streamSlots: new StreamSlots({ ...readConfig({}).streams, streamsMax: 1 }),
  });
  for (let round = 0; round < 3; round++) {
    const reply = await fetch(`${url}/events/1`);
    expect(reply.status).toBe(500);
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
  }
});

test("a request is limited by address first, then authenticated, then limited by organization", async () => {
  const passed: string[] = [];
  const limited: Operation = {
    method: "POST",
    path: "/limited",
    key: "admin",
    reply: { status: 200, schema: Type.Object({ ok: Type.Boolean() }) },
    limits: [{ name: "a", by: "address", max: 1, windowSeconds: 1 }],
  };
  const handler = async () => {
    passed.push("handler");
    return { ok: true };
  };
  const url = await serve(limited, handler as unknown as Handler<Operation>, {
    limiterFor: () => ({
      byAddress: async () => void passed.push("address"),
      byPrincipal: async () => void passed.push("organization"),
    }),
    authenticatorFor: () => () => {
      passed.push("key");
      return { kind: "admin", keyId: "key_1", organizationId: "org_1", projectId: null, scopes: [] };
    },
  });
  await fetch(`${url}/limited`, { method: "POST" });
  expect(passed).toEqual(["address", "key", "organization", "handler"]);
});

test("fields that are not in the contract are never sent", async () => {
  const operation: Operation = {
    method: "GET",
    path: "/it",
    key: "none",
    reply: { status: 200, schema: Type.Object({ open: Type.String() }) },
  };
  const results = [{ open: "yes", secret: "hunter2" }, Object.freeze({ open: "frozen", secret: "hunter2" })];
  for (const result of results) {
    const url = await serve(operation, (async () => result) as unknown as Handler<Operation>);
    // Frozen replies are serialized once, so the second one comes from the cache.
    for (let round = 0; round < 2; round++) {
      const reply = await fetch(`${url}/it`);
      expect(await reply.json()).toEqual({ open: result.open });
    }
  }
});

test.each([
  ["a shutdown", new Error("The git operation was stopped.", { cause: AbortSignal.abort().reason })],
  ["a time limit", new DOMException("The operation was aborted due to timeout", "TimeoutError")],
])("a request that is interrupted by %s gets an error that asks to try again", async (_name, error) => {
  const url = await serve({ ...stream, reply: { status: 200, schema: Type.Object({}) } }, async () => {
    throw error;
  });
  const reply = await open(`${url}/events/1`);
  expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([503, "5"]);
  expect(await json(reply)).toEqual({ error: "The server is stopping or took too long; try again." });
});

describe("a body that its operation can't need is refused before it is parsed", () => {
  const post = (body: Operation["body"]): Operation => ({
    ...{ method: "POST", path: "/things", key: "guest", reply: { status: 204 } },
    ...(body && { body }),
  });
  const short = post(Type.Object({ name: Type.String({ maxLength: 100 }) }));
  const anything = post(Type.Object({ of: Type.Unknown(), name: Type.Optional(Type.String()) }));
  const nested = (levels: number) => `{"of":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  const values = (count: number) => `{"of":[${Array(count).fill(0).join(",")}]}`;
  const text = (bytes: number) => `{"of":"${"a".repeat(bytes)}"}`;

  test.each([
    ["a text longer than the schema's texts", short, text(65_536), 413, "64 KiB"],
    ["a body for an operation that reads none", post(undefined), text(65_536), 413, "64 KiB"],
    ["a text of a megabyte", anything, text(1_048_576), 413, "1 MiB"],
    ["nested lists", anything, nested(100), 400, "64 levels"],
    ["nested lists behind a quotation mark", anything, `{"name":"\\\\\\"[","of":${nested(100)}}`, 400, "64 levels"],
    ["many values", anything, values(20_001), 400, "20000 values"],
    ["a text that never ends", anything, '{"of":"\\"', 400, "valid JSON"],
    ["the deepest lists", anything, nested(60), 204, ""],
    ["a long text of brackets", anything, `{"of":"${"[{,".repeat(100_000)}"}`, 204, ""],
    ["many escaped characters", anything, `{"of":"${'\\\\\\"'.repeat(100_000)}"}`, 204, ""],
  ])("%s", async (_what, operation, body, status, part) => {
    const url = await serve(operation, empty);
    const headers = { "content-type": "application/json", connection: "close" };
    const reply = await fetch(`${url}/things`, { method: "POST", headers, body });
    expect({ status: reply.status, text: await reply.text() }).toEqual({ status, text: expect.stringContaining(part) });
  });
});
