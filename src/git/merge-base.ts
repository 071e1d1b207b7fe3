import { checkSha } from "./commit-id.ts";
import { findLine } from "./find-line.ts";
import type { Repository, RepositoryUse } from "./repository.ts";

/** The best common ancestor of two commits, if there is one. */
export async function findMergeBase(
  repository: Repository,
  one: string,
  other: string,
  use: RepositoryUse,
): Promise<string | undefined> {
  checkSha(one);
  checkSha(other);
  return findLine(repository, ["merge-base", "--end-of-options", one, other], use);
}
