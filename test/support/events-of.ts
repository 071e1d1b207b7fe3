import type { Database } from "../../src/platform/db/database.ts";

/** The events of a project, oldest first. */
export async function eventsOf(
  { query }: Pick<Database, "query">,
  projectId: string,
): Promise<{ type: string; subject: string; data: Record<string, Record<string, unknown>> }[]> {
  const rows = await query
    .selectFrom("events")
    .select(["type", "subject", "data"])
    .where("projectId", "=", projectId)
    .orderBy("id")
    .execute();
  return rows.map(({ data, ...row }) => ({ ...row, data: JSON.parse(data) }));
}
