import type { Operation } from "./operation.ts";
import type { Route } from "./send-request.ts";

/** The part of an operation that a client needs to call it. */
export function routeOf({ method, path, query, body, reply }: Operation): Route {
  const names = Object.keys(query?.properties ?? {});
  return {
    method,
    path,
    ...(names.length === 0 ? {} : { query: names }),
    ...(body === undefined ? {} : { hasBody: true }),
    reply: kindOf(reply),
  };
}

function kindOf(reply: Operation["reply"]): Route["reply"] {
  if ("events" in reply) return "events";
  if ("chunks" in reply) return "chunks";
  if ("schema" in reply) return "json";
  return reply.status === 204 ? "nothing" : "text";
}
