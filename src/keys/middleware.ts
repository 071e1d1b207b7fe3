import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { Operation } from "../contract/operation.ts";
import type { Principal } from "../http/call.ts";
import type { Clock } from "../platform/clock.ts";
import { authenticate } from "./authenticate.ts";
import type { LastUsed } from "./last-used.ts";
import type { FindKeyByHash } from "./store.ts";

export type IdentifyRequest = (request: FastifyRequest, operation: Operation) => Promise<Principal | undefined>;

export interface KeyDeps {
  findKeyByHash: FindKeyByHash;
  clock: Clock;
  lastUsed: LastUsed;
}

/** Bearer → principal. */
export function identifyByKey(deps: KeyDeps): IdentifyRequest {
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

/** Who asks, if the key alone tells it. */
export interface KeyHolder {
  keyId: string;
  organizationId: string;
  expiresAt: number | null;
}

/**
 * The holder of an admin key that may read. A key that is bound to addresses or websites is left to the gate above, which
 * knows what a trusted proxy says of the client.
 */
export async function findKeyHolder(deps: KeyDeps, request: IncomingMessage): Promise<KeyHolder | undefined> {
  const { authorization, origin } = request.headers;
  const address = request.socket.remoteAddress ?? "";
  const key = await authenticate(deps, { authorization, origin, address }, { kind: "admin", scope: "read" });
  if (key.allowedAddresses.length > 0 || key.allowedOrigins.length > 0) {
    return undefined;
  }
  return { keyId: key.id, organizationId: key.organizationId, expiresAt: key.expiresAt };
}

/** Notes the use of a key that was let in. False once its time has passed: the clock changes without the database. */
export function useKey({ clock, lastUsed }: KeyDeps, { keyId, expiresAt }: KeyHolder): boolean {
  if (expiresAt !== null && expiresAt <= clock.now()) {
    return false;
  }
  lastUsed.note(keyId);
  return true;
}
