import { OutgoingError } from "../../platform/outgoing/outgoing-error.ts";
import { requestPinned } from "../../platform/outgoing/request-pinned.ts";
import { vetHost } from "../../platform/outgoing/vet-host.ts";

/** The result of requesting a URL on another site. */
type AddressAnswer = "answers" | "not asked" | { problem: string };

export type CheckAddress = (address: string, signal: AbortSignal) => Promise<AddressAnswer>;

const secondsMax = 15;
const redirectsMax = 5;
/** Status codes of servers that don't support HEAD or reject programs, although people can open the page. */
const forPeople: ReadonlySet<number> = new Set([401, 402, 403, 405, 406, 407, 418, 429, 451, 999]);

/**
 * Checks whether a URL works. Only public and explicitly allowed hosts are requested, because local names in
 * documentation are mostly examples. No body is read.
 */
export function createAddressChecker(allowedHosts: readonly string[] = []): CheckAddress {
  return async (address, signal) => {
    const deadline = AbortSignal.timeout(secondsMax * 1_000);
    const use: AskUse = { allowedHosts, signal: AbortSignal.any([signal, deadline]) };
    try {
      // If HEAD fails, GET may still work.
      const status = await follow(address, "HEAD", use);
      const isGood = status < 400 || forPeople.has(status);
      const last = isGood ? status : await follow(address, "GET", use);
      return last < 400 || forPeople.has(last) ? "answers" : { problem: `it answers with status ${last}` };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OutgoingError && error.kind === "refused") return "not asked";
      return { problem: deadline.aborted ? `it does not answer within ${secondsMax} seconds` : reasonOf(error) };
    }
  };
}

interface AskUse {
  allowedHosts: readonly string[];
  signal: AbortSignal;
}

type AskMethod = "HEAD" | "GET";

class AskProblem extends Error {}

async function follow(start: string, method: AskMethod, use: AskUse): Promise<number> {
  let url = new URL(start);
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const { addresses } = await vetHost(url.hostname.replace(/^\[|\]$/g, ""), use.allowedHosts, use);
    const { status, location } = await ask(url, method, addresses, use.signal);
    if (location === undefined) return status;
    url = new URL(location, url);
    if (!/^https?:$/.test(url.protocol)) return status;
  }
  throw new AskProblem(`it redirects more than ${redirectsMax} times`);
}

async function ask(url: URL, method: AskMethod, addresses: readonly string[], signal: AbortSignal) {
  const accept = { accept: "text/html, */*;q=0.5" };
  const incoming = await requestPinned(url, addresses, { method, headers: accept, signal });
  const { statusCode: status = 0, headers } = incoming;
  incoming.destroy();
  return { status, location: status >= 300 && status < 400 ? headers.location : undefined };
}

/** Replaces network error codes, which mean nothing to authors, by a sentence. */
function reasonOf(error: unknown): string {
  if (error instanceof AskProblem) return error.message;
  const { code = "" } = error as NodeJS.ErrnoException;
  return /CERT|SIGNED|SSL|TLS/.test(code) ? "its certificate is not valid" : "its host cannot be reached";
}
