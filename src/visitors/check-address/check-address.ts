import type { ArtifactCache } from "../../platform/artifacts/artifact-cache.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Connection } from "../../platform/db/database.ts";
import { explainFetchError } from "../../platform/explain-fetch-error.ts";
import type { GuardedFetch } from "../../platform/outgoing/guarded-fetch.ts";
import { readReply } from "../../platform/read-reply.ts";
import type { SiteExtra } from "../../projects/sites/site-extra.ts";
import { findSite } from "../../projects/sites/store.ts";
import type { Project } from "../../projects/store.ts";
import { visitorOperations } from "../api/operations.ts";
import { readToken } from "../api/visitor-token.ts";

export interface CheckAddressDeps {
  artifacts: Pick<ArtifactCache, "getManifest">;
  fetch: GuardedFetch;
  tokenKeys: readonly Buffer[];
  clock: Clock;
}

const secondsMax = 15;
const replyBytesMax = 64 * 1024;

/**
 * Whether the proxy in front of a site below a path forwards what pages need: the same path and all methods. One request
 * for a reader's token shows all of it, because only this site's server can sign the reply.
 */
export async function checkAddress(
  deps: CheckAddressDeps,
  connection: Connection,
  project: Project,
  requestSignal: AbortSignal,
): Promise<{ address: string | null; problem: string | null }> {
  const signal = AbortSignal.any([requestSignal, AbortSignal.timeout(secondsMax * 1_000)]);
  const site = await findSite(connection, project.domain);
  const manifest = site && (await deps.artifacts.getManifest(project.id, site.artifact, signal));
  const { address, basePath = "" } = (manifest?.extra ?? {}) as Partial<SiteExtra>;
  if (address === undefined) {
    return { address: null, problem: "The site hasn't been published below a path yet. Wait for the next update." };
  }
  return { address, problem: await findProblem(deps, { project, address, basePath, signal }) };
}

interface Checked {
  project: Project;
  address: string;
  basePath: string;
  signal: AbortSignal;
}

async function findProblem(
  { fetch, tokenKeys, clock }: CheckAddressDeps,
  { project, address, basePath, signal }: Checked,
): Promise<string | null> {
  const url = `${address}${visitorOperations.readerToken.path}`;
  const forward = `Forward ${basePath} and everything below it, with all methods and without changing the path.`;
  try {
    const reply = await fetch(url, { method: "POST", headers: { origin: new URL(address).origin }, signal });
    const { status } = reply;
    const body = await readReply(reply, replyBytesMax, () => new ReplyTooLong());
    if (status >= 300 && status < 400) return `A POST request to ${url} is redirected. ${forward}`;
    if (status !== 200) return `A POST request to ${url} is answered with status ${status}. ${forward}`;
    const claims = readToken(tokenKeys, tokenOf(body.toString()), clock.now() / 1_000);
    return claims?.projectId === project.id ? null : `Another site answers at ${address}. ${forward}`;
  } catch (error) {
    if (error instanceof ReplyTooLong) return `Another site answers at ${address}. ${forward}`;
    return explainFetchError(error, new URL(address).host);
  }
}

class ReplyTooLong extends Error {}

function tokenOf(text: string): string {
  try {
    const reply: unknown = JSON.parse(text);
    return typeof reply === "object" && reply !== null && "token" in reply ? String(reply.token) : "";
  } catch {
    return "";
  }
}
