import type { Connection } from "../platform/db/database.ts";
import type { Tables } from "../platform/db/tables.ts";

export type Organization = Tables["organizations"];

export async function insertOrganization(connection: Connection, organization: Organization): Promise<void> {
  await connection.insertInto("organizations").values(organization).execute();
}

export async function findOrganization(connection: Connection, id: string): Promise<Organization | undefined> {
  return selectOrganizations(connection).where("id", "=", id).executeTakeFirst();
}

export async function listOrganizations(connection: Connection): Promise<Organization[]> {
  return selectOrganizations(connection).orderBy("id").execute();
}

/** The organization that was created during setup. */
export async function findFirstOrganization(connection: Connection): Promise<Organization | undefined> {
  return selectOrganizations(connection).orderBy("createdAt").orderBy("id").limit(1).executeTakeFirst();
}

export async function renameOrganization(connection: Connection, id: string, name: string): Promise<void> {
  await connection.updateTable("organizations").set({ name }).where("id", "=", id).execute();
}

function selectOrganizations(connection: Connection) {
  return connection.selectFrom("organizations").selectAll();
}
