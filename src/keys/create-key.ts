import { randomInt } from "node:crypto";
import { isIP } from "node:net";
import { crc32 } from "node:zlib";
import ipaddr from "ipaddr.js";
import type { KeyKind, Scope } from "../contract/operation.ts";
import { type Clock, dayMilliseconds } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import { insertKey, type Key } from "./store.ts";

export const expiryDays = [7, 30, 60, 90] as const;
export const scopes: readonly Scope[] = ["read", "write"];

const nameMaxLength = 100;
const listMaxItems = 50;

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 32;
const checksumLength = 6;
const hintLength = 4;
const prefixes = { admin: "svc_", assistant: "svc_dsc_", token: "svc_pat_" } as const;

/** `token`: a personal access token, which belongs to a person. */
export type SecretKind = KeyKind | "token";

export interface NewKey {
  kind: KeyKind;
  organizationId: string;
  projectId: string | null;
  name?: string | undefined;
  expiresInDays?: number | undefined;
  scopes?: readonly string[] | undefined;
  allowedAddresses?: readonly string[] | undefined;
  allowedOrigins?: readonly string[] | undefined;
}

/** Creates a key. Only its hash is stored, so the secret is available only here. */
export async function createKey(
  { clock }: { clock: Clock },
  connection: Connection,
  request: NewKey,
): Promise<{ key: Key; secret: string }> {
  const secret = generateKey(request.kind);
  const now = clock.now();
  const key: Key = {
    id: newId("key", clock),
    kind: request.kind,
    organizationId: request.organizationId,
    projectId: request.projectId,
    name: checkedName(request.name ?? `${request.kind} key`),
    hint: keyHint(request.kind, secret),
    scopes: checkedScopes(request),
    allowedAddresses: checkedAddresses(request.allowedAddresses ?? []),
    allowedOrigins: checkedOrigins(request),
    expiresAt: expiry(request.expiresInDays, now),
    revokedAt: null,
    lastUsedAt: null,
    createdAt: now,
  };
  await insertKey(connection, key, secret);
  return { key, secret };
}

/** The prefix shows the kind, and the checksum lets secret scanners recognize real keys. */
export function generateKey(kind: SecretKind): string {
  let text = prefixes[kind];
  for (let i = 0; i < secretLength; i++) {
    text += alphabet.charAt(randomInt(alphabet.length));
  }
  return text + checksum(text);
}

/** Whether an `Authorization` header has a personal access token instead of a key. */
export function hasToken(authorization: string | undefined): boolean {
  return authorization !== undefined && /^Bearer +svc_pat_/i.test(authorization);
}

/** Tells a real key from a made-up or mistyped one without a lookup. */
export function hasValidChecksum(secret: string): boolean {
  return checksum(secret.slice(0, -checksumLength)) === secret.slice(-checksumLength);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let encoded = "";
  for (let i = 0; i < checksumLength; i++) {
    encoded = alphabet.charAt(rest % alphabet.length) + encoded;
    rest = Math.floor(rest / alphabet.length);
  }
  return encoded;
}

/** The form in which lists show a key: enough to recognize it, too little to use it. */
export function keyHint(kind: SecretKind, secret: string): string {
  return `${secret.slice(0, prefixes[kind].length + hintLength)}…${secret.slice(-hintLength)}`;
}

function checkedName(name: string): string {
  if (name.trim() === "" || name.length > nameMaxLength) {
    throw new AppError("bad_request", `A key's name must have 1 to ${nameMaxLength} characters.`);
  }
  return name;
}

function checkedScopes({ kind, scopes: requested }: NewKey): Scope[] {
  if (kind === "assistant") {
    if (requested !== undefined && requested.length > 0) {
      throw new AppError("bad_request", "Only admin keys have scopes; an assistant key can only ask questions.");
    }
    return [];
  }
  return (requested ?? scopes).map((name) => {
    const scope = scopes.find((candidate) => candidate === name);
    if (scope === undefined) {
      throw new AppError("bad_request", `Unknown scope "${name}"; use ${scopes.join(" or ")}.`);
    }
    return scope;
  });
}

function checkedAddresses(addresses: readonly string[]): string[] {
  for (const address of atMost(addresses)) {
    if (isIP(address) === 0 && !ipaddr.isValidCIDR(address)) {
      throw new AppError("bad_request", `"${address}" is neither an IP address nor a CIDR range such as 10.0.0.0/8.`);
    }
  }
  return [...addresses];
}

function checkedOrigins({ kind, allowedOrigins = [] }: NewKey): string[] {
  if (kind === "admin" && allowedOrigins.length > 0) {
    throw new AppError(
      "bad_request",
      "Only assistant keys have origins; an admin key must never be used in a browser.",
    );
  }
  return atMost(allowedOrigins).map((text) => {
    const origin = URL.canParse(text) ? new URL(text).origin : "null";
    if (origin === "null" || !/^https?:\/\//.test(origin)) {
      throw new AppError("bad_request", `"${text}" is not an origin such as https://docs.example.com.`);
    }
    return origin;
  });
}

function atMost(items: readonly string[]): readonly string[] {
  if (items.length > listMaxItems) {
    throw new AppError("bad_request", `A key can have at most ${listMaxItems} addresses or origins.`);
  }
  return items;
}

function expiry(days: number | undefined, now: number): number | null {
  if (days === undefined) {
    return null;
  }
  if (!expiryDays.some((allowed) => allowed === days)) {
    throw new AppError("bad_request", `A key expires in ${expiryDays.join(", ")} days, or never.`);
  }
  return now + days * dayMilliseconds;
}
