import { ApiError, type CallOptions, type ClientOptions, sendRequest } from "../contract/send-request.ts";
import { type FollowOptions, followAgentJob, followUpdate } from "./follow.ts";
import { routes } from "./routes.ts";
import type { Client } from "./types.ts";

export type * from "./types.ts";
export type { CallOptions, ClientOptions, FollowOptions };
export { ApiError, followAgentJob, followUpdate };

/**
 * A client of a Lectern server's API, with one method per operation. It runs in Node.js 18 and later, in browsers, Deno
 * and Bun.
 */
export function createClient(options: ClientOptions): Client {
  const methods = Object.entries(routes).map(([name, route]) => [
    name,
    (input: Record<string, unknown> = {}, call: CallOptions = {}) => sendRequest(options, route, input, call),
  ]);
  return Object.fromEntries(methods) as Client;
}
