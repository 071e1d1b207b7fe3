import { OutgoingError } from "../platform/outgoing/outgoing-error.ts";
import { requestPinned } from "../platform/outgoing/request-pinned.ts";
import { vetHost } from "../platform/outgoing/vet-host.ts";
import { traced, traceHeaders } from "../platform/tracing/traced.ts";
import { CodeHostError } from "./code-host-error.ts";

export interface HostConnection {
  /** Base URL of the API, without a trailing slash. */
  apiUrl: string;
  /** The authentication headers, which are sent to this host only. */
  credentials: Readonly<Record<string, string>>;
  /** Hosts that are allowed even though they are not on the public internet. */
  allowedHosts: readonly string[];
  secondsMax?: number | undefined;
}

export interface HostRequest {
  method: "GET" | "POST" | "PUT" | "PATCH";
  /** Starts with a slash; segments are already encoded. */
  path: string;
  json?: Record<string, unknown> | undefined;
  /** Keeps only the end of a long reply, such as a log, instead of refusing it. */
  keepsEnd?: true;
}

export interface HostReply {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `undefined` if the body isn't JSON. */
  json: unknown;
  text: string;
}

const secondsMaxDefault = 20;
const replyBytesMax = 5_000_000;
/** Of a reply of which only the end is kept. */
const longReplyBytesMax = 200_000_000;
const endBytesMax = 200_000;

/**
 * Sends one request and returns the reply, even with an error status. The host is vetted like a repository's host, the
 * connection is pinned to the vetted addresses, and redirects are not followed, so that a token never reaches another
 * host.
 */
export async function sendToHost(
  connection: HostConnection,
  request: HostRequest,
  signal: AbortSignal,
): Promise<HostReply> {
  const url = new URL(connection.apiUrl + request.path);
  const { secondsMax = secondsMaxDefault } = connection;
  const deadline = AbortSignal.timeout(secondsMax * 1_000);
  try {
    const addresses = await vettedAddresses(connection, url, signal);
    const way = { url, addresses, signal: AbortSignal.any([signal, deadline]) };
    return await traced("code host", { kind: "client", attributes: { "http.request.method": request.method } }, () =>
      exchange(connection, request, way),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CodeHostError) {
      throw error;
    }
    if (deadline.aborted) {
      const message = `${url.hostname} did not reply within ${secondsMax} seconds; try again later.`;
      throw new CodeHostError("timeout", message, { cause: error });
    }
    const message = `${url.hostname} can't be reached or sent an invalid reply; try again later.`;
    throw new CodeHostError("unavailable", message, { cause: error });
  }
}

async function vettedAddresses(
  { allowedHosts, credentials }: HostConnection,
  url: URL,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    const { addresses, isListed } = await vetHost(url.hostname.replace(/^\[|\]$/g, ""), allowedHosts, { signal });
    if (url.protocol === "http:" && Object.keys(credentials).length > 0 && !isListed) {
      throw new CodeHostError(
        "no-access",
        "A token is only sent over https; change the repository's address to https://.",
      );
    }
    return addresses;
  } catch (error) {
    throw error instanceof OutgoingError && error.kind === "refused"
      ? new CodeHostError("no-access", error.message, { cause: error })
      : error;
  }
}

async function exchange(
  { credentials }: HostConnection,
  { method, json, keepsEnd }: HostRequest,
  { url, addresses, signal }: { url: URL; addresses: readonly string[]; signal: AbortSignal },
): Promise<HostReply> {
  const sent = json && { body: Buffer.from(JSON.stringify(json)) };
  const headers = {
    ...credentials,
    ...traceHeaders(),
    accept: "application/json",
    ...(sent && { "content-type": "application/json" }),
  };
  const incoming = await requestPinned(url, addresses, { method, headers, signal, ...sent });
  const chunks: Buffer[] = [];
  let [bytes, kept] = [0, 0];
  for await (const chunk of incoming) {
    bytes += chunk.length;
    kept += chunk.length;
    if (bytes > (keepsEnd ? longReplyBytesMax : replyBytesMax)) throw new Error("The reply is too long.");
    chunks.push(chunk);
    while (keepsEnd && kept - (chunks[0]?.length ?? 0) > endBytesMax) kept -= chunks.shift()?.length ?? 0;
  }
  const { statusCode: status = 0, headers: received } = incoming;
  const text = Buffer.concat(chunks).toString();
  return { status, headers: received, json: parseJson(text), text };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
