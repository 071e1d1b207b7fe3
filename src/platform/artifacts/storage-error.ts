import { AppError } from "../errors.ts";

/** The disk, or the quota, is used up. What was being written is not there; what was there before is untouched. */
export class StorageFull extends AppError {
  constructor() {
    super("unavailable", "The artifact store is full; give it more space, then try again.");
    this.name = "StorageFull";
  }
}

/** The store cannot do what it has to. The reason is one for the log: never a path, an address or a secret. */
export class StorageFailed extends AppError {
  constructor(reason: string) {
    super("unavailable", `The artifact store does not work: ${reason}.`);
    this.name = "StorageFailed";
  }
}

/** What is stored is not what was published, or is gone. */
export class ArtifactDamaged extends AppError {
  constructor() {
    super("internal", "A file of this artifact is missing or damaged; publish it again.");
    this.name = "ArtifactDamaged";
  }
}
