import type { Connection } from "../../platform/db/database.ts";
import type { DomainClaimRow } from "../../platform/db/tables/projects.ts";
import type { DomainClaim } from "./domain-claim.ts";

/** In the order they were added. */
export async function listClaims(connection: Connection, projectId: string): Promise<DomainClaim[]> {
  const rows = await connection
    .selectFrom("domainClaims")
    .selectAll()
    .where("projectId", "=", projectId)
    .orderBy("createdAt")
    .orderBy("domain")
    .execute();
  return rows.map(toClaim);
}

/** The domains whose next check is due, longest overdue first. */
export async function listDueClaims(connection: Connection, now: number, max: number): Promise<DomainClaim[]> {
  const rows = await connection
    .selectFrom("domainClaims")
    .selectAll()
    .where("nextCheckAt", "<=", now)
    .orderBy("nextCheckAt")
    .orderBy("domain")
    .limit(max)
    .execute();
  return rows.map(toClaim);
}

/** Also locks the row, because writing it does so in both databases. */
export async function lockClaim(tx: Connection, projectId: string, domain: string): Promise<DomainClaim | undefined> {
  const row = await tx
    .updateTable("domainClaims")
    .set((claim) => ({ misses: claim.ref("misses") }))
    .where("projectId", "=", projectId)
    .where("domain", "=", domain)
    .returningAll()
    .executeTakeFirst();
  return row && toClaim(row);
}

export async function saveClaim(tx: Connection, claim: DomainClaim): Promise<void> {
  const row = toRow(claim);
  await tx
    .insertInto("domainClaims")
    .values(row)
    .onConflict((conflict) => conflict.columns(["projectId", "domain"]).doUpdateSet(row))
    .execute();
}

export async function deleteClaim(tx: Connection, { projectId, domain }: DomainClaim): Promise<void> {
  await tx.deleteFrom("domainClaims").where("projectId", "=", projectId).where("domain", "=", domain).execute();
}

/** The project whose site a domain shows. */
export async function findServedProject(connection: Connection, domain: string): Promise<string | undefined> {
  const query = connection.selectFrom("projectDomains").select("projectId").where("domain", "=", domain);
  return (await query.executeTakeFirst())?.projectId;
}

/** Returns false if the domain is already served. */
export async function serveDomain(
  tx: Connection,
  { projectId, domain, createdAt }: Pick<DomainClaim, "projectId" | "domain" | "createdAt">,
): Promise<boolean> {
  const row = await tx
    .insertInto("projectDomains")
    .values({ domain, projectId, createdAt })
    .onConflict((conflict) => conflict.column("domain").doNothing())
    .returning("domain")
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if the domain doesn't show the project's site. */
export async function stopServing(
  tx: Connection,
  { projectId, domain }: Pick<DomainClaim, "projectId" | "domain">,
): Promise<boolean> {
  const row = await tx
    .deleteFrom("projectDomains")
    .where("domain", "=", domain)
    .where("projectId", "=", projectId)
    .returning("domain")
    .executeTakeFirst();
  return row !== undefined;
}

/** The oldest domain is the main address, so the order of the claims also applies to the served domains. */
export async function reorderServed(tx: Connection, claim: DomainClaim): Promise<void> {
  await tx
    .updateTable("projectDomains")
    .set({ createdAt: claim.createdAt })
    .where("domain", "=", claim.domain)
    .where("projectId", "=", claim.projectId)
    .execute();
}

/** The last project that proved the domain. */
export async function findOwner(connection: Connection, domain: string): Promise<string | undefined> {
  const query = connection.selectFrom("domainOwners").select("projectId").where("domain", "=", domain);
  return (await query.executeTakeFirst())?.projectId;
}

export async function saveOwner(tx: Connection, domain: string, projectId: string, now: number): Promise<void> {
  const owner = { projectId, provedAt: now };
  await tx
    .insertInto("domainOwners")
    .values({ domain, ...owner })
    .onConflict((conflict) => conflict.column("domain").doUpdateSet(owner))
    .execute();
}

function toClaim({ trusted, ...row }: DomainClaimRow): DomainClaim {
  return { ...row, isTrusted: trusted === 1 };
}

function toRow({ isTrusted, ...claim }: DomainClaim): DomainClaimRow {
  return { ...claim, trusted: Number(isTrusted) };
}
