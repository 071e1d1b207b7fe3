import type { Connection } from "../../platform/db/database.ts";
import { putRow } from "../../platform/db/rows.ts";
import type { SiteAccessRow } from "../../platform/db/tables.ts";
import { type AccessSettings, accessDefaults } from "./access.ts";

export interface Access extends Omit<SiteAccessRow, "settings"> {
  settings: AccessSettings;
}

/** Projects without a row are public. */
export async function findAccess(connection: Connection, projectId: string): Promise<Access> {
  const rows = connection.selectFrom("siteAccess").selectAll();
  const row = await rows.where("projectId", "=", projectId).executeTakeFirst();
  return row === undefined
    ? { projectId, kind: "public", previews: "public", settings: accessDefaults, updatedAt: 0 }
    : toAccess(row);
}

/** For new projects. Earlier ones keep showing the previews of branches to everyone until an admin changes it. */
export async function limitPreviews(tx: Connection, projectId: string, now: number): Promise<void> {
  await saveAccess(tx, { ...(await findAccess(tx, projectId)), previews: "members", updatedAt: now });
}

export async function listAccess(connection: Connection): Promise<Access[]> {
  return (await connection.selectFrom("siteAccess").selectAll().orderBy("projectId").execute()).map(toAccess);
}

export async function saveAccess(tx: Connection, access: Access): Promise<void> {
  const row = { ...access, settings: JSON.stringify(access.settings) };
  await putRow(tx, "siteAccess", ["projectId"], row);
}

function toAccess(row: SiteAccessRow): Access {
  return { ...row, settings: { ...accessDefaults, ...JSON.parse(row.settings) } };
}
