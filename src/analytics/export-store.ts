import { sql } from "kysely";
import { dayMilliseconds } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import { updateRows } from "../platform/db/rows.ts";
import type { Tables } from "../platform/db/tables.ts";

type Export = Tables["analyticsExports"];

const exportsPerSweep = 500;

/** Projects that existed on this day, which wasn't exported yet. */
export async function listUnexported(connection: Connection, day: string, limit: number): Promise<string[]> {
  const rows = await connection
    .selectFrom("projects")
    .select("id")
    .where("createdAt", "<", Date.parse(day) + dayMilliseconds)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("analyticsExports")
            .select("day")
            .whereRef("analyticsExports.projectId", "=", "projects.id")
            .where("analyticsExports.day", "=", day),
        ),
      ),
    )
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Does nothing if the project has been removed, or another worker was faster. */
export async function insertExport(connection: Connection, { projectId, day, hasQuestions }: Export): Promise<void> {
  await sql`insert into analytics_exports (project_id, day, has_questions)
    select id, ${day}, ${sql.lit(hasQuestions)} from projects where id = ${projectId}
    on conflict do nothing`.execute(connection);
}

/** Exports of earlier days, and those whose questions are from before an earlier day. */
export async function listExportsBefore(
  connection: Connection,
  { before, questionsBefore, projectId }: { before: string; questionsBefore: string; projectId: string | undefined },
): Promise<Export[]> {
  return connection
    .selectFrom("analyticsExports")
    .selectAll()
    .where(({ or, and, eb }) =>
      or([
        and([eb("hasQuestions", "=", 0), eb("day", "<", before)]),
        and([eb("hasQuestions", "=", 1), eb("day", "<", before > questionsBefore ? before : questionsBefore)]),
      ]),
    )
    .$if(projectId !== undefined, (exports) => exports.where("projectId", "=", projectId ?? ""))
    .limit(exportsPerSweep)
    .execute();
}

export async function deleteExport(connection: Connection, { projectId, day }: Export): Promise<void> {
  await connection.deleteFrom("analyticsExports").where("projectId", "=", projectId).where("day", "=", day).execute();
}

export async function putQuestionsRemoved(connection: Connection, { projectId, day }: Export): Promise<void> {
  await updateRows(connection, "analyticsExports", { projectId, day }, { hasQuestions: 0 });
}
