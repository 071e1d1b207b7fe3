import type { Connection, Database } from "../db/database.ts";
import { putRow } from "../db/rows.ts";
import type { ServerSettingRow } from "../db/tables.ts";

/** Settings of the whole server that can be changed in the dashboard. */
const serverSettingNames = ["provider", "model", "embeddings"] as const;
export type ServerSettingName = (typeof serverSettingNames)[number];

export async function listServerSettings(connection: Connection): Promise<ServerSettingRow[]> {
  return connection.selectFrom("serverSettings").selectAll().orderBy("name").execute();
}

export function prepareListServerSettings(database: Database): () => Promise<ServerSettingRow[]> {
  const read = database.prepare<ServerSettingRow>("select name, value, secret, set_by, set_at from server_settings");
  return async () => read.all([]);
}

export async function saveServerSetting(tx: Connection, setting: ServerSettingRow): Promise<void> {
  await putRow(tx, "serverSettings", ["name"], setting);
}

export async function deleteServerSetting(tx: Connection, name: ServerSettingName): Promise<void> {
  await tx.deleteFrom("serverSettings").where("name", "=", name).execute();
}
