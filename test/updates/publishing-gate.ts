import type { ObjectStore } from "../../src/platform/artifacts/object-store.ts";

/** Stops updates right before they store their artifact. */
export interface PublishingGate {
  close(): void;
  open(): void;
  /** How many updates have reached the closed gate. */
  readonly arrivals: number;
}

export function withGate(objects: ObjectStore): { objects: ObjectStore; gate: PublishingGate } {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let isClosed = false;
  let arrivals = 0;
  return {
    objects: {
      ...objects,
      async put(newObjects, signal) {
        // An update writes this hold before it stores anything. Collections of artifacts write other holds and pass.
        if (isClosed && newObjects.some(({ key }) => key.includes("/holds/publish-"))) {
          arrivals += 1;
          await Promise.race([gate.promise, aborted(signal)]);
        }
        return objects.put(newObjects, signal);
      },
    },
    gate: {
      close() {
        isClosed = true;
        gate = Promise.withResolvers<void>();
      },
      open() {
        isClosed = false;
        gate.resolve();
      },
      get arrivals() {
        return arrivals;
      },
    },
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
