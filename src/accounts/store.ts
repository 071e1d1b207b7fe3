import type { Connection } from "../platform/db/database.ts";

export interface Organization {
  id: string;
  name: string;
  createdAt: number;
}

export async function insertOrganization(connection: Connection, organization: Organization): Promise<void> {
  await connection
    .insertInto("organizations")
    .values({ id: organization.id, name: organization.name, created_at: organization.createdAt })
    .execute();
}

export async function findOrganization(connection: Connection, id: string): Promise<Organization | undefined> {
  const row = await connection.selectFrom("organizations").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : { id: row.id, name: row.name, createdAt: row.created_at };
}

export async function listOrganizations(connection: Connection): Promise<Organization[]> {
  const rows = await connection.selectFrom("organizations").selectAll().orderBy("id").execute();
  return rows.map((row) => ({ id: row.id, name: row.name, createdAt: row.created_at }));
}

export async function renameOrganization(connection: Connection, id: string, name: string): Promise<void> {
  await connection.updateTable("organizations").set({ name }).where("id", "=", id).execute();
}
