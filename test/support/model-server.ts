import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the scripted model does for one request. */
export type ModelReply =
  | { text: string[]; usage?: { input: number; output: number }; finish?: string }
  | { calls: { name: string; input: unknown }[]; text?: string[]; usage?: { input: number; output: number } }
  /** Sends this much and then stalls, breaks off, or keeps going for as long as the client stays. */
  | { text: string[]; ending: "stall" | "cut" | "endless" }
  | { status: number; headers?: Record<string, string> };

/** A message as it arrived at the model. */
interface SeenMessage {
  role: string;
  content: unknown;
}

export interface SeenRequest {
  model: string;
  messages: SeenMessage[];
  tools: string[];
  headers: Record<string, unknown>;
}

export interface ModelServer {
  url: string;
  /** Every request so far. */
  requests: SeenRequest[];
  /** How many requests the client gave up before they were complete. */
  aborted: number;
  /** The next replies; when empty, the fallback is used. */
  script: ModelReply[];
  fallback: ((request: SeenRequest) => ModelReply) | undefined;
  close(): Promise<void>;
}

/** A server with the OpenAI protocol that replies as a test scripts it. */
export async function startModelServer(): Promise<ModelServer> {
  const server = createServer((request, response) => void answer(model, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const model: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    aborted: 0,
    script: [],
    fallback: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return model;
}

async function answer(model: ModelServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = JSON.parse(await readBody(request));
  const seen: SeenRequest = {
    model: body.model,
    messages: body.messages,
    tools: (body.tools ?? []).map((entry: { function: { name: string } }) => entry.function.name),
    headers: request.headers,
  };
  model.requests.push(seen);
  const reply = model.script.shift() ?? model.fallback?.(seen) ?? { text: ["Nothing is scripted."] };
  if ("status" in reply) {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(JSON.stringify({ error: { message: "scripted failure with a secret: sk-upstream" } }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  let isWhole = false;
  response.once("close", () => {
    if (!isWhole) model.aborted += 1;
  });
  for (const content of reply.text ?? []) send(response, { content });
  if ("ending" in reply) {
    // Only after the client had time to read what was sent.
    if (reply.ending === "cut") setTimeout(() => response.destroy(), 50);
    if (reply.ending === "endless") {
      const more = setInterval(() => send(response, { content: "and " }), 50);
      response.once("close", () => clearInterval(more));
    }
    return;
  }
  if ("calls" in reply) {
    const tools = reply.calls.map(({ name, input }, index) => ({
      index,
      id: `call_${model.requests.length}_${index}`,
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
    }));
    send(response, { tool_calls: tools });
  }
  const finish = "calls" in reply ? "tool_calls" : (reply.finish ?? "stop");
  const usage = "usage" in reply && reply.usage !== undefined ? reply.usage : { input: 100, output: 10 };
  const counts = {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
  };
  write(response, { choices: [{ index: 0, delta: {}, finish_reason: finish }], usage: counts });
  isWhole = true;
  response.end("data: [DONE]\n\n");
}

function send(response: ServerResponse, delta: object): void {
  write(response, { choices: [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: null }] });
}

function write(response: ServerResponse, chunk: object): void {
  const common = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 0, model: "scripted" };
  response.write(`data: ${JSON.stringify({ ...common, ...chunk })}\n\n`);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
