import { LRUCache } from "lru-cache";
import type { KeyKind, Scope } from "../contract/operation.ts";
import type { Principal } from "../http/call.ts";
import type { AuthenticatorFor } from "../http/register-operation.ts";
import { clientAddress, isAddressIn } from "../platform/address.ts";
import type { Clock } from "../platform/clock.ts";
import { AppError } from "../platform/errors.ts";
import { hasToken, hasValidChecksum } from "./create-key.ts";
import type { LastUsed } from "./last-used.ts";
import { type FindKeyByHash, hashKey, type Key } from "./store.ts";

const keysRemembered = 10_000;

export interface KeyDeps {
  findKeyByHash: FindKeyByHash;
  /** A number that changes with every commit, if the database provides one. */
  readVersion?: (() => number) | undefined;
  clock: Clock;
  lastUsed: LastUsed;
}

interface KnownKey {
  version: number | undefined;
  key: Key;
  principal: Principal;
}

/**
 * Turns a bearer key into a principal. Requests without a key may have a session instead, or a personal access token. A
 * key is looked up again only after the database has changed, so that a revoked key is refused at once and a polling
 * client costs no lookup.
 */
export function authenticateByKey(
  deps: KeyDeps,
  bySession: AuthenticatorFor,
  byToken: AuthenticatorFor,
): AuthenticatorFor {
  const known = new LRUCache<string, KnownKey>({ max: keysRemembered });

  async function find(authorization: string | undefined): Promise<KnownKey> {
    // The version is read first, so that anything written later makes the entry outdated.
    const version = deps.readVersion?.();
    const key = await findKey(deps, authorization);
    const { kind, id: keyId, organizationId, projectId, scopes } = key;
    const found = { version, key, principal: { kind, keyId, organizationId, projectId, scopes } };
    if (version !== undefined && authorization !== undefined) known.set(authorization, found);
    return found;
  }

  return (operation) => {
    const { key: kind, scope } = operation;
    const authenticateSession = bySession(operation);
    const authenticateToken = byToken(operation);
    if (kind !== "admin" && kind !== "assistant") return authenticateSession;
    const authorize = ({ key, principal }: KnownKey, { address, origin }: Sender): Principal => {
      authorizeKey(deps.clock, key, { address, origin }, { kind, scope });
      deps.lastUsed.note(key.id, address);
      return principal;
    };
    return (request) => {
      const { authorization, origin } = request.headers;
      const sender = { address: clientAddress(request), origin };
      const remembered = authorization === undefined ? undefined : known.get(authorization);
      if (remembered !== undefined && remembered.version === deps.readVersion?.()) {
        return authorize(remembered, sender);
      }
      if (authenticateToken !== undefined && hasToken(authorization)) return authenticateToken(request);
      const authenticate = async () => authorize(await find(authorization), sender);
      if (authorization !== undefined || authenticateSession === undefined) return authenticate();
      return Promise.resolve(authenticateSession(request)).then((principal) => principal ?? authenticate());
    };
  };
}

export interface Sender {
  address: string;
  origin: string | undefined;
}

export interface Demand {
  kind: KeyKind;
  scope: Scope | undefined;
}

/** The key in an `Authorization` header, if it permits the operation. */
export async function authenticate(
  deps: Pick<KeyDeps, "findKeyByHash" | "clock">,
  { authorization, ...sender }: Sender & { authorization: string | undefined },
  demand: Demand,
): Promise<Key> {
  const key = await findKey(deps, authorization);
  authorizeKey(deps.clock, key, sender, demand);
  return key;
}

async function findKey({ findKeyByHash }: Pick<KeyDeps, "findKeyByHash">, authorization: string | undefined) {
  const hash = hashBearer(authorization);
  const key = hash === undefined ? undefined : await findKeyByHash(hash);
  if (key === undefined) {
    throw new AppError("unauthenticated", "Unknown key; make sure you copied the whole key.");
  }
  return key;
}

/** The hash of the secret in an `Authorization` header; undefined if it can't be a key of this server. */
export function hashBearer(authorization: string | undefined): string | undefined {
  const [, text] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  if (text === undefined) {
    throw new AppError("unauthenticated", "Send a key in the header: Authorization: Bearer <key>.");
  }
  return hasValidChecksum(text) ? hashKey(text) : undefined;
}

function authorizeKey(clock: Clock, key: Key, { address, origin }: Sender, { kind, scope }: Demand): void {
  if (key.revokedAt !== null) {
    throw new AppError("unauthenticated", "This key was revoked; create a new one on the API keys page.");
  }
  if (key.expiresAt !== null && key.expiresAt <= clock.now()) {
    throw new AppError("unauthenticated", "This key has expired; create a new one on the API keys page.");
  }
  if (key.kind !== kind) {
    throw new AppError("forbidden", `This operation requires an ${kind} key, but this is an ${key.kind} key.`);
  }
  if (scope !== undefined && !key.scopes.includes(scope)) {
    throw new AppError("forbidden", `This operation requires a key with the scope "${scope}".`);
  }
  if (key.allowedAddresses.length > 0 && !isAddressIn(address, key.allowedAddresses)) {
    throw new AppError(
      "forbidden",
      "This key can't be used from your IP address; use an allowed address, or create a key that allows this one.",
    );
  }
  if (key.allowedOrigins.length > 0 && (origin === undefined || !key.allowedOrigins.includes(origin))) {
    throw new AppError("forbidden", "This key can't be used on this website; create a key that allows its origin.");
  }
}
