import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { holdsPrefix } from "./artifact-keys.ts";
import type { ObjectStore, StoredObject } from "./object-store.ts";
import { StorageFailed } from "./storage-error.ts";

type HoldKind = keyof typeof secondsMax;

export interface Hold {
  /** The object that represents the hold in the store. */
  key: string;
  /** Aborts when the hold ends early, because the caller gave up or the work took too long. */
  signal: AbortSignal;
  /** When the hold began, by the store's clock. */
  since: number;
  /** Throws once the hold has ended, even if the process was suspended and missed its timers. */
  assertHeld(): void;
}

export class NamespaceBusy extends Error {
  constructor() {
    super("The namespace is being published to, or collected; try again later.");
    this.name = "NamespaceBusy";
  }
}

/** The longest time that a hold of each kind may last. */
const secondsMax = { publish: 15 * 60, collect: 5 * 60, backup: 24 * 60 * 60 } as const;
/** A hold is renewed while its work goes on. If it hasn't been renewed for `staleSeconds`, its process has died. */
const renewSeconds = 5;
const staleSeconds = 20;
const waitMilliseconds = 250;
const releaseSeconds = 10;

/**
 * Keeps publishing and collecting from overlapping in a namespace. A publisher may rely on existing blobs that no
 * manifest refers to yet, so none of them may be collected until its own manifest is written.
 *
 * Each side writes an object that says what it does, and only then looks for objects of others. So if two start at the
 * same moment, at least one sees the other. A publisher waits for a collection to end; a collection gives up at once
 * with NamespaceBusy. Ages are compared by the store's clock only.
 */
export async function holdNamespace<Value>(
  objects: ObjectStore,
  { namespace, kind }: { namespace: string; kind: HoldKind },
  signal: AbortSignal,
  work: (hold: Hold) => Promise<Value>,
): Promise<Value> {
  const key = `${holdsPrefix(namespace)}${kind}-${randomUUID()}`;
  const endsAt = Date.now() + secondsMax[kind] * 1_000;
  const late = new AbortController();
  const timer = globalThis.setTimeout(() => late.abort(tookTooLong(kind)), secondsMax[kind] * 1_000);
  const held = AbortSignal.any([signal, late.signal]);
  let renewedAt = Date.now();
  // Empty, so that a full disk can't stop a collection from freeing space.
  const renew = async () => {
    const at = Date.now();
    await objects.put([{ key, bytes: Buffer.alloc(0) }], held);
    renewedAt = at;
  };
  let renewing: NodeJS.Timeout | undefined;
  try {
    await renew();
    const since = await enter(objects, { namespace, kind, key }, held, renew);
    // A failed renewal is retried. If none succeeds, assertHeld ends the work before the hold becomes stale.
    renewing = setInterval(() => void renew().catch(() => {}), renewSeconds * 1_000);
    return await work({
      key,
      signal: held,
      since,
      assertHeld() {
        held.throwIfAborted();
        if (Date.now() > endsAt) {
          throw tookTooLong(kind);
        }
        if (Date.now() - renewedAt > (staleSeconds - renewSeconds) * 1_000) {
          throw new StorageFailed(`the hold of a ${kind} could not be renewed`);
        }
      },
    });
  } finally {
    clearTimeout(timer);
    clearInterval(renewing);
    // The work is over either way. A hold that can't be removed expires.
    await objects.remove([key], AbortSignal.timeout(releaseSeconds * 1_000)).catch(() => {});
  }
}

/**
 * Waits until the hold may proceed and returns when it began. The hold is fresh at that point, so anyone who looks from
 * now on sees it.
 */
async function enter(
  objects: ObjectStore,
  { namespace, kind, key }: { namespace: string; kind: HoldKind; key: string },
  signal: AbortSignal,
  renew: () => Promise<void>,
): Promise<number> {
  for (;;) {
    const began = Date.now();
    const holds: StoredObject[] = [];
    for await (const hold of objects.list(holdsPrefix(namespace), signal)) {
      holds.push(hold);
    }
    const own = holds.find((hold) => hold.key === key);
    if (!own) {
      throw new StorageFailed("an object that was just stored is missing from the listing");
    }
    const now = own.modifiedAt + Date.now() - began;
    // A hold from the future was written before the store's clock was set back.
    const others = holds.filter((hold) => hold !== own && Math.abs(now - hold.modifiedAt) < staleSeconds * 1_000);
    if (kind === "collect" && others.length > 0) {
      throw new NamespaceBusy();
    }
    if (!others.some((hold) => kindOf(hold) === "collect")) {
      return own.modifiedAt;
    }
    await setTimeout(waitMilliseconds, undefined, { signal });
    await renew();
  }
}

function kindOf({ key }: StoredObject): HoldKind {
  return key.includes("/collect-") ? "collect" : key.includes("/backup-") ? "backup" : "publish";
}

function tookTooLong(kind: HoldKind): StorageFailed {
  return new StorageFailed(`a ${kind} took longer than ${secondsMax[kind] / 60} minutes`);
}
