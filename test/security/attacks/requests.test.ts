import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dashboardOperations } from "../../../src/contract/dashboard-operations.ts";
import { editorOperations } from "../../../src/contract/editor-operations.ts";
import { isStream, type Operation } from "../../../src/contract/operation.ts";
import { operations } from "../../../src/contract/operations.ts";
import { expectError } from "../../contract/expect-reply.ts";
import { validRequests } from "../../contract/requests.ts";
import { parseJson, pathOf, type Request, send } from "../../contract/send.ts";
import { type Installation, publicUrl, startInstallation } from "../../support/server.ts";
import { type IssuedCredentials, issueCredentials } from "../matrix/credentials.ts";
import { changesBetween, takeFingerprint } from "../matrix/fingerprint.ts";

let lectern: Installation;
let issued: IssuedCredentials;

beforeAll(async () => {
  lectern = await startInstallation("sqlite");
  issued = await issueCredentials(lectern);
  for (const tenant of [lectern.tenant, lectern.stranger]) {
    await validRequests.getUpdateStatus(lectern, tenant);
    await validRequests.getAgentJob(lectern, tenant);
    await validRequests.sendFeedback(lectern, tenant);
  }
});
afterAll(() => lectern.stop());

const request = (options: Request) => send(lectern.node.url, options);
const foreignMarks = (reply: { text: string }) => issued.marks.zenith.filter((mark) => reply.text.includes(mark));

describe("requests that proxies and servers may read differently", () => {
  const smuggled = "GET /openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  const post = (...headers: string[]) => `POST /v1/dashboard/sign-out HTTP/1.1\r\nHost: a\r\n${headers.join("\r\n")}`;

  const forms: readonly [string, string][] = [
    ["a space before the colon", post("Transfer-Encoding : chunked", "Content-Length: 4", "", "0\r\n\r\n")],
    ["an unknown encoding", post("Transfer-Encoding: xchunked", "", "0\r\n\r\n")],
    ["chunks inside something else", post("Transfer-Encoding: chunked, identity", "", "0\r\n\r\n")],
    ["two encodings", post("Transfer-Encoding: chunked", "Transfer-Encoding: identity", "", "0\r\n\r\n")],
    ["an encoding in a folded line", post("Transfer-Encoding:", " chunked", "Content-Length: 5", "", "0\r\n\r\n")],
    ["a tab in the name of the encoding", post("Transfer-Encoding\t: chunked", "", "0\r\n\r\n")],
    ["a length with a sign", post("Content-Length: +0", "", "")],
    ["a length in hexadecimal", post("Content-Length: 0x0", "", "")],
    ["a list of lengths", post("Content-Length: 0, 0", "", "")],
    ["a negative length", post("Content-Length: -1", "", "")],
    ["lines that end with a line feed only", "GET /healthz HTTP/1.1\nHost: a\nContent-Length: 0\n\n"],
    ["a carriage return in a value", "GET /healthz HTTP/1.1\r\nHost: a\rX: b\r\n\r\n"],
    ["a NUL in a value", "GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n"],
    ["a chunk whose size is not a number", post("Transfer-Encoding: chunked", "", "0x0\r\n\r\n")],
    ["a chunk that is longer than it says", post("Transfer-Encoding: chunked", "", "1\r\nab\r\n0\r\n\r\n")],
    ["a chunk with a line feed in its extension", post("Transfer-Encoding: chunked", "", "0;a\nb\r\n\r\n")],
  ];

  test.each(forms)("a request with %s is refused, and nothing after it is read", async (_what, form) => {
    const socket = connect(lectern.node.port, "127.0.0.1");
    socket.end(form + smuggled);
    const reply = await text(socket);
    // Some requests are refused for a missing credential before their body is read.
    expect(reply.match(/^HTTP\/1\.1 \d+/gm)).toEqual([expect.stringMatching(/ 40[01]$/)]);
    expect(reply).not.toContain('"openapi"');
  });

  test("a request with thousands of headers is refused", async () => {
    const socket = connect(lectern.node.port, "127.0.0.1");
    const headers = Array.from({ length: 5_000 }, (_, index) => `x${index}: y`).join("\r\n");
    socket.end(`GET /healthz HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    expect((await request({ path: "/healthz" })).status).toBe(200);
  });
});

describe("attempts to bypass access checks", () => {
  const reads = Object.entries<Operation>({ ...operations, ...dashboardOperations }).filter(
    ([, operation]) => operation.method === "GET" && operation.key !== "none",
  );

  test("HEAD needs the same credential as GET, and reveals no more", async () => {
    for (const [name, operation] of reads) {
      const path = operation.path.replace(/\{\w+\}/g, lectern.tenant.project.id);
      const reply = await request({ method: "HEAD", path });
      expect(`${name}: ${reply.status}`).toBe(`${name}: ${isStream(operation) ? 405 : 401}`);
      expect(reply.text).toBe("");
    }
  });

  test("no spelling of a path gives access that its usual spelling doesn't", async () => {
    const { id } = lectern.tenant.project;
    const spellings = [
      `//v1/project/updates/${id}`,
      `/v1//project/updates/${id}`,
      `/V1/project/updates/${id}`,
      `/v1/project/updates/${id}/`,
      `/v1/project/updates/${id};a=b`,
      `/v1/project/%75pdates/${id}`,
      `/v1/project%2Fupdates%2F${id}`,
      `/v1/project/updates/x/../${id}`,
      `/healthz/../v1/project/updates/${id}`,
      `/healthz%2F..%2Fv1/project/updates/${id}`,
      `/v1/project/updates/${id}%20`,
      `/v1/project/updates/${id}%0a`,
      `/v1\\project\\updates\\${id}`,
      `http://docs.lectern.test/v1/project/updates/${id}`,
      `/openapi.json?/v1/project/updates/${id}`,
      `/v1/project/updates/${id}?projectId=${lectern.stranger.project.id}`,
    ];
    for (const path of spellings) {
      for (const name of ["no credential", "an admin key of another organization", "a removed member"] as const) {
        const reply = await request({ path, headers: issued.headers[name] });
        const isPublic = path.startsWith("/openapi.json");
        expect(`${path}: ${reply.status < 400}`).toBe(`${path}: ${isPublic}`);
        expect(issued.marks.acme.filter((mark) => reply.text.includes(mark))).toEqual([]);
      }
    }
  });

  test("a method in a header or parameter doesn't override the request's method", async () => {
    const { id } = lectern.tenant.project;
    const before = await takeFingerprint(lectern);
    for (const name of ["x-http-method-override", "x-http-method", "x-method-override"]) {
      const path = pathOf(operations.triggerUpdate, { projectId: id });
      const headers = { ...issued.headers["an admin"], [name]: "POST" };
      expect((await request({ path: `${path}?_method=POST`, headers })).status).toBe(405);
    }
    expect(changesBetween(before, await takeFingerprint(lectern))).toEqual({});
  });

  test("a key is only accepted in its header", async () => {
    const { secret } = lectern.tenant.admin;
    const path = pathOf(operations.listUpdates, { projectId: lectern.tenant.project.id });
    for (const name of ["key", "api_key", "apikey", "access_token", "token", "authorization"]) {
      expectError(401, await request({ path: `${path}?${name}=${secret}` }));
    }
    for (const name of ["x-api-key", "x-authorization", "proxy-authorization", "cookie", "x-forwarded-authorization"]) {
      expectError(401, await request({ path, headers: { [name]: `Bearer ${secret}` } }));
    }
  });

  test("headers of untrusted proxies have no effect", async () => {
    const path = pathOf(operations.listUpdates, { projectId: lectern.tenant.project.id });
    // The key is only valid from 10.0.0.0/8.
    const headers = issued.headers["a key bound to another address"];
    for (const name of [
      "x-forwarded-for",
      "x-real-ip",
      "client-ip",
      "true-client-ip",
      "cf-connecting-ip",
      "forwarded",
    ]) {
      expectError(403, await request({ path, headers: { ...headers, [name]: "10.0.0.1" } }));
    }
  });

  test("links for people lead to the configured address, whatever the request's headers say", async () => {
    const { organizationId, project } = lectern.tenant;
    const admin = issued.headers["an admin"];
    const forged = {
      host: "evil.test",
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "http",
      forwarded: "host=evil.test",
    };
    const replies = [
      await request({
        method: "POST",
        path: pathOf(dashboardOperations.createInvitation, { organizationId }),
        headers: { ...admin, ...forged },
        json: { email: "new@acme.test", role: "viewer" },
      }),
      await request({
        path: pathOf(dashboardOperations.getWebhook, { projectId: project.id }),
        headers: { ...admin, ...forged },
      }),
      await request({
        method: "POST",
        path: pathOf(operations.createPreview, { projectId: project.id }),
        headers: { ...admin, ...forged },
        json: { branch: "next" },
      }),
    ];
    for (const reply of replies) {
      expect(reply.status).toBeLessThan(300);
      expect(reply.text).not.toContain("evil.test");
    }
    expect(parseJson(replies[0] ?? { text: "" }).link).toMatch(new RegExp(`^${publicUrl}/dashboard/join#`));
  });
});

describe("data of another organization", () => {
  test("data of another organization is in no list, whatever cursor or filter a client sends", async () => {
    const { tenant, stranger } = lectern;
    const { query } = lectern.node.database;
    const cursors = {
      listUpdates: "updates",
      listAgentJobs: "agentJobs",
      listInsightConversations: "threads",
      listInsightQuestions: "turns",
    } as const;
    for (const [name, table] of Object.entries(cursors) as [keyof typeof cursors, "updates"][]) {
      const rows = await query.selectFrom(table).select("id").where("projectId", "=", stranger.project.id).execute();
      expect(rows.length, name).toBeGreaterThan(0);
      const path = pathOf(operations[name], { projectId: tenant.project.id });
      for (const { id } of rows) {
        const reply = await request({
          path: `${path}?cursor=${id}&projectId=${stranger.project.id}`,
          key: tenant.admin.secret,
        });
        expect(reply.status, `${name}: ${reply.text}`).toBe(200);
        expect(foreignMarks(reply)).toEqual([]);
        expect(reply.text).not.toContain(`"${id}"`);
      }
    }
    const audit = pathOf(dashboardOperations.listAuditEntries, { organizationId: tenant.organizationId });
    const headers = issued.headers["an admin"];
    const reply = await request({ path: `${audit}?projectId=${stranger.project.id}`, headers });
    expect(parseJson(reply).entries).toEqual([]);
  });

  test("data of another organization can't be reached through unexpected fields in a body", async () => {
    const { tenant, stranger } = lectern;
    const own = { projectId: tenant.project.id, organizationId: tenant.organizationId };
    const foreign = { organizationId: stranger.organizationId, organization_id: stranger.organizationId };
    const more = {
      ...foreign,
      projectId: stranger.project.id,
      project_id: stranger.project.id,
      id: stranger.project.id,
    };
    const bodies = {
      createKey: { kind: "assistant", name: "Website", ...more },
      changeProject: { name: "Acme", ...more },
      createInvitation: { email: "two@acme.test", role: "viewer", ...more },
      renameOrganization: { name: "Acme", ...more },
    } as const;
    const before = await foreignRows();
    for (const [name, json] of Object.entries(bodies) as [keyof typeof bodies, object][]) {
      const operation: Operation = dashboardOperations[name];
      const headers = issued.headers["an admin"];
      const reply = await request({ method: "POST", path: pathOf(operation, own), headers, json });
      expect(foreignMarks(reply)).toEqual([]);
    }
    expect(await foreignRows()).toEqual(before);
  });

  test.each([
    ["createInvitation", { email: "three@acme.test", role: "owner" }],
    ["createInvitation", { email: "three@acme.test", role: ["admin"] }],
    ["createKey", { kind: "admin", name: "Deploy", scopes: ["admin"] }],
    ["createKey", { kind: "operator", name: "Deploy", scopes: ["read"] }],
    ["changeProject", JSON.parse('{"name":"Acme","__proto__":{"role":"admin"}}')],
    ["changeProject", { name: "Acme", constructor: { prototype: { role: "admin" } } }],
  ] as const)("%s refuses %j", async (name, json) => {
    const operation: Operation = dashboardOperations[name];
    const { organizationId, project } = lectern.tenant;
    const path = pathOf(operation, { organizationId, projectId: project.id });
    const before = await takeFingerprint(lectern);
    expectError(400, await request({ method: "POST", path, headers: issued.headers["an admin"], json }));
    expect(changesBetween(before, await takeFingerprint(lectern))).toEqual({});
  });

  test("a conversation of another organization can't be continued by naming its thread", async () => {
    const { tenant, stranger } = lectern;
    const { query } = lectern.node.database;
    const thread = await query
      .selectFrom("threads")
      .selectAll()
      .where("projectId", "=", stranger.project.id)
      .executeTakeFirstOrThrow();
    const before = await foreignRows();
    const reply = await request({
      method: "POST",
      path: pathOf(operations.sendMessageV2, { domain: tenant.project.domain }),
      key: tenant.assistant.secret,
      json: {
        fp: thread.fp,
        threadId: thread.name,
        messages: [{ id: "m1", role: "user", content: "What did I ask before?" }],
      },
    });
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain("How do I install it?");
    expect(foreignMarks(reply)).toEqual([]);
    expect(await foreignRows()).toEqual(before);
    const own = await query
      .selectFrom("threads")
      .select("id")
      .where("projectId", "=", tenant.project.id)
      .where("name", "=", thread.name)
      .execute();
    expect(own.map(({ id }) => id)).not.toContain(thread.id);
  });

  /** All stored rows that belong to the other organization. */
  async function foreignRows(): Promise<string[]> {
    const { organizationId, project } = lectern.stranger;
    const rows = [...(await takeFingerprint(lectern)).values()].flatMap((each) => [...each]);
    return rows.filter((row) => row.includes(organizationId) || row.includes(project.id)).sort();
  }
});

const readable = Object.entries<Operation>({ ...operations, ...dashboardOperations, ...editorOperations }).filter(
  ([, { method, key }]) => method === "GET" && key !== "none",
);

test.each(readable)("another website can't read %s with a member's session", async (_name, { path }) => {
  const headers = issued.headers["an admin"];
  const read = (more: Record<string, string>) =>
    request({ path: path.replace(/\{\w+\}/g, "x"), headers: { ...headers, ...more }, onlyHead: true });
  const { origin } = new URL(publicUrl);
  for (const foreign of [
    ...["same-site", "cross-site"].map((site) => ({ "sec-fetch-site": site })),
    ...["null", "https://evil.test", `${origin}.evil.test`, `${origin}:1`, origin.replace("https", "http")].map(
      (other) => ({ origin: other }),
    ),
  ]) {
    expect([foreign, (await read(foreign)).status]).toEqual([foreign, 403]);
  }
  expect([401, 403]).not.toContain((await read({ origin })).status);
});
