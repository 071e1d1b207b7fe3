import type { FastifyRequest } from "fastify";
import type { Operation } from "../contract/operation.ts";
import type { Principal } from "../http/call.ts";
import type { Clock } from "../platform/clock.ts";
import { authenticate } from "./authenticate.ts";
import type { LastUsed } from "./last-used.ts";
import type { FindKeyByHash } from "./store.ts";

export type IdentifyRequest = (request: FastifyRequest, operation: Operation) => Promise<Principal | undefined>;

/** Bearer → principal. */
export function identifyByKey(deps: {
  findKeyByHash: FindKeyByHash;
  clock: Clock;
  lastUsed: LastUsed;
}): IdentifyRequest {
  return async (request, operation) => {
    if (operation.key !== "admin" && operation.key !== "assistant") {
      return undefined;
    }
    const { authorization, origin } = request.headers;
    const key = await authenticate(
      deps,
      { authorization, origin, address: request.ip },
      { kind: operation.key, scope: operation.scope },
    );
    deps.lastUsed.note(key.id);
    return {
      kind: key.kind,
      keyId: key.id,
      organizationId: key.organizationId,
      projectId: key.projectId,
      scopes: key.scopes,
    };
  };
}
