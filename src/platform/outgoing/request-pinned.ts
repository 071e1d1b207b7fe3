import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { lookUpIn } from "./vet-host.ts";

interface PinnedRequest {
  method?: string;
  headers: Record<string, string>;
  body?: Uint8Array;
  signal: AbortSignal;
}

/**
 * Sends a request to the vetted addresses, even if the name resolves to something else by now. Redirects aren't
 * followed. The connection isn't reused, so nothing leaks from one project to another.
 */
export function requestPinned(
  url: URL,
  addresses: readonly string[],
  { method = "GET", headers, body, signal }: PinnedRequest,
): Promise<IncomingMessage> {
  const send = url.protocol === "https:" ? requestSecure : requestPlain;
  const length = body === undefined ? {} : { "content-length": String(body.length) };
  const named = { "user-agent": "Lectern", ...headers, ...length };
  return new Promise((resolve, reject) => {
    const options = { method, signal, agent: false, lookup: lookUpIn(addresses), headers: named };
    const outgoing = send(url, options, resolve);
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
