import type { Me } from "../contract/people-schemas.ts";
import type { Connection } from "../platform/db/database.ts";
import { listMemberships } from "./member-store.ts";
import { listRequiring } from "./rules/store.ts";
import { findFactorKinds } from "./second-factor/store.ts";
import { isServerAdmin } from "./server/server-admins.ts";
import { findPasswordHash, type User } from "./user-store.ts";

/** Who is signed in, and in which organizations. */
export async function presentMe(connection: Connection, { id, name, email }: User): Promise<Me> {
  const hasPassword = (await findPasswordHash(connection, id)) !== null;
  const { hasAuthenticator, hasPasskey } = await findFactorKinds(connection, id);
  const lacksFactor = hasPassword && !hasAuthenticator && !hasPasskey;
  const requiring = lacksFactor ? await listRequiring(connection, id) : [];
  const organizations = (await listMemberships(connection, id)).map((organization) => ({
    ...organization,
    needsSecondFactor: requiring.includes(organization.id),
  }));
  const user = { id, name, email, hasPassword, isServerAdmin: await isServerAdmin(connection, id) };
  return { user, organizations };
}
