import type { Connection } from "../platform/db/database.ts";
import type { UpdateRow } from "../platform/db/tables/updates.ts";

/** The newest update of a site, if it failed for a reason that the author can't fix. */
export interface FailedUpdate {
  id: string;
  projectId: string;
  subdomain: string;
  cause: NonNullable<UpdateRow["failure_cause"]>;
  /** How many updates directly before this one failed for the same reason. */
  catchUps: number;
  endedAt: number;
}

export async function listFailedUpdates(
  connection: Connection,
  endedAfter: number,
  limit: number,
): Promise<FailedUpdate[]> {
  const rows = await connection
    .selectFrom("updates as failed")
    .select(["id", "project_id", "subdomain", "failure_cause", "catch_ups", "ended_at"])
    .where("failure_cause", "is not", null)
    .where("ended_at", ">", endedAfter)
    .where((failed) =>
      failed.not(
        failed.exists(
          failed
            .selectFrom("updates as newer")
            .select("newer.id")
            .whereRef("newer.project_id", "=", "failed.project_id")
            .whereRef("newer.subdomain", "=", "failed.subdomain")
            .whereRef("newer.id", ">", "failed.id"),
        ),
      ),
    )
    .orderBy("ended_at")
    .limit(limit)
    .execute();
  return rows.flatMap(({ id, subdomain, ...row }) => {
    const { project_id: projectId, failure_cause: cause, catch_ups: catchUps, ended_at: endedAt } = row;
    return cause === null || endedAt === null ? [] : [{ id, projectId, subdomain, cause, catchUps, endedAt }];
  });
}

export async function recordCatchUp(tx: Connection, id: string, catchUps: number): Promise<void> {
  await tx.updateTable("updates").set({ catch_ups: catchUps }).where("id", "=", id).execute();
}
