import { defaultRepositoryLimits, type RepositoryUse } from "../git/repository.ts";
import type { Queue } from "../platform/queue/queue.ts";
import type { RepositoryDeps } from "../projects/repositories/repository-deps.ts";

export interface PullRequestDeps extends RepositoryDeps {
  queue: Queue;
}

export function boundedBy(signal: AbortSignal | undefined): RepositoryUse {
  return { limits: defaultRepositoryLimits, signal };
}
