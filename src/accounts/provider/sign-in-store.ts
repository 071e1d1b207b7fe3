import type { Role } from "../../contract/operation.ts";
import type { Connection, Database } from "../../platform/db/database.ts";
import { hasRow } from "../../platform/db/has-row.ts";
import { putRow, updateRows } from "../../platform/db/rows.ts";
import type { OrganizationSignInRow } from "../../platform/db/tables.ts";

/** An organization's single sign-on settings. */
export interface OrganizationSignIn
  extends Omit<OrganizationSignInRow, "requiresProvider" | "emailDomains" | "mappings"> {
  requiresProvider: boolean;
  emailDomains: string[];
  mappings: { value: string; role: Role }[];
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

export async function findOrganizationSignIn(connection: Connection, organizationId: string) {
  const signIns = connection.selectFrom("organizationSignIns").selectAll();
  const row = await signIns.where("organizationId", "=", organizationId).executeTakeFirst();
  return row && toSignIn(row);
}

export async function listOrganizationSignIns(connection: Connection): Promise<OrganizationSignIn[]> {
  const rows = await connection.selectFrom("organizationSignIns").selectAll().orderBy("organizationId").execute();
  return rows.map(toSignIn);
}

export async function saveOrganizationSignIn(tx: Connection, signIn: OrganizationSignIn): Promise<void> {
  const { organizationId, defaultRole, setBy, setAt } = signIn;
  const row = {
    organizationId,
    requiresProvider: Number(signIn.requiresProvider),
    defaultRole,
    emailDomains: JSON.stringify(signIn.emailDomains),
    mappings: JSON.stringify(signIn.mappings),
    setBy,
    setAt,
  };
  await putRow(tx, "organizationSignIns", ["organizationId"], row);
}

/** Whether the session may open organizations that require the provider. */
export async function isProviderSession(connection: Connection, sessionId: string): Promise<boolean> {
  const sessions = connection.selectFrom("sessions").select("id").where("id", "=", sessionId);
  return hasRow(sessions.where("providerAt", "is not", null));
}

/** Lets a session open organizations that require the provider. */
export async function confirmSession(tx: Connection, sessionId: string, now: number): Promise<void> {
  await tx.updateTable("sessions").set({ providerAt: now }).where("id", "=", sessionId).execute();
}

/** A token can open the same organizations as the session it was created in. */
export async function confirmToken(tx: Connection, tokenId: string, sessionId: string): Promise<void> {
  if (await isProviderSession(tx, sessionId)) {
    const confirmed = tx.updateTable("accessTokens").set((token) => ({ providerAt: token.ref("createdAt") }));
    await confirmed.where("id", "=", tokenId).execute();
  }
}

export async function listManaged(connection: Connection, organizationId: string): Promise<Set<string>> {
  const managed = connection.selectFrom("members").select("userId").where("isManaged", "=", 1);
  const rows = await managed.where("organizationId", "=", organizationId).execute();
  return new Set(rows.map(({ userId }) => userId));
}

export async function setManaged(tx: Connection, organizationId: string, userId: string): Promise<void> {
  await updateRows(tx, "members", { organizationId, userId }, { isManaged: 1 });
}

function toSignIn(row: OrganizationSignInRow): OrganizationSignIn {
  return {
    ...row,
    requiresProvider: row.requiresProvider === 1,
    emailDomains: JSON.parse(row.emailDomains),
    mappings: JSON.parse(row.mappings),
  };
}
