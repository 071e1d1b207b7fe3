import type { Connection } from "../platform/db/database.ts";
import type { UpdateRow } from "../platform/db/tables.ts";

/** The newest update of a site, if it failed for a reason that the author can't fix. */
export interface FailedUpdate extends Pick<UpdateRow, "id" | "projectId" | "subdomain"> {
  cause: NonNullable<UpdateRow["failureCause"]>;
  /** How many updates directly before this one failed for the same reason. */
  catchUps: number;
  endedAt: number;
}

export async function listFailedUpdates(connection: Connection, endedAfter: number, limit: number) {
  const rows = await connection
    .selectFrom("updates as failed")
    .select(["id", "projectId", "subdomain", "failureCause", "catchUps", "endedAt"])
    .where("failureCause", "is not", null)
    .where("endedAt", ">", endedAfter)
    .where((failed) =>
      failed.not(
        failed.exists(
          failed
            .selectFrom("updates as newer")
            .select("newer.id")
            .whereRef("newer.projectId", "=", "failed.projectId")
            .whereRef("newer.subdomain", "=", "failed.subdomain")
            .whereRef("newer.id", ">", "failed.id"),
        ),
      ),
    )
    .orderBy("endedAt")
    .limit(limit)
    .execute();
  return rows.flatMap(({ failureCause: cause, endedAt, ...row }): FailedUpdate[] =>
    cause === null || endedAt === null ? [] : [{ ...row, cause, endedAt }],
  );
}

export async function recordCatchUp(tx: Connection, id: string, catchUps: number): Promise<void> {
  await tx.updateTable("updates").set({ catchUps }).where("id", "=", id).execute();
}
