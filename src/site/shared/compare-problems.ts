import type { ProblemRecord } from "./build-problem.ts";

/** A problem. `isNew` says that an earlier build doesn't have it; undefined if there is no build to compare with. */
export type ComparedProblem = ProblemRecord & { isNew?: boolean };

type Comparable = Pick<ProblemRecord, "severity" | "file" | "message">;

/**
 * Marks each problem as new or existing, if the earlier problems are known. They are compared by file and message,
 * because lines may have moved, and duplicates are counted.
 */
export function compareProblems(
  now: readonly ProblemRecord[],
  before: readonly Comparable[] | undefined,
): ComparedProblem[] {
  if (before === undefined) return [...now];
  const known = Map.groupBy(before, identityOf);
  return now.map((problem) => ({ ...problem, isNew: known.get(identityOf(problem))?.pop() === undefined }));
}

function identityOf({ severity, file, message }: Comparable): string {
  return `${severity}\n${file ?? ""}\n${message}`;
}
