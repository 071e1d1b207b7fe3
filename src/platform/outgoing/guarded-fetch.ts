import { Readable } from "node:stream";
import { OutgoingError } from "./outgoing-error.ts";
import { requestPinned } from "./request-pinned.ts";
import { vetHost } from "./vet-host.ts";

/** The part of `fetch` that Lectern's clients for other servers use. */
export type GuardedFetch = (input: string | URL | Request, options?: RequestInit) => Promise<Response>;

const neverAborted = new AbortController().signal;
const withoutBody: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/**
 * `fetch` for addresses that a person has entered in the dashboard. The host is vetted like the host of a repository,
 * the connection is pinned to the vetted addresses, and redirects aren't followed. Plain HTTP works only for hosts that
 * the operator allows.
 */
export function createGuardedFetch(allowedHosts: readonly string[]): GuardedFetch {
  return async (input, options = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const signal = options.signal ?? neverAborted;
    const { addresses, isListed } = await vetHost(url.hostname.replace(/^\[|\]$/g, ""), allowedHosts, { signal });
    if (url.protocol !== "https:" && !(url.protocol === "http:" && isListed)) {
      throw new OutgoingError("refused", "The address must begin with https://.");
    }
    const { body } = options;
    const incoming = await requestPinned(url, addresses, {
      method: options.method ?? "GET",
      headers: Object.fromEntries(new Headers(options.headers)),
      signal,
      ...(body === undefined || body === null ? {} : { body: await new Response(body).bytes() }),
    });
    const { statusCode: status = 500, headers } = incoming;
    const named = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    if (withoutBody.has(status)) incoming.resume();
    const content = withoutBody.has(status) ? null : (Readable.toWeb(incoming) as ReadableStream);
    return new Response(content, { status, headers: named });
  };
}
