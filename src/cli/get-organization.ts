import { findOrganization, type Organization } from "../accounts/store.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";

export async function getOrganization(connection: Connection, id: string): Promise<Organization> {
  const organization = await findOrganization(connection, id);
  if (organization === undefined) {
    throw new AppError("not_found", `Organization not found: ${id}; list them with: lectern org list.`);
  }
  return organization;
}
