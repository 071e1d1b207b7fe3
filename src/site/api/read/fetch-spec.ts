import type { IncomingMessage } from "node:http";
import { GitError } from "../../../git/git-error.ts";
import { requestPinned } from "../../../git/request-pinned.ts";
import { vetHost } from "../../../git/vet-address.ts";
import type { FetchSpec } from "./remote-specs.ts";
import { specLimits } from "./spec-limits.ts";

const secondsMax = 15;
const redirectsMax = 3;

/** Why a description cannot be brought, in words for its author. */
class FetchProblem extends Error {}

/**
 * Brings API descriptions from other servers. A project names the address, so each host is vetted as that of a
 * repository is, its name is pinned to what was vetted, and so is every host that it leads on to. Nothing is sent that
 * says who asks.
 */
export function createSpecFetcher(allowedHosts: readonly string[]): FetchSpec {
  return async (address, signal) => {
    const deadline = AbortSignal.timeout(secondsMax * 1_000);
    const use = { allowedHosts, signal: AbortSignal.any([signal, deadline]) };
    try {
      return { text: await follow(new URL(address), use) };
    } catch (error) {
      signal.throwIfAborted();
      return { problem: deadline.aborted ? `it does not answer within ${secondsMax} seconds` : reasonOf(error) };
    }
  };
}

interface FetchUse {
  allowedHosts: readonly string[];
  signal: AbortSignal;
}

async function follow(start: URL, use: FetchUse): Promise<string> {
  let url = start;
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const { addresses, isListed } = await vetHost(url.hostname.replace(/^\[|\]$/g, ""), use.allowedHosts, use);
    if (url.protocol !== "https:" && !(url.protocol === "http:" && isListed))
      throw new FetchProblem("only addresses that begin with https:// are opened");
    const reply = await ask(url, addresses, use.signal);
    if ("text" in reply) return reply.text;
    url = new URL(reply.location, url);
  }
  throw new FetchProblem(`it leads on more than ${redirectsMax} times`);
}

type Reply = { text: string } | { location: string };

async function ask(url: URL, addresses: readonly string[], signal: AbortSignal): Promise<Reply> {
  const accept = "application/json, application/yaml, text/*;q=0.9, */*;q=0.5";
  const headers = { accept, "accept-encoding": "identity" };
  const incoming = await requestPinned(url, addresses, { headers, signal });
  const { statusCode = 0, headers: told } = incoming;
  if (statusCode >= 300 && statusCode < 400 && told.location !== undefined) {
    incoming.destroy();
    return { location: told.location };
  }
  if (statusCode !== 200) {
    incoming.destroy();
    throw new FetchProblem(`it answers with status ${statusCode}`);
  }
  return { text: await readBounded(incoming) };
}

/** Leaving the loop early closes the connection. */
async function readBounded(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > specLimits.bytesMax) {
      throw new FetchProblem(`it holds more than ${specLimits.bytesMax / 1024 / 1024} MiB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Words of the network's own errors are for programmers. */
function reasonOf(error: unknown): string {
  if (error instanceof FetchProblem) return error.message;
  if (error instanceof GitError && error.kind === "refused")
    return "its host is not on the public internet (the operator may list it in LECTERN_ALLOWED_HOSTS)";
  return "its host cannot be reached";
}
