import type { IncomingHttpHeaders } from "node:http";
import {
  createMcpHandler,
  isLegacyRequest,
  type ListToolsResult,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Log } from "../platform/log.ts";
import { type CallTool, type Tool, UnknownTool } from "../platform/tools/tool.ts";

export interface ToolServer {
  name: string;
  title: string;
  instructions: string;
  tools: readonly Tool[];
  callTool: CallTool;
  /** Whether clients may share the list of tools. */
  cacheScope: "public" | "private";
  log: Log;
}

interface McpRequest {
  body: unknown;
  headers: IncomingHttpHeaders;
}

interface McpReply {
  status: number;
  /** Undefined if the reply has no body. */
  body: string | undefined;
}

const serverVersion = "2.0.0";
const cacheMilliseconds = 300_000;
const invalidParams = -32_602;
const internalError = -32_603;
const methodNotFound = -32_601;
const unsupportedVersion = -32_022;
// Texts of our own, which clients may see.
const ownTexts = /^(?:Unknown tool |The tool failed )/;
// The protocol's code requires an absolute address; nothing is ever sent to it.
const anyAddress = "http://lectern.internal/mcp";

/**
 * Answers one message of any revision of the protocol: 2026-07-28, which has no sessions, or an earlier one with its
 * handshake. Nothing is kept for a client, so any node can answer.
 */
export async function answerMcp(served: ToolServer, { body, headers }: McpRequest): Promise<McpReply> {
  const request = toRequest(headers);
  if (await isLegacyRequest(request, body)) {
    const server = createServer(served);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await readReply(await transport.handleRequest(request, { parsedBody: body }));
    } finally {
      await server.close();
    }
  }
  // Tools never change while a client listens, so subscriptions are refused.
  const handler = createMcpHandler(() => createServer(served), { legacy: "reject", maxSubscriptions: 0 });
  try {
    return await readReply(await handler.fetch(request, { parsedBody: body }));
  } finally {
    await handler.close();
  }
}

function createServer({ name, title, instructions, tools, callTool, cacheScope, log }: ToolServer): Server {
  const cacheHint = { ttlMs: cacheMilliseconds, cacheScope };
  const server = new Server(
    { name, title, version: serverVersion },
    {
      capabilities: { tools: {} },
      instructions,
      cacheHints: { "tools/list": cacheHint, "server/discover": cacheHint },
    },
  );
  server.setRequestHandler("tools/list", async () => ({ tools: tools as unknown as ListToolsResult["tools"] }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    try {
      return await callTool(params.name, params.arguments);
    } catch (error) {
      if (error instanceof UnknownTool) throw new ProtocolError(invalidParams, error.message);
      // Clients would see the message of any other error.
      log.error({ error, tool: params.name.slice(0, 100) }, "a tool failed");
      throw new ProtocolError(internalError, "The tool failed because of an error on the server.");
    }
  });
  return server;
}

function toRequest(headers: IncomingHttpHeaders): Request {
  const own = Object.entries(headers).filter((header): header is [string, string] => {
    return header[0].startsWith("mcp-") && header[0] !== "mcp-session-id" && typeof header[1] === "string";
  });
  return new Request(anyAddress, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      // We never answer with a stream, so it doesn't matter whether the client accepts one.
      accept: "application/json, text/event-stream",
      ...Object.fromEntries(own),
    },
  });
}

/** The protocol's code describes an invalid message with a text of any length, which is replaced. */
async function readReply(response: Response): Promise<McpReply> {
  const { status } = response;
  const body = await response.text();
  if (body === "") return { status, body: undefined };
  const { error, ...rest }: { error?: { code: number; message: string; data?: unknown } } = JSON.parse(body);
  if (error === undefined || ownTexts.test(error.message)) return { status, body };
  const { code, data } = error;
  const message = code === methodNotFound ? "This server doesn't have the method." : "The message isn't valid.";
  // Lists the supported revisions of the protocol.
  const kept = code === unsupportedVersion ? { data } : {};
  return { status, body: JSON.stringify({ ...rest, error: { code, message, ...kept } }) };
}
