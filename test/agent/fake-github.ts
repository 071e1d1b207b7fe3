import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";

/** An error reply in place of the host's own. */
interface Refusal {
  status: number;
  headers?: Record<string, string>;
}

interface FakeComment {
  id: number;
  /** The path to which it was posted. */
  path: string;
  body: string;
}

/** A fake GitHub that forwards git requests to a real server and keeps pull requests and comments in memory. */
export interface FakeGithub {
  url: string;
  /** Every request so far, as `METHOD /path`. */
  seen: string[];
  /** Replies to the next requests that open a pull request, in order. */
  refusals: Refusal[];
  comments: FakeComment[];
  /** Accounts that may push. */
  writers: string[];
  close(): Promise<void>;
}

export async function startFakeGithub(target: string): Promise<FakeGithub> {
  const opened: { number: number; html_url: string; head: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", target);
    const call = `${request.method} ${pathname}`;
    host.seen.push(call);
    if (!pathname.startsWith("/api/v3/")) {
      pass(target, request, response);
      return;
    }
    const isOpening = request.method === "POST" && pathname.endsWith("/pulls");
    const refusal = isOpening ? host.refusals.shift() : undefined;
    const body = await readJson(request);
    if (refusal !== undefined) {
      reply(response, refusal.status, { message: "Not today" }, refusal.headers);
    } else if (isOpening) {
      const number = opened.length + 1;
      opened.push({ number, html_url: `${host.url}/acme/docs/pull/${number}`, head: body.head });
      reply(response, 201, opened.at(-1));
    } else if (request.method === "GET" && pathname.endsWith("/pulls")) {
      reply(
        response,
        200,
        opened.filter(({ head }) => searchParams.get("head") === `git:${head}`),
      );
    } else {
      reply(response, 200, answer(request.method ?? "", pathname, body));
    }
  }).listen(0, "127.0.0.1");
  const answer = (method: string, path: string, body: Record<string, unknown>): unknown => {
    const [, account] = /\/collaborators\/([^/]+)\/permission$/.exec(path) ?? [];
    if (account !== undefined) return { permission: host.writers.includes(account) ? "write" : "read" };
    const isOnComments = /\/comments(?:\/\d+\/replies)?$/.test(path);
    if (isOnComments && method === "POST") {
      const comment = { id: host.comments.length + 1, path, body: String(body.body) };
      host.comments.push(comment);
      return comment;
    }
    if (isOnComments) return host.comments.filter((comment) => comment.path.replace(/\/\d+\/replies$/, "") === path);
    const [, number] = /\/pulls\/(\d+)$/.exec(path) ?? [];
    const pull = opened.find((one) => one.number === Number(number));
    if (pull === undefined) return [];
    const repo = { id: 1 };
    return { ...pull, state: "open", head: { ref: pull.head, repo }, base: { ref: "main", repo } };
  };
  await once(server, "listening");
  const host: FakeGithub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    refusals: [],
    comments: [],
    writers: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return host;
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
  }
  return text === "" ? {} : JSON.parse(text);
}

function reply(response: ServerResponse, status: number, json: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...headers, "content-type": "application/json" });
  response.end(JSON.stringify(json));
}

function pass(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { host: _host, ...headers } = incoming.headers;
  const options = { method: incoming.method ?? "GET", headers, agent: false };
  const outgoing = sendRequest(new URL(incoming.url ?? "/", target), options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.once("error", () => response.destroy());
  incoming.pipe(outgoing);
}
