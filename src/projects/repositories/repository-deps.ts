import type { Repository } from "../../git/repository.ts";
import type { Services } from "../../platform/services.ts";
import type { Project } from "../store.ts";

export interface RepositoryDeps extends Pick<Services, "clock" | "database" | "objects"> {
  /** The folder with the caches of all hosted repositories that this machine has used. */
  repositoriesFolder: string;
}

export type HostedProject = Pick<Project, "id" | "hostedRepository">;

/** The local copy of a hosted repository at one version. Only `changeRepository` and `moveRefs` change the original. */
export interface OpenedRepository extends Repository {
  projectId: string;
  version: number;
  /** The branch that HEAD points to. */
  head: string;
  /** Changes when objects are dropped. After that, the original may lack objects that this copy still has. */
  epoch: number;
}
