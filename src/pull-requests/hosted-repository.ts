import { defaultRepositoryLimits, type RepositoryUse } from "../git/repository.ts";
import type { Services } from "../platform/services.ts";
import type { RepositoryDeps } from "../projects/repositories/repository-deps.ts";

export type PullRequestDeps = RepositoryDeps & Pick<Services, "queue">;

export function boundedBy(signal: AbortSignal | undefined): RepositoryUse {
  return { limits: defaultRepositoryLimits, signal };
}
