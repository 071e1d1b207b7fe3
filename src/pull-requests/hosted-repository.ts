import { join } from "node:path";
import { defaultRepositoryLimits, type Repository, type RepositoryUse } from "../git/repository.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Queue } from "../platform/queue/queue.ts";
import type { Project } from "../projects/store.ts";

export interface PullRequestDeps {
  database: Database;
  queue: Queue;
  clock: Clock;
  /** Root folder of the built-in git host. */
  repositoriesFolder: string;
}

/** Runs the work in a transaction, together with related writes such as an audit entry. */
export type InTransaction = (work: (tx: Transaction) => Promise<void>) => Promise<void>;

/** The repository of a project on the built-in git host. */
export function hostedRepository({ repositoriesFolder }: { repositoriesFolder: string }, project: Project): Repository {
  if (project.hostedRepository === null) {
    throw new AppError(
      "not_found",
      "This project's repository is not on the built-in git host; find its pull requests on the host of the repository.",
    );
  }
  return { gitDir: join(repositoriesFolder, `${project.hostedRepository}.git`) };
}

export function boundedBy(signal: AbortSignal | undefined): RepositoryUse {
  return { limits: defaultRepositoryLimits, signal };
}
