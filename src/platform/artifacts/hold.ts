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

/** How long each may take; a hold that is older by the margin belonged to a process that died. */
const secondsMax = { publish: 15 * 60, collect: 5 * 60 } as const;
const marginSeconds = 60;
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
  try {
    // Empty, so that it needs no space: a full disk must not keep a collection from freeing it.
    await objects.put([{ key, bytes: Buffer.alloc(0) }], held);
    const since = await enter(objects, { namespace, kind, key }, held);
    return await work({
      key,
      signal: held,
      since,
      assertHeld() {
        held.throwIfAborted();
        if (Date.now() > endsAt) {
          throw tookTooLong(kind);
        }
      },
    });
  } finally {
    clearTimeout(timer);
    // The work is done or has failed, whatever becomes of this: a hold that stays behind ends by its age.
    await objects.remove([key], AbortSignal.timeout(releaseSeconds * 1_000)).catch(() => {});
  }
}

/** When the hold began, as soon as it may go on. */
async function enter(
  objects: ObjectStore,
  { namespace, kind, key }: { namespace: string; kind: HoldKind; key: string },
  signal: AbortSignal,
): Promise<number> {
  const began = Date.now();
  for (;;) {
    const holds: StoredObject[] = [];
    for await (const hold of objects.list(holdsPrefix(namespace), signal)) {
      holds.push(hold);
    }
    const own = holds.find((hold) => hold.key === key);
    if (!own) {
      throw new StorageFailed("an object that was just put is not in its list");
    }
    const now = own.modifiedAt + Date.now() - began;
    const others = holds.filter((hold) => hold !== own && isLive(hold, now));
    if (kind === "collect" && others.length > 0) {
      throw new NamespaceBusy();
    }
    if (!others.some((hold) => kindOf(hold) === "collect")) {
      return own.modifiedAt;
    }
    await setTimeout(waitMilliseconds, undefined, { signal });
  }
}

function isLive(hold: StoredObject, now: number): boolean {
  return now - hold.modifiedAt < (secondsMax[kindOf(hold)] + marginSeconds) * 1_000;
}

function kindOf({ key }: StoredObject): HoldKind {
  return key.includes("/collect-") ? "collect" : "publish";
}

function tookTooLong(kind: HoldKind): StorageFailed {
  return new StorageFailed(`a ${kind} took longer than ${secondsMax[kind] / 60} minutes`);
}
