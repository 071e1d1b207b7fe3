import type { ProblemRecord } from "./build-problem.ts";

/** A problem. `isNew` is true if an earlier build didn't have it; undefined if there is no build to compare with. */
export type ComparedProblem = ProblemRecord & { isNew?: boolean };

type Comparable = Pick<ProblemRecord, "severity" | "file" | "message">;

/** The new problems, compared by file and message, because lines may have moved. Duplicates are counted. */
export function listNewProblems<Problem extends Comparable>(
  now: readonly Problem[],
  before: readonly Comparable[],
): Problem[] {
  const known = Map.groupBy(before, identityOf);
  return now.filter((problem) => known.get(identityOf(problem))?.pop() === undefined);
}

/** Marks each problem as new or existing, if the earlier problems are known. */
export function compareProblems(
  now: readonly ProblemRecord[],
  before: readonly Comparable[] | undefined,
): ComparedProblem[] {
  if (before === undefined) return [...now];
  const fresh = new Set(listNewProblems(now, before));
  return now.map((problem) => ({ ...problem, isNew: fresh.has(problem) }));
}

function identityOf({ severity, file, message }: Comparable): string {
  return `${severity}\n${file ?? ""}\n${message}`;
}
