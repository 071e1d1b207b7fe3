import { onTestFinished } from "vitest";
import type { S3Server } from "../../support/s3-server.ts";
import type { RequestPattern } from "./store-requests.ts";

/** The store keeps such requests waiting until they are let go. */
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

/** New requests to the store are answered; those that wait are not. */
export function openStore(store: S3Server): void {
  store.fault = () => undefined;
}

/** Time passes for what publications and collections hold. */
export function ageHolds(store: S3Server, seconds: number): void {
  for (const [key, object] of store.objects) {
    if (key.includes("/holds/")) {
      object.modifiedAt -= seconds * 1_000;
    }
  }
}
