import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { listMemberships } from "./member-store.ts";
import type { NeedsProvider } from "./provider/sign-in-store.ts";
import type { MustSetUpFactor } from "./second-factor/store.ts";
import { findFirstOrganization, type Organization } from "./store.ts";

/** Server admins are the admins of the server's first organization, which was created during setup. */
export async function isServerAdmin(connection: Connection, userId: string): Promise<boolean> {
  const first = await findFirstOrganization(connection);
  const memberships = first === undefined ? [] : await listMemberships(connection, userId);
  return memberships.some(({ id, role }) => id === first?.id && role === "admin");
}

export interface ServerAdminDeps {
  needsProvider: NeedsProvider;
  mustSetUpFactor: MustSetUpFactor;
}

/** Returns the first organization, whose audit log records changes to the server. */
export async function requireServerAdmin(
  { needsProvider, mustSetUpFactor }: ServerAdminDeps,
  connection: Connection,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<Organization> {
  const first = await findFirstOrganization(connection);
  const isAdmin = await isServerAdmin(connection, id);
  if (first === undefined || !isAdmin || (await needsProvider(first.id, sessionId))) {
    throw new AppError(
      "forbidden",
      "Only server admins can see and change this: admins of the server's first organization.",
    );
  }
  if (await mustSetUpFactor(first.id, id)) {
    throw new AppError("forbidden", `${first.name} requires a second factor. Set one up on your account page.`);
  }
  return first;
}
