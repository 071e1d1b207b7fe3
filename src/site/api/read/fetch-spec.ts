import type { IncomingMessage } from "node:http";
import { OutgoingError } from "../../../platform/outgoing/outgoing-error.ts";
import { requestPinned } from "../../../platform/outgoing/request-pinned.ts";
import { vetHost } from "../../../platform/outgoing/vet-host.ts";
import type { FetchFile } from "./fetch-or-reuse.ts";
import type { FetchSpec } from "./remote-specs.ts";
import { specLimits } from "./spec-limits.ts";

const secondsMax = 15;
const redirectsMax = 3;

/** Why a description cannot be fetched, worded for its author. */
class FetchProblem extends Error {}

/**
 * Fetches API descriptions from other servers. The project chooses the address, so every host, including the targets of
 * redirects, is checked like the host of a repository, and the connection uses the checked IP address. The request
 * doesn't identify the server.
 */
export function createSpecFetcher(allowedHosts: readonly string[]): FetchSpec {
  const fetchFile = createFileFetcher(allowedHosts);
  return async (address, signal) => {
    const reply = await fetchFile(address, signal);
    return "problem" in reply ? reply : { text: reply.bytes.toString() };
  };
}

/** Fetches any file, such as a font, with the same checks. */
export function createFileFetcher(allowedHosts: readonly string[]): FetchFile {
  return async (address, signal, { bytesMax = specLimits.bytesMax, userAgent } = {}) => {
    const deadline = AbortSignal.timeout(secondsMax * 1_000);
    const use = { allowedHosts, bytesMax, userAgent, signal: AbortSignal.any([signal, deadline]) };
    try {
      return { bytes: await follow(new URL(address), use) };
    } catch (error) {
      signal.throwIfAborted();
      return { problem: deadline.aborted ? `it did not answer within ${secondsMax} seconds` : reasonOf(error) };
    }
  };
}

interface FetchUse {
  allowedHosts: readonly string[];
  bytesMax: number;
  userAgent: string | undefined;
  signal: AbortSignal;
}

async function follow(start: URL, use: FetchUse): Promise<Buffer> {
  let url = start;
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const { addresses, isListed } = await vetHost(url.hostname.replace(/^\[|\]$/g, ""), use.allowedHosts, use);
    if (url.protocol !== "https:" && !(url.protocol === "http:" && isListed))
      throw new FetchProblem("only https:// addresses are fetched");
    const reply = await request(url, addresses, use);
    if ("bytes" in reply) return reply.bytes;
    url = new URL(reply.location, url);
  }
  throw new FetchProblem(`it redirects more than ${redirectsMax} times`);
}

type Reply = { bytes: Buffer } | { location: string };

async function request(url: URL, addresses: readonly string[], use: FetchUse): Promise<Reply> {
  const { bytesMax, userAgent, signal } = use;
  const headers = {
    accept: "application/json, application/yaml, text/*;q=0.9, */*;q=0.5",
    "accept-encoding": "identity",
    ...(userAgent === undefined ? {} : { "user-agent": userAgent }),
  };
  const incoming = await requestPinned(url, addresses, { headers, signal });
  const {
    statusCode = 0,
    headers: { location },
  } = incoming;
  if (statusCode === 200) return { bytes: await readBounded(incoming, bytesMax) };
  incoming.destroy();
  if (statusCode >= 300 && statusCode < 400 && location !== undefined) return { location };
  throw new FetchProblem(`it answered with status ${statusCode}`);
}

/** Reads a response up to a limit. Leaving the loop early closes the connection. */
async function readBounded(incoming: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new FetchProblem(`it is larger than ${bytesMax / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Network errors are worded for programmers, so authors get a plain sentence instead. */
function reasonOf(error: unknown): string {
  if (error instanceof FetchProblem) return error.message;
  if (error instanceof OutgoingError && error.kind === "refused")
    return "its host is not on the public internet (the operator can allow it in LECTERN_ALLOWED_HOSTS)";
  return "its host cannot be reached";
}
