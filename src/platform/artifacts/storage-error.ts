import { AppError } from "../errors.ts";

/** The disk or the quota is full. The object being written doesn't exist; everything else is untouched. */
export class StorageFull extends AppError {
  constructor() {
    super("unavailable", "The artifact store is full; give it more space, then try again.");
    this.name = "StorageFull";
  }
}

/** The store failed. The reason is meant for the log and never contains a path, an address or a secret. */
export class StorageFailed extends AppError {
  constructor(reason: string) {
    super("unavailable", `The artifact store does not work: ${reason}.`);
    this.name = "StorageFailed";
  }
}

/** The error of an aborted operation. A store that doesn't answer within the caller's time limit has failed. */
export function abortedError({ reason }: AbortSignal): unknown {
  const isLate = reason instanceof DOMException && reason.name === "TimeoutError";
  return isLate ? new StorageFailed("it did not answer in time") : reason;
}

/** A stored file differs from the published one, or is gone. */
export class ArtifactDamaged extends AppError {
  constructor() {
    super("unavailable", "Files of this site are missing or damaged; the operator can restore a backup or update it.");
    this.name = "ArtifactDamaged";
  }
}

/** Not even the list of its files exists: it was never published, it has been collected, or the store was lost. */
export class ArtifactMissing extends ArtifactDamaged {}
