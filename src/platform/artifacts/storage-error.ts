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

/** A stored file differs from the published one, or is gone. */
export class ArtifactDamaged extends AppError {
  constructor() {
    super("internal", "A file of this artifact is missing or damaged; publish it again.");
    this.name = "ArtifactDamaged";
  }
}
