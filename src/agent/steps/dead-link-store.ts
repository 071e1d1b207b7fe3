import type { Connection } from "../../platform/db/database.ts";

const addressesPerQuery = 500;

/**
 * Records which addresses fail now, and forgets those that work again. Returns since when each of them fails.
 */
export async function recordDeadLinks(
  tx: Connection,
  projectId: string,
  { failing, working, now }: { failing: readonly string[]; working: readonly string[]; now: number },
): Promise<Map<string, number>> {
  for (let at = 0; at < working.length; at += addressesPerQuery) {
    const some = working.slice(at, at + addressesPerQuery);
    await tx.deleteFrom("deadLinks").where("projectId", "=", projectId).where("address", "in", some).execute();
  }
  const since = new Map<string, number>();
  for (const address of failing) {
    const row = await tx
      .insertInto("deadLinks")
      .values({ projectId, address, failingSince: now, checkedAt: now })
      .onConflict((conflict) => conflict.columns(["projectId", "address"]).doUpdateSet({ checkedAt: now }))
      .returning("failingSince")
      .executeTakeFirstOrThrow();
    since.set(address, row.failingSince);
  }
  return since;
}
