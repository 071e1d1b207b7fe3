import type { Connection, Database } from "../../platform/db/database.ts";
import { findRow } from "../../platform/db/rows.ts";
import type { SiteAudienceRow } from "../../platform/db/tables.ts";

/** The most audiences of a site that are kept. The least recently used are removed, and built again when needed. */
const audiencesMax = 64;

export type BuiltAudience = Pick<SiteAudienceRow, "audience"> & { artifact: string };

export function prepareFindAudience(database: Database) {
  const read = database.prepare<Pick<SiteAudienceRow, "artifact" | "updateId" | "usedAt">>(
    "select artifact, update_id, used_at from site_audiences where subdomain = ? and audience = ?",
  );
  return (subdomain: string, audience: string) => read.first([subdomain, audience]);
}

export async function findAudience(connection: Connection, subdomain: string, audience: string) {
  return findRow(connection, "siteAudiences", { subdomain, audience });
}

/** Records an audience that is about to be built. */
export async function insertAudience(tx: Connection, row: Omit<SiteAudienceRow, "earlier">): Promise<void> {
  const { artifact, updateId, usedAt } = row;
  await tx
    .insertInto("siteAudiences")
    .values({ ...row, earlier: null })
    .onConflict((conflict) => conflict.columns(["subdomain", "audience"]).doUpdateSet({ artifact, updateId, usedAt }))
    .execute();
  const newest = tx
    .selectFrom("siteAudiences")
    .select("audience")
    .where("subdomain", "=", row.subdomain)
    .orderBy("usedAt", "desc")
    .orderBy("audience")
    .limit(audiencesMax);
  await tx
    .deleteFrom("siteAudiences")
    .where("subdomain", "=", row.subdomain)
    .where("audience", "not in", newest)
    .execute();
}

export async function noteAudienceUse(
  connection: Connection,
  subdomain: string,
  audience: string,
  now: number,
): Promise<void> {
  const used = connection.updateTable("siteAudiences").set({ usedAt: now });
  await used.where((row) => row.and({ subdomain, audience })).execute();
}

/** Records the artifact of an audience. Returns false if the site was published again in the meantime. */
export async function recordAudience(
  tx: Connection,
  { subdomain, audience, updateId }: Pick<SiteAudienceRow, "subdomain" | "audience" | "updateId">,
  artifact: string,
): Promise<boolean> {
  const waiting = tx.updateTable("siteAudiences").set({ artifact });
  const { numUpdatedRows } = await waiting
    .where((row) => row.and({ subdomain, audience, updateId }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Publishes the artifacts of a site's audiences. Audiences that aren't among them are removed. Call it in the
 * transaction that points the site to its own artifact.
 */
export async function replaceAudiences(
  tx: Connection,
  { subdomain, projectId, updateId }: Pick<SiteAudienceRow, "subdomain" | "projectId" | "updateId">,
  built: readonly BuiltAudience[],
  now: number,
): Promise<void> {
  const before = new Map((await listAudiences(tx, subdomain)).map((row) => [row.audience, row]));
  await removeAudiences(tx, subdomain);
  if (built.length === 0) return;
  const rows = built.map(({ audience, artifact }): SiteAudienceRow => {
    const { artifact: earlier = null, usedAt = now } = before.get(audience) ?? {};
    return { subdomain, projectId, audience, artifact, earlier, updateId, usedAt };
  });
  await tx.insertInto("siteAudiences").values(rows).execute();
}

/** The most recently used first. */
export async function listAudiences(connection: Connection, subdomain: string): Promise<SiteAudienceRow[]> {
  const rows = connection.selectFrom("siteAudiences").selectAll().where("subdomain", "=", subdomain);
  return rows.orderBy("usedAt", "desc").orderBy("audience").execute();
}

/** Every artifact of the project's audiences, also those that readers may still have open. */
export async function listAudienceArtifacts(connection: Connection, projectId: string): Promise<string[]> {
  const audiences = connection.selectFrom("siteAudiences").select(["artifact", "earlier"]);
  const rows = await audiences.where("projectId", "=", projectId).execute();
  return rows.flatMap(({ artifact, earlier }) => [artifact, earlier].filter((digest) => digest !== null));
}

/** What the readers of an audience saw before this artifact. */
export async function listEarlierArtifacts(connection: Connection, projectId: string, artifact: string) {
  const audiences = connection.selectFrom("siteAudiences").select("earlier");
  const rows = await audiences.where((row) => row.and({ projectId, artifact })).execute();
  return rows.flatMap(({ earlier }) => earlier ?? []);
}

export async function removeAudiences(tx: Connection, subdomain: string): Promise<void> {
  await tx.deleteFrom("siteAudiences").where("subdomain", "=", subdomain).execute();
}
