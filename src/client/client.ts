import { ApiError, type CallOptions, type ClientOptions, sendRequest } from "../contract/send-request.ts";
import { type FollowOptions, followAgentJob, followUpdate } from "./follow.ts";
import { routes } from "./routes.ts";
import type { Client } from "./types.ts";

export type * from "./types.ts";
export type { CallOptions, ClientOptions, FollowOptions };
export { ApiError, followAgentJob, followUpdate };

/**
 * A client for a Lectern server's API, with one method per operation. Runs in Node.js 18 and later, browsers, Deno and
 * Bun.
 */
export function createClient(options: ClientOptions): Client {
  const methods = Object.entries(routes).map(([name, route]) => [
    name,
    (input: Record<string, unknown> = {}, call: CallOptions = {}) => sendRequest(options, route, input, call),
  ]);
  return Object.fromEntries(methods) as Client;
}
