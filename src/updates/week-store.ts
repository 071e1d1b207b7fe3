import type { ProblemCounts } from "../contract/schemas.ts";
import type { Connection } from "../platform/db/database.ts";

/** How many updates of a project were requested in this time, by outcome. */
export async function countUpdatesSince(
  connection: Connection,
  projectId: string,
  { since, until }: { since: number; until: number },
): Promise<{ success: number; failure: number }> {
  const rows = await connection
    .selectFrom("updates")
    .select((update) => ["status", update.fn.countAll<number | string>().as("count")])
    .where("projectId", "=", projectId)
    .where("createdAt", ">=", since)
    .where("createdAt", "<", until)
    .groupBy("status")
    .execute();
  const countOf = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0);
  return { success: countOf("success"), failure: countOf("failure") };
}

/** The number of problems in the published site. */
export async function countProblemsFound(connection: Connection, projectId: string): Promise<ProblemCounts> {
  const row = await connection
    .selectFrom("projects")
    .innerJoin("sites", "sites.subdomain", "projects.domain")
    .innerJoin("updates", "updates.id", "sites.updateId")
    .select("updates.problems")
    .where("projects.id", "=", projectId)
    .executeTakeFirst();
  const found = row?.problems == null ? undefined : (JSON.parse(row.problems) as ProblemCounts);
  return found ?? { errors: 0, warnings: 0, newWarnings: 0 };
}
