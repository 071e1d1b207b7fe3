import type { KeyKind, Scope } from "../contract/operation.ts";
import { isAddressIn } from "../platform/address.ts";
import type { Clock } from "../platform/clock.ts";
import { AppError } from "../platform/errors.ts";
import { hashKey, keyKind } from "./key.ts";
import type { FindKeyByHash, Key } from "./store.ts";

export interface Credentials {
  /** The `Authorization` header as it came. */
  authorization: string | undefined;
  address: string;
  origin: string | undefined;
}

export interface Demand {
  kind: KeyKind;
  scope: Scope | undefined;
}

/** The key behind a request, if it may do what the operation demands. */
export async function authenticate(
  { findKeyByHash, clock }: { findKeyByHash: FindKeyByHash; clock: Clock },
  credentials: Credentials,
  demand: Demand,
): Promise<Key> {
  const text = bearerToken(credentials.authorization);
  // A key with a wrong checksum cannot be one of ours, so the database need not be asked.
  const key = keyKind(text) === undefined ? undefined : await findKeyByHash(hashKey(text));
  if (key === undefined) {
    throw new AppError("unauthenticated", "This key is not known; check that it was copied whole.");
  }
  checkKey(clock, key, credentials, demand);
  return key;
}

/** Throws for a key that may not do what the operation demands, now and from there. */
export function checkKey(
  clock: Clock,
  key: Key,
  credentials: Omit<Credentials, "authorization">,
  demand: Demand,
): void {
  if (key.revokedAt !== null) {
    throw new AppError("unauthenticated", "This key was revoked; make a new one on the API keys page.");
  }
  if (key.expiresAt !== null && key.expiresAt <= clock.now()) {
    throw new AppError("unauthenticated", "This key has expired; make a new one on the API keys page.");
  }
  checkAllowed(key, credentials, demand);
}

function bearerToken(authorization: string | undefined): string {
  const match = /^Bearer +(\S+)$/i.exec(authorization ?? "");
  if (match?.[1] === undefined) {
    throw new AppError("unauthenticated", "Send a key in the header: Authorization: Bearer <key>.");
  }
  return match[1];
}

function checkAllowed(
  key: Key,
  { address, origin }: Omit<Credentials, "authorization">,
  { kind, scope }: Demand,
): void {
  if (key.kind !== kind) {
    throw new AppError("forbidden", `This operation needs an ${kind} key, and this is an ${key.kind} key.`);
  }
  if (scope !== undefined && !key.scopes.includes(scope)) {
    throw new AppError("forbidden", `This operation needs a key with the scope "${scope}".`);
  }
  if (key.allowedAddresses.length > 0 && !isAddressIn(address, key.allowedAddresses)) {
    throw new AppError(
      "forbidden",
      "This key may not be used from your address; make one that allows it, or send the request from an allowed one.",
    );
  }
  if (key.allowedOrigins.length > 0 && (origin === undefined || !key.allowedOrigins.includes(origin))) {
    throw new AppError("forbidden", "This key may not be used from this website; make one that allows its origin.");
  }
}
