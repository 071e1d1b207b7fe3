import { onTestFinished } from "vitest";
import type { S3Server } from "../../support/s3-server.ts";
import type { RequestPattern } from "./store-requests.ts";

/** Makes the store hold matching requests until they are released. */
export function holdStore(store: S3Server, isHeld: RequestPattern): { reached: Promise<void>; letGo(): void } {
  const gate = Promise.withResolvers<void>();
  const arrival = Promise.withResolvers<void>();
  store.fault = (request) => {
    if (!isHeld(request)) {
      return undefined;
    }
    arrival.resolve();
    return { kind: "slow", until: gate.promise };
  };
  onTestFinished(() => gate.resolve());
  return { reached: arrival.promise, letGo: () => gate.resolve() };
}

/** Makes the store answer new requests again, but not those it holds. */
export function openStore(store: S3Server): void {
  store.fault = () => undefined;
}

/** Makes the locks of publications and collections expire. */
export function ageHolds(store: S3Server, seconds: number): void {
  for (const [key, object] of store.objects) {
    if (key.includes("/holds/")) {
      object.modifiedAt -= seconds * 1_000;
    }
  }
}
