import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { holdsPrefix } from "./artifact-keys.ts";
import type { ObjectStore, StoredObject } from "./object-store.ts";
import { StorageFailed } from "./storage-error.ts";

type HoldKind = keyof typeof secondsMax;

export interface Hold {
  /** The object that stands for it. */
  key: string;
  /** Aborts when the hold ends: when the caller gives up, or when it has lasted too long. */
  signal: AbortSignal;
  /** When it began, by the clock of the store. */
  since: number;
  /** Throws once it has ended, also for a process that was asleep and heard no timer. */
  assertHeld(): void;
}

export class NamespaceBusy extends Error {
  constructor() {
    super("The namespace is being published to, or collected; try again later.");
    this.name = "NamespaceBusy";
  }
}

/** How long each may take. */
const secondsMax = { publish: 15 * 60, collect: 5 * 60 } as const;
/** A hold is renewed while its work goes on; one that was not renewed for so long belonged to a process that died. */
const renewSeconds = 5;
const staleSeconds = 20;
const waitMilliseconds = 250;
const releaseSeconds = 10;

/**
 * Keeps publishing and collecting in one namespace apart. A publisher counts on blobs that it found, which nothing may
 * name yet, so none may be collected until its manifest is there.
 *
 * Each leaves an object that says what it does, and only then looks for those of others: of two that begin at the same
 * moment at least one sees the other. A publisher waits for a collection to end; a collection gives way at once, with
 * NamespaceBusy. Ages are compared by the clock of the store alone.
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
  // Empty, so that it needs no space: a full disk must not keep a collection from freeing it.
  const renew = async () => {
    const at = Date.now();
    await objects.put([{ key, bytes: Buffer.alloc(0) }], held);
    renewedAt = at;
  };
  let renewing: NodeJS.Timeout | undefined;
  try {
    await renew();
    const since = await enter(objects, { namespace, kind, key }, held, renew);
    // A renewal that fails is tried again; if none works, assertHeld ends the work before the hold is stale.
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
    // The work is done or has failed, whatever becomes of this: a hold that stays behind ends by its age.
    await objects.remove([key], AbortSignal.timeout(releaseSeconds * 1_000)).catch(() => {});
  }
}

/** When the hold began, as soon as it may go on. It is fresh then: whoever looks from now on sees it. */
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
      throw new StorageFailed("an object that was just put is not in its list");
    }
    const now = own.modifiedAt + Date.now() - began;
    const others = holds.filter((hold) => hold !== own && now - hold.modifiedAt < staleSeconds * 1_000);
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
  return key.includes("/collect-") ? "collect" : "publish";
}

function tookTooLong(kind: HoldKind): StorageFailed {
  return new StorageFailed(`a ${kind} took longer than ${secondsMax[kind] / 60} minutes`);
}
