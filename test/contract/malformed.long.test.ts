import { once } from "node:events";
import { METHODS } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { type Operations, operations } from "../../src/contract/operations.ts";
import { bodyLimitOf } from "../../src/http/validation.ts";
import { onDatabaseOfRun, onOneDatabase } from "../support/database.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { expectError, expectRequestId, expectSuccess } from "./expect-reply.ts";
import { validRequests } from "./requests.ts";
import { parseJson, pathOf, type Received, type Request, send } from "./send.ts";

const longestWindowMilliseconds = 86_400_000;
const all = Object.entries(operations) as [keyof Operations, Operation][];
const posts = all.filter(([, operation]) => operation.method === "POST");
const lists = all.filter(([, operation]) => operation.query !== undefined);
const withBody = posts.filter(([, operation]) => operation.body !== undefined);
// CONNECT requests a tunnel instead of a path, and Node closes the connection before the server can answer.
const methods = METHODS.filter((method) => method !== "CONNECT");

onDatabaseOfRun((dialect) => {
  // For requests that are refused before they reach the database, so one database is enough.
  const beforeTheDatabase = onOneDatabase(dialect);
  let lectern: Installation;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
  });
  afterAll(() => lectern.stop());
  beforeEach(() => lectern.clock.advance(longestWindowMilliseconds));

  const call = async (name: keyof Operations, changes: Partial<Request> = {}): Promise<Received> => {
    const operation: Operation = operations[name];
    const { params, body } = await validRequests[name](lectern, lectern.tenant);
    return send(lectern.node.url, {
      method: operation.method,
      path: pathOf(operation, params),
      key: lectern.tenant[operation.key === "assistant" ? "assistant" : "admin"].secret,
      ...(body === undefined || changes.body !== undefined ? {} : { json: body }),
      ...changes,
    });
  };
  const post = (name: keyof Operations, body: string | Buffer, contentType = "application/json") =>
    call(name, { body, headers: { "content-type": contentType } });

  describe("paths and methods", () => {
    test.each([...new Set(all.map(([, { path }]) => path))])(
      "the path %s answers unsupported methods with a list of its methods",
      async (path) => {
        const here = Object.values<Operation>(operations).filter((operation) => operation.path === path);
        const allowed = here.flatMap(({ method, reply }) =>
          method === "GET" && !("events" in reply) ? [method, "HEAD"] : [method],
        );
        // Other websites may call operations that accept a public key.
        const answered = here.some(({ key }) => key === "assistant") ? [...allowed, "OPTIONS"] : allowed;
        for (const method of methods.filter((candidate) => !answered.includes(candidate))) {
          const reply = await send(lectern.node.url, { method, path: path.replace(/\{\w+\}/g, "some-id") });
          if (method === "HEAD") {
            expect(reply.status).toBe(405);
            expectRequestId(reply);
          } else {
            expectError(405, reply);
          }
          expect(reply.headers.allow, method).toBe(allowed.join(", "));
        }
      },
    );

    test.each([
      "/healthz/",
      "/HEALTHZ",
      "//healthz",
      "/v1",
      "/v1/project",
      "/v1/project/updates",
      "/v1/project/updates/some-id/",
      "/v1/project/update-status/some-id/events/more",
      "/v2/agent/some-id/job/some-id/",
      "/v3/agent/some-id/jobs",
      "/openapi.json%20",
      "/openapixjson",
      "/../healthz",
      "/discovery/v1/assistant",
      "/x?path=/healthz",
    ])("the path %s is not found, whatever the method", async (path) => {
      for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) {
        expectError(404, await send(lectern.node.url, { method, path, key: lectern.tenant.admin.secret }));
      }
    });

    test.each(["%", "%zz", "%c3%28", "%00", "a%00b"])("a path with an ID written as %s is refused", async (id) => {
      const key = lectern.tenant.admin.secret;
      const { url } = lectern.node;
      expectError(400, await send(url, { key, path: `/v1/project/update-status/${id}` }));
      expectError(
        400,
        await send(url, { key, path: `/v2/agent/${id}/job`, method: "POST", json: { prompt: "Fix it." } }),
      );
    });

    test.each([
      ["empty", ""],
      ["a quote", "'"],
      ["a slash", "..%2F..%2Fetc%2Fpasswd"],
      ["an emoji", encodeURIComponent("📚")],
      ["of 512 characters", "x".repeat(512)],
      ["of 513 characters", "x".repeat(513)],
    ])("an ID that is %s is reported as not found", async (_what, id) => {
      const key = lectern.tenant.admin.secret;
      const { url } = lectern.node;
      expectError(404, await send(url, { key, path: `/v1/project/update-status/${id}` }));
      expectError(404, await send(url, { key, path: `/v2/agent/${lectern.tenant.project.id}/job/${id}` }));
      expectError(404, await send(url, { key, path: `/v1/project/updates/${id}` }));
      expectError(404, await send(url, { key, path: `/v1/project/update/${id}`, method: "POST" }));
      expectError(
        404,
        await send(url, { key, path: `/v2/agent/${id}/job`, method: "POST", json: { prompt: "Fix it." } }),
      );
    });

    test("a wrong method is reported before the body is read", async () => {
      const body = { body: "not json", headers: { "content-type": "text/plain" } };
      expectError(405, await send(lectern.node.url, { method: "PUT", path: "/healthz", ...body }));
      expectError(404, await send(lectern.node.url, { method: "PUT", path: "/nothing", ...body }));
    });
  });

  describe.each(posts)("the body of %s", beforeTheDatabase, (name, operation) => {
    const validBody = async (): Promise<string> =>
      JSON.stringify((await validRequests[name](lectern, lectern.tenant)).body ?? {});

    test.each([
      ["cut off", '{"prompt": "Fix'],
      ["not JSON", "prompt=Fix"],
      ["two values", "{} {}"],
      ["a comment", "/* */ {}"],
      ["not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22])],
      ["a byte order mark alone", "\ufeff"],
    ])("a body is refused when it is %s", async (_what, body) => {
      const reply = await post(name, body);
      expectError(400, reply);
      expect(parseJson(reply)).toEqual({ error: "The body isn't valid JSON." });
    });

    test.each([
      '{"prompt": "Fix it.", "__proto__": {"admin": true}}',
      '{"prompt": "Fix it.", "deep": [{"__proto__": 1}]}',
      '{"prompt": "Fix it.", "\\u005f_proto__": null}',
      '{"prompt": "Fix it.", "constructor": {"prototype": {"admin": true}}}',
    ])("a body is refused when it targets the prototype: %s", async (body) => {
      expectError(400, await post(name, body));
      expect(({} as Record<string, unknown>).admin).toBeUndefined();
    });

    test.each([
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/jsonx",
      "text/json",
      "json",
      ";",
      "a/b/c",
    ])("a body is refused when its content type is %s", async (contentType) => {
      expectError(415, await post(name, "{}", contentType));
    });

    test("a body without a content type is refused", async () => {
      expectError(415, await call(name, { body: "{}" }));
    });

    test.each(["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"])(
      "a body with the content type %s is accepted",
      async (contentType) => {
        expectSuccess(
          operation,
          await call(name, { headers: { "content-type": contentType }, body: await validBody() }),
        );
      },
    );

    const bodyBytesMax = bodyLimitOf(operation.body);

    test(`a body may have exactly ${bodyBytesMax} bytes`, async () => {
      const exact = (await validBody()).padEnd(bodyBytesMax, " ");
      expectSuccess(operation, await post(name, exact));
      expectError(413, await post(name, `${exact} `));
    });

    test("a body without an announced length is counted in bytes as it arrives", async () => {
      const chunked = { "content-type": "application/json", "transfer-encoding": "chunked" };
      const exact = (await validBody()).padEnd(bodyBytesMax, " ");
      expectSuccess(operation, await call(name, { body: exact, headers: chunked }));
      expectError(413, await call(name, { body: `${exact} `, headers: chunked }));
    });

    test("a deeply nested body causes no failure", async () => {
      const nested = `"deep":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
      const deep = `${(await validBody()).slice(0, -1)},${nested}`.replace("{,", "{");
      const headers = { "content-type": "application/json", "idempotency-key": "deep" };
      const reply = await call(name, { body: deep, headers });
      expect([operation.reply.status, 400, 413], reply.text).toContain(reply.status);
    });
  });

  describe.each(withBody)("the fields of the body of %s", beforeTheDatabase, (name) => {
    test.each([
      ["an empty body", "", "body"],
      ["null", "null", "body"],
      ["an array", "[]", "body"],
      ["a string", '"prompt"', "body"],
      ["a number", "7", "body"],
    ])("a body that is %s is refused because it is not an object", async (_what, body, path) => {
      const reply = await post(name, body);
      expectError(400, reply);
      expect(parseJson(reply).details).toEqual([{ path, message: "must be object" }]);
    });
  });

  describe("the fields of a new agent job", () => {
    test.each([
      [{}, "body.prompt", "is required"],
      [{ prompt: null }, "body.prompt", "must be string"],
      [{ prompt: 7 }, "body.prompt", "must be string"],
      [{ prompt: ["Fix it."] }, "body.prompt", "must be string"],
      [{ prompt: "" }, "body.prompt", "must NOT have fewer than 1 characters"],
      [{ prompt: " \n\t " }, "body.prompt", "must not be blank"],
      [{ prompt: "x".repeat(20_001) }, "body.prompt", "must NOT have more than 20000 characters"],
      [{ prompt: "Fix it.", ref: "" }, "body.ref", "must NOT have fewer than 1 characters"],
      [{ prompt: "Fix it.", ref: "x".repeat(251) }, "body.ref", "must NOT have more than 250 characters"],
      [{ prompt: "Fix it.", model: null }, "body.model", "must be string"],
      [{ prompt: "Fix it.", model: "x".repeat(201) }, "body.model", "must NOT have more than 200 characters"],
    ])("the agent job %j is refused with the path of the wrong field", async (json, path, message) => {
      const reply = await call("createAgentJob", { json });
      expectError(400, reply);
      expect(parseJson(reply).details).toEqual([{ path, message }]);
    });

    test.each([
      { prompt: "x".repeat(20_000) },
      { prompt: "📚".repeat(20_000) },
      { prompt: "Fix it.", ref: "x".repeat(250), model: "x".repeat(200) },
    ])("a value of exactly the maximum length is accepted", async (json) => {
      expectSuccess(operations.createAgentJob, await call("createAgentJob", { json }));
    });

    test.each(["a b", "../main", "-rf", "a..b", "a.lock", "refs/heads/", "main\n"])(
      "the branch %j is refused",
      async (ref) => {
        expectError(400, await call("createAgentJob", { json: { prompt: "Fix it.", ref } }));
      },
    );

    test("text that PostgreSQL cannot store is refused on both databases", async () => {
      for (const json of [{ prompt: "Fix\u0000it." }, { prompt: "Fix it.", model: "\\\u0000" }]) {
        expectError(400, await call("createAgentJob", { json }));
      }
      const { prompt } = { prompt: "Write \\u0000 as it stands here." };
      expectSuccess(operations.createAgentJob, await call("createAgentJob", { json: { prompt } }));
    });
  });

  describe("the fields of a pull request", () => {
    const open = { head: "next", title: "Say it better" };

    test.each([
      ["openPullRequest", { ...open, head: "" }, "body.head", "must NOT have fewer than 1 characters"],
      ["openPullRequest", { ...open, head: "x".repeat(251) }, "body.head", "must NOT have more than 250 characters"],
      ["openPullRequest", { ...open, base: "x".repeat(251) }, "body.base", "must NOT have more than 250 characters"],
      ["openPullRequest", { ...open, title: "x".repeat(301) }, "body.title", "must NOT have more than 300 characters"],
      ["changePullRequest", { body: "x".repeat(65_537) }, "body.body", "must NOT have more than 65536 characters"],
      ["commentPullRequest", { body: "x".repeat(65_537) }, "body.body", "must NOT have more than 65536 characters"],
    ] as const)("%s refuses what is too short or too long, with its path", async (name, json, path, message) => {
      const reply = await call(name, { json });
      expectError(400, reply);
      expect(parseJson(reply).details).toEqual([{ path, message }]);
    });
  });

  describe.each(lists)("the query of %s", (name, operation) => {
    const list = async (search: string): Promise<Received> => {
      const { params } = await validRequests[name](lectern, lectern.tenant);
      return call(name, { path: `${pathOf(operation, params)}?${search}` });
    };

    const faults = [
      ["limit=0", "query.limit"],
      ["limit=101", "query.limit"],
      ["limit=-1", "query.limit"],
      ["limit=1.5", "query.limit"],
      ["limit=many", "query.limit"],
      ["limit=", "query.limit"],
      ["limit=NaN", "query.limit"],
      ["limit=1&limit=2", "query.limit"],
      ["cursor=", "query.cursor"],
      ["cursor=a&cursor=b", "query.cursor"],
      [`cursor=${"x".repeat(129)}`, "query.cursor"],
      ["cursor=not-a-cursor", "query.cursor"],
      ["cursor=zzz", "query.cursor"],
      ["cursor=upd_0", "query.cursor"],
      ["status=unheard-of", "query.status"],
      ["status=", "query.status"],
      ["from=yesterday", "query.from"],
      ["to=2026-3-2", "query.to"],
    ].filter(([, path = ""]) => path.replace("query.", "") in (operation.query?.properties ?? {}));

    test.each(faults)("the query %s is refused with the name of its parameter", async (search, path) => {
      const reply = await list(search);
      expectError(400, reply);
      expect(parseJson(reply).details).toEqual([{ path, message: expect.any(String) }]);
    });

    test("a limit from 1 to 100 is accepted, and unknown query parameters are ignored", async () => {
      for (const search of ["limit=1", "limit=100", "unknown=1", "__proto__=1&constructor=2", "limit=%31", ""]) {
        expectSuccess(operation, await list(search));
      }
    });
  });

  describe("barely valid HTTP", beforeTheDatabase, () => {
    const raw = async (request: string): Promise<string> => {
      const socket = connect(lectern.node.port, "127.0.0.1");
      socket.end(request);
      return text(socket);
    };

    test.each([
      ["something other than HTTP", "hello\r\n\r\n"],
      ["an unknown version", "GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n"],
      ["a space in the path", "GET /heal thz HTTP/1.1\r\nHost: a\r\n\r\n"],
      ["no Host", "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n"],
      ["a header that never ends", `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`],
      ["a header without a name", "GET /healthz HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n"],
      ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
      ["a length that isn't a number", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: one\r\n\r\n"],
      [
        "a length and chunks",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      ],
    ])("a request with %s is answered with 400 in the common error shape", async (_what, request) => {
      const reply = await raw(request);
      const [head = "", body = ""] = reply.split("\r\n\r\n");
      expect(head).toMatch(/^HTTP\/1\.1 400 /);
      expect(head).toMatch(/\r\nx-request-id: req_/);
      expect(head).toMatch(/\r\ncontent-type: application\/json; charset=utf-8/);
      expect(JSON.parse(body)).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/) });
    });

    test("a body with invalid chunks is answered with 400", async () => {
      const path = pathOf(operations.triggerUpdate, { projectId: lectern.tenant.project.id });
      const reply = await raw(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${lectern.tenant.admin.secret}\r\n` +
          "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
      );
      expect(reply).toMatch(/^HTTP\/1\.1 400 .*\{"error":"The request is not valid HTTP/s);
    });

    test("a request with an unknown expectation gets a proper reply", async () => {
      const reply = await send(lectern.node.url, { path: "/healthz", headers: { expect: "the unexpected" } });
      expectRequestId(reply);
      expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
    });

    test("a client that disconnects while sending its body causes no internal error", async () => {
      const before = lectern.logLines.length;
      const socket = connect(lectern.node.port, "127.0.0.1");
      const path = pathOf(operations.triggerUpdate, { projectId: lectern.tenant.project.id });
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${lectern.tenant.admin.secret}\r\n` +
          "Content-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n",
      );
      await once(socket, "data");
      socket.write('{"half":');
      socket.destroy();
      const connections = promisify(
        lectern.node.server.http.server.getConnections.bind(lectern.node.server.http.server),
      );
      await expect.poll(() => connections()).toBe(0);
      const faults = lectern.logLines.slice(before).filter((line) => JSON.parse(line).level >= 40);
      expect(faults).toEqual([]);
    });
  });
});
