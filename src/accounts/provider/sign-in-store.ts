import type { Role } from "../../contract/operation.ts";
import type { Connection, Database } from "../../platform/db/database.ts";
import type { OrganizationSignInRow } from "../../platform/db/tables/accounts.ts";

interface RoleMapping {
  value: string;
  role: Role;
}

/** An organization's single sign-on settings. */
export interface OrganizationSignIn {
  organizationId: string;
  requiresProvider: boolean;
  defaultRole: Role | null;
  emailDomains: string[];
  mappings: RoleMapping[];
  setBy: string;
  setAt: number;
}

export type NeedsProvider = (organizationId: string, sessionOrTokenId: string) => Promise<boolean>;

/** Whether the organization requires the provider, but the session began or the token was created without it. */
export function prepareNeedsProvider(database: Database): NeedsProvider {
  const read = database.prepare<{ found: number }>(
    `select 1 as found from organization_sign_ins where organization_id = ? and requires_provider = 1
     and not exists (select 1 from sessions where id = ? and provider_at is not null)
     and not exists (select 1 from access_tokens where id = ? and provider_at is not null)`,
  );
  return async (organizationId, id) => (await read.first([organizationId, id, id])) !== undefined;
}

export async function findOrganizationSignIn(
  connection: Connection,
  organizationId: string,
): Promise<OrganizationSignIn | undefined> {
  const row = await connection
    .selectFrom("organization_sign_ins")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return row && toSignIn(row);
}

export async function listOrganizationSignIns(connection: Connection): Promise<OrganizationSignIn[]> {
  const rows = await connection.selectFrom("organization_sign_ins").selectAll().orderBy("organization_id").execute();
  return rows.map(toSignIn);
}

export async function saveOrganizationSignIn(tx: Connection, signIn: OrganizationSignIn): Promise<void> {
  const changed = {
    requires_provider: Number(signIn.requiresProvider),
    default_role: signIn.defaultRole,
    email_domains: JSON.stringify(signIn.emailDomains),
    mappings: JSON.stringify(signIn.mappings),
    set_by: signIn.setBy,
    set_at: signIn.setAt,
  };
  await tx
    .insertInto("organization_sign_ins")
    .values({ organization_id: signIn.organizationId, ...changed })
    .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(changed))
    .execute();
}

/** Whether the session may open organizations that require the provider. */
export async function isProviderSession(connection: Connection, sessionId: string): Promise<boolean> {
  const row = await connection
    .selectFrom("sessions")
    .select("provider_at")
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return (row?.provider_at ?? null) !== null;
}

/** Lets a session open organizations that require the provider. */
export async function confirmSession(tx: Connection, sessionId: string, now: number): Promise<void> {
  await tx.updateTable("sessions").set({ provider_at: now }).where("id", "=", sessionId).execute();
}

/** A token can open the same organizations as the session it was created in. */
export async function confirmToken(tx: Connection, tokenId: string, sessionId: string): Promise<void> {
  if (await isProviderSession(tx, sessionId)) {
    const confirmed = tx.updateTable("access_tokens").set((token) => ({ provider_at: token.ref("created_at") }));
    await confirmed.where("id", "=", tokenId).execute();
  }
}

export async function listManaged(connection: Connection, organizationId: string): Promise<Set<string>> {
  const rows = await connection
    .selectFrom("members")
    .select("user_id as userId")
    .where("organization_id", "=", organizationId)
    .where("is_managed", "=", 1)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

export async function setManaged(tx: Connection, organizationId: string, userId: string): Promise<void> {
  await tx
    .updateTable("members")
    .set({ is_managed: 1 })
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .execute();
}

function toSignIn(row: OrganizationSignInRow): OrganizationSignIn {
  return {
    organizationId: row.organization_id,
    requiresProvider: row.requires_provider === 1,
    defaultRole: row.default_role,
    emailDomains: JSON.parse(row.email_domains),
    mappings: JSON.parse(row.mappings),
    setBy: row.set_by,
    setAt: row.set_at,
  };
}
