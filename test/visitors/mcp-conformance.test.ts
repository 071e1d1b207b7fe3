import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publishPages } from "../assistant/asked-project.ts";
import { send } from "../contract/send.ts";
import { type Publisher, startPublisher } from "../updates/publisher.ts";

/** The checks of the official conformance suite that apply to a server without prompts, resources and streams. */
let lectern: Publisher;

beforeAll(async () => {
  lectern = await startPublisher("sqlite");
  await publishPages(lectern, "kettle");
});
afterAll(() => lectern.close());

const toolNames = ["search", "ask", "read_page", "list_pages", "report_problem"];
const errorCodes = { invalidParams: -32_602, methodNotFound: -32_601, headerMismatch: -32_020 };

async function post(json: object, headers: Record<string, string> = {}) {
  const host = `kettle.localhost:${lectern.port}`;
  const accept = "application/json, text/event-stream";
  const reply = await send(lectern.url, { method: "POST", path: "/mcp", json, headers: { host, accept, ...headers } });
  return { status: reply.status, headers: reply.headers, body: reply.text === "" ? undefined : JSON.parse(reply.text) };
}

describe("the revision without sessions, 2026-07-28", () => {
  const revision = "2026-07-28";
  const whole = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const ask = (method: string, params: object = { _meta: whole }, headers: Record<string, string> = {}) =>
    post(
      { jsonrpc: "2.0", id: 7, method, params },
      { "mcp-protocol-version": revision, "mcp-method": method, ...headers },
    );
  /** The metadata of a request with another value of one field, or without it. */
  const metaWith = (field: string, value?: unknown) => ({
    _meta: { ...whole, [`io.modelcontextprotocol/${field}`]: value },
  });
  const refusal = (status: number, code: number) => ({ status, body: { jsonrpc: "2.0", id: 7, error: { code } } });

  test("the server says which revisions it supports, what it offers and who it is", async () => {
    const { status, body } = await ask("server/discover");
    expect(status).toBe(200);
    expect(body.result.supportedVersions).toContain(revision);
    expect(Object.keys(body.result.capabilities)).toEqual(["tools"]);
    expect(body.result._meta["io.modelcontextprotocol/serverInfo"]).toMatchObject({
      name: "kettle-docs",
      version: expect.stringMatching(/\d/),
    });
  });

  test.each([
    ["no metadata", {}],
    ["no protocol version", metaWith("protocolVersion")],
    ["no client capabilities", metaWith("clientCapabilities")],
  ])("a request with %s is refused under its own ID", async (_what, params) => {
    expect(await ask("server/discover", params)).toMatchObject(refusal(400, errorCodes.invalidParams));
  });

  test("a client doesn't have to say who it is", async () => {
    expect((await ask("server/discover", metaWith("clientInfo"))).status).toBe(200);
  });

  test("an unknown revision is refused with the supported ones", async () => {
    const supported = (await ask("server/discover")).body.result.supportedVersions;
    const unknown = metaWith("protocolVersion", "v999.0.0");
    const { status, body } = await ask("server/discover", unknown, { "mcp-protocol-version": "v999.0.0" });
    expect([status, body.id, body.error.data.requested]).toEqual([400, 7, "v999.0.0"]);
    expect(body.error.data.supported.length).toBeGreaterThan(0);
    expect(supported).toEqual(expect.arrayContaining(body.error.data.supported));
  });

  const call = { _meta: whole, name: "list_pages", arguments: {} };
  test.each([
    ["of another revision", "server/discover", metaWith("protocolVersion", "v999.0.0"), {}],
    ["of another method", "tools/list", undefined, { "mcp-method": "prompts/list" }],
    ["of the method in capitals", "tools/list", undefined, { "mcp-method": "TOOLS/LIST" }],
    ["of another tool", "tools/call", call, { "mcp-name": "ask" }],
    ["of no tool", "tools/call", call, {}],
  ])("a request whose headers are those %s is refused", async (_what, method, params, headers) => {
    expect(await ask(method, params, headers)).toMatchObject(refusal(400, errorCodes.headerMismatch));
  });

  test("a request without a method in its headers is refused", async () => {
    const message = { jsonrpc: "2.0", id: 7, method: "tools/list", params: { _meta: whole } };
    const reply = await post(message, { "mcp-protocol-version": revision });
    expect(reply).toMatchObject(refusal(400, errorCodes.headerMismatch));
  });

  test("header names may have capitals, and spaces around a value don't count", async () => {
    expect((await ask("tools/call", call, { "mcp-name": "  list_pages  " })).body.result.isError).toBeFalsy();
    const message = { jsonrpc: "2.0", id: 7, method: "tools/list", params: { _meta: whole } };
    const reply = await post(message, { "MCP-PROTOCOL-VERSION": revision, "MCP-METHOD": "tools/list" });
    expect(reply.status).toBe(200);
  });

  test.each([
    ...["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"],
    ...["prompts/list", "resources/list", "unknown/method"],
  ])("the method %s doesn't exist", async (method) => {
    expect(await ask(method)).toMatchObject(refusal(404, errorCodes.methodNotFound));
  });

  test("clients may keep the list of tools, which is the same every time", async () => {
    const { result } = (await ask("tools/list")).body;
    expect(result.tools.map(({ name }: { name: string }) => name)).toEqual(toolNames);
    expect(result).toMatchObject({ ttlMs: 300_000, cacheScope: "public" });
    expect((await ask("tools/list")).body.result.tools).toEqual(result.tools);
  });
});

describe("earlier revisions", () => {
  test.each(["2025-11-25", "2025-06-18"])("a client of %s shakes hands without a session", async (protocolVersion) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } };
    const { status, body, headers } = await post({ jsonrpc: "2.0", id: "start", method: "initialize", params });
    expect([status, headers["mcp-session-id"]]).toEqual([200, undefined]);
    expect(body).toMatchObject({
      ...{ jsonrpc: "2.0", id: "start" },
      result: { protocolVersion, serverInfo: { name: "kettle-docs" }, capabilities: { tools: {} } },
    });
    const version = { "mcp-protocol-version": protocolVersion };
    expect((await post({ jsonrpc: "2.0", method: "notifications/initialized" }, version)).status).toBe(202);
    const ping = await post({ jsonrpc: "2.0", id: "ping", method: "ping" }, version);
    expect(ping.body).toEqual({ jsonrpc: "2.0", id: "ping", result: {} });
    const { tools } = (await post({ jsonrpc: "2.0", id: 1, method: "tools/list" }, version)).body.result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(toolNames);
    for (const tool of tools) {
      expect(tool.name).toMatch(/^[\w.-]{1,128}$/);
      expect([tool.description.length > 10, tool.inputSchema.type]).toEqual([true, "object"]);
    }
  });
});

test.each(["legacy", "auto"] as const)("the official client finds the tools in the mode %s", async (mode) => {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const answer = async (_url: string | URL, { method = "GET", headers, body }: RequestInit = {}): Promise<Response> => {
    const host = `kettle.localhost:${lectern.port}`;
    const request = { method, path: "/mcp", headers: { ...Object.fromEntries(new Headers(headers)), host } };
    const reply = await send(lectern.url, typeof body === "string" ? { ...request, body } : request);
    const type = { "content-type": String(reply.headers["content-type"] ?? "text/plain") };
    return new Response(reply.text === "" ? null : reply.text, { status: reply.status, headers: type });
  };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${lectern.url}/mcp`), { fetch: answer }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(toolNames);
  await client.close();
});
