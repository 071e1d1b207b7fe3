import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";

/** A scripted reply of the host. */
interface Refusal {
  status: number;
  headers?: Record<string, string>;
}

/** A GitHub-like host with real git: forwards everything to one of our servers, except for scripted replies. */
export interface HostBefore {
  url: string;
  /** Every request so far, as `METHOD /path`. */
  seen: string[];
  /** Replies to the next requests that open a pull request. */
  refusals: Refusal[];
  close(): Promise<void>;
}

export async function startHostBefore(target: string): Promise<HostBefore> {
  const server = createServer((request, response) => {
    const path = request.url?.split("?", 1)[0] ?? "";
    host.seen.push(`${request.method} ${path}`);
    const refusal = request.method === "POST" && path.endsWith("/pulls") ? host.refusals.shift() : undefined;
    if (refusal === undefined) {
      pass(target, request, response);
    } else {
      response.writeHead(refusal.status, { ...refusal.headers, "content-type": "application/json" });
      response.end(JSON.stringify({ message: "Not today" }));
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host: HostBefore = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    refusals: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return host;
}

function pass(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { host: _host, ...headers } = incoming.headers;
  const options = { method: incoming.method ?? "GET", headers, agent: false };
  const outgoing = sendRequest(new URL(incoming.url ?? "/", target), options, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  outgoing.once("error", () => response.destroy());
  incoming.pipe(outgoing);
}
