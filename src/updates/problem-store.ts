import type { ProblemCounts, UpdateProblems } from "../contract/schemas.ts";
import type { Connection } from "../platform/db/database.ts";
import { inLockOrder } from "../platform/db/lock-order.ts";
import { putRow } from "../platform/db/rows.ts";
import type { ComparedProblem } from "../site/project.ts";

/** A problem as stored in JSON, without its unknown fields. */
export type StoredProblem = UpdateProblems["problems"][number];

/** Stores the problems found by these updates. The status change after this updates their revision. */
export async function recordProblems(
  tx: Connection,
  ids: readonly string[],
  problems: readonly ComparedProblem[],
  missingPages = 0,
) {
  const text = JSON.stringify(problems);
  const counts = JSON.stringify(countProblems(problems, missingPages));
  for (const id of inLockOrder(ids)) {
    await tx.updateTable("updates").set({ problems: counts }).where("id", "=", id).execute();
    await putRow(tx, "updateProblems", ["updateId"], { updateId: id, problems: text });
  }
}

/** Undefined for updates that were never built, and for those built before problems were recorded. */
export async function findProblems(connection: Connection, id: string): Promise<StoredProblem[] | undefined> {
  const problems = connection.selectFrom("updateProblems").select("problems").where("updateId", "=", id);
  const row = await problems.executeTakeFirst();
  return row && JSON.parse(row.problems);
}

/** The problems and missing pages of the newest update that published this artifact. */
export async function findProblemsOfArtifact(
  connection: Connection,
  projectId: string,
  artifact: string,
): Promise<{ problems: StoredProblem[]; missingPages: number | undefined } | undefined> {
  const row = await connection
    .selectFrom("updateProblems")
    .innerJoin("updates", "updates.id", "updateProblems.updateId")
    .select(["updateProblems.problems", "updates.problems as counts"])
    .where("updates.projectId", "=", projectId)
    .where("updates.artifact", "=", artifact)
    .where("updates.status", "=", "success")
    .orderBy("updates.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { problems: JSON.parse(row.problems), missingPages: JSON.parse(row.counts ?? "{}").missingPages };
}

export function countProblems(problems: readonly ComparedProblem[], missingPages: number): ProblemCounts {
  const warnings = problems.filter(({ severity }) => severity === "warning");
  // Without a site to compare with, it is unknown which problems are new.
  const isCompared = problems.every(({ isNew }) => isNew !== undefined);
  return {
    errors: problems.filter(({ severity }) => severity === "error").length,
    warnings: warnings.length,
    ...(isCompared && { newWarnings: warnings.filter(({ isNew }) => isNew).length }),
    ...(missingPages > 0 && { missingPages }),
  };
}
