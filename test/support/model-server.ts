import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropic } from "./protocols/anthropic.ts";
import { bedrock } from "./protocols/bedrock.ts";
import { chatCompletions, groq, mistral } from "./protocols/chat-completions.ts";
import { answerEmbeddings } from "./protocols/embeddings.ts";
import { google } from "./protocols/google.ts";
import type { AskedModel, Protocol } from "./protocols/protocol.ts";
import { responses } from "./protocols/responses.ts";

const protocols: readonly Protocol[] = [groq, mistral, chatCompletions, responses, anthropic, google, bedrock];

/** The scripted model's response to one request. */
export type ModelReply =
  | { text: string[]; reasoning?: string[]; usage?: { input: number; output: number }; finish?: string }
  | {
      calls: { name: string; input: unknown }[];
      text?: string[];
      usage?: { input: number; output: number };
      /** The reply is sent after this. */
      after?: Promise<unknown>;
    }
  /** Sends this text and then stalls, breaks off, or continues as long as the client stays. */
  | { text: string[]; ending: "stall" | "cut" | "endless" }
  | { status: number; headers?: Record<string, string>; message?: string };

export interface SeenRequest extends AskedModel {
  path: string;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
}

export interface ModelServer {
  url: string;
  /** Every request so far. */
  requests: SeenRequest[];
  /** How many requests the client gave up before they were complete. */
  aborted: number;
  /** The next replies. When the list is empty, the fallback is used. */
  script: ModelReply[];
  fallback: ((request: SeenRequest) => ModelReply) | undefined;
  /** Other keys are rejected; undefined to accept any. */
  key: string | undefined;
  close(): Promise<void>;
}

/**
 * A server with the protocols of all providers that replies as scripted by a test, and refuses the same requests as the
 * real ones.
 */
export async function startModelServer(): Promise<ModelServer> {
  const server = createServer((request, response) => void answer(model, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const model: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    aborted: 0,
    script: [],
    fallback: undefined,
    key: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return model;
}

async function answer(model: ModelServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname: path } = new URL(request.url ?? "", model.url);
  const host = String(request.headers["x-forwarded-host"] ?? request.headers.host);
  const body = JSON.parse(await readBody(request));
  const vectors = answerEmbeddings(path, body);
  const protocol = protocols.find(({ matches }) => matches(path, host)) ?? chatCompletions;
  const asked = vectors === undefined ? protocol.read(path, body) : { model: body.model, messages: [], tools: [] };
  const seen: SeenRequest = { ...asked, path, headers: request.headers, body };
  model.requests.push(seen);
  if (model.key !== undefined && !protocol.isAuthorized(request.headers, model.key) && vectors === undefined) {
    return fail(response, protocol, { status: 401, message: `Incorrect API key provided: ${model.key}` });
  }
  const problem = vectors === undefined ? protocol.findProblem?.(body, request.headers) : undefined;
  if (problem !== undefined) return fail(response, protocol, { status: 400, message: problem });
  if (vectors !== undefined) {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(vectors));
    return;
  }
  const reply = model.script.shift() ?? model.fallback?.(seen) ?? { text: ["Nothing is scripted."] };
  if ("status" in reply) return fail(response, protocol, reply);
  response.writeHead(200, { "content-type": protocol.contentType });
  let isWhole = false;
  response.once("close", () => {
    if (!isWhole) model.aborted += 1;
  });
  const writer = protocol.open((chunk) => void response.write(chunk), seen);
  writer.begin();
  for (const thought of "reasoning" in reply ? (reply.reasoning ?? []) : []) writer.thought(thought);
  for (const text of reply.text ?? []) writer.text(text);
  if ("ending" in reply) {
    // Waits until the client had time to read the text.
    if (reply.ending === "cut") setTimeout(() => response.destroy(), 50);
    if (reply.ending === "endless") {
      const more = setInterval(() => writer.text("and "), 50);
      response.once("close", () => clearInterval(more));
    }
    return;
  }
  if ("calls" in reply) await reply.after;
  const calls = "calls" in reply ? reply.calls : [];
  for (const [index, { name, input }] of calls.entries()) {
    writer.call(`call_${model.requests.length}_${index}`, name, input);
  }
  const finish = "calls" in reply ? "tool_calls" : (reply.finish ?? "stop");
  writer.end(finish, reply.usage ?? { input: 100, output: 10 });
  isWhole = true;
  response.end();
}

function fail(
  response: ServerResponse,
  { failure }: Protocol,
  { status, headers, message = "scripted failure with a secret: sk-upstream" }: Extract<ModelReply, { status: number }>,
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(failure(status, message)));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
