import { join } from "node:path";
import { defaultRepositoryLimits, type Repository, type RepositoryUse } from "../git/repository.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Queue } from "../platform/queue/queue.ts";
import type { Project } from "../projects/store.ts";

export interface PullRequestDeps {
  database: Database;
  queue: Queue;
  clock: Clock;
  /** Of the built-in git host. */
  repositoriesFolder: string;
}

/** The repository of a project of the built-in host. */
export function hostedRepository({ repositoriesFolder }: { repositoriesFolder: string }, project: Project): Repository {
  if (project.hostedRepository === null) {
    throw new AppError(
      "not_found",
      "The repository of this project is not in the built-in git host; its pull requests are where the repository is.",
    );
  }
  return { gitDir: join(repositoriesFolder, `${project.hostedRepository}.git`) };
}

export function boundedBy(signal: AbortSignal | undefined): RepositoryUse {
  return { limits: defaultRepositoryLimits, signal };
}
