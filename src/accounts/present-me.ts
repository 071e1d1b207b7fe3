import type { Me } from "../contract/dashboard-schemas.ts";
import type { Connection } from "../platform/db/database.ts";
import { listMemberships } from "./member-store.ts";
import { findPasswordHash, type User } from "./user-store.ts";

/** Somebody, and the organizations they are in. */
export async function presentMe(connection: Connection, { id, name, email }: User): Promise<Me> {
  const hasPassword = (await findPasswordHash(connection, id)) !== null;
  return { user: { id, name, email, hasPassword }, organizations: await listMemberships(connection, id) };
}
