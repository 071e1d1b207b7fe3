import type { Clock } from "../platform/clock.ts";
import { readReply } from "./explain-reply.ts";
import { type HostConnection, type HostRequest, sendToHost } from "./host-request.ts";

/** A host on the network and one repository of it. */
export interface RemoteRepository extends HostConnection {
  /** Its path on the host: `owner/name`, on GitLab with any number of groups. */
  path: string;
  clock: Clock;
}

export type Call = (
  method: HostRequest["method"],
  path: string,
  signal: AbortSignal,
  json?: Record<string, unknown>,
) => Promise<unknown>;

/** Calls of the API of a host. What is no success is thrown. */
export function callsTo(repository: RemoteRepository): Call {
  const { hostname } = new URL(repository.apiUrl);
  return async (method, path, signal, json) =>
    readReply(hostname, await sendToHost(repository, { method, path, json }, signal), repository.clock);
}
