import type { Connection } from "../../platform/db/database.ts";
import type { DomainClaimRow } from "../../platform/db/tables/projects.ts";
import type { DomainClaim } from "./domain-claim.ts";

/** In the order they were added. */
export async function listClaims(connection: Connection, projectId: string): Promise<DomainClaim[]> {
  const rows = await connection
    .selectFrom("domain_claims")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("created_at")
    .orderBy("domain")
    .execute();
  return rows.map(toClaim);
}

/** The domains whose next check is due, longest overdue first. */
export async function listDueClaims(connection: Connection, now: number, max: number): Promise<DomainClaim[]> {
  const rows = await connection
    .selectFrom("domain_claims")
    .selectAll()
    .where("next_check_at", "<=", now)
    .orderBy("next_check_at")
    .orderBy("domain")
    .limit(max)
    .execute();
  return rows.map(toClaim);
}

/** Also locks the row, because writing it does so in both databases. */
export async function lockClaim(tx: Connection, projectId: string, domain: string): Promise<DomainClaim | undefined> {
  const row = await tx
    .updateTable("domain_claims")
    .set((claim) => ({ misses: claim.ref("misses") }))
    .where("project_id", "=", projectId)
    .where("domain", "=", domain)
    .returningAll()
    .executeTakeFirst();
  return row && toClaim(row);
}

export async function saveClaim(tx: Connection, claim: DomainClaim): Promise<void> {
  const row = toRow(claim);
  await tx
    .insertInto("domain_claims")
    .values(row)
    .onConflict((conflict) => conflict.columns(["project_id", "domain"]).doUpdateSet(row))
    .execute();
}

export async function deleteClaim(tx: Connection, { projectId, domain }: DomainClaim): Promise<void> {
  await tx.deleteFrom("domain_claims").where("project_id", "=", projectId).where("domain", "=", domain).execute();
}

/** The project whose site a domain shows. */
export async function findServedProject(connection: Connection, domain: string): Promise<string | undefined> {
  const query = connection.selectFrom("project_domains").select("project_id").where("domain", "=", domain);
  return (await query.executeTakeFirst())?.project_id;
}

/** Returns false if the domain is already served. */
export async function serveDomain(
  tx: Connection,
  { projectId, domain, createdAt }: Pick<DomainClaim, "projectId" | "domain" | "createdAt">,
): Promise<boolean> {
  const row = await tx
    .insertInto("project_domains")
    .values({ domain, project_id: projectId, created_at: createdAt })
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
    .deleteFrom("project_domains")
    .where("domain", "=", domain)
    .where("project_id", "=", projectId)
    .returning("domain")
    .executeTakeFirst();
  return row !== undefined;
}

/** The oldest domain is the main address, so the order of the claims also applies to the served domains. */
export async function reorderServed(tx: Connection, claim: DomainClaim): Promise<void> {
  await tx
    .updateTable("project_domains")
    .set({ created_at: claim.createdAt })
    .where("domain", "=", claim.domain)
    .where("project_id", "=", claim.projectId)
    .execute();
}

/** The last project that proved the domain. */
export async function findOwner(connection: Connection, domain: string): Promise<string | undefined> {
  const query = connection.selectFrom("domain_owners").select("project_id").where("domain", "=", domain);
  return (await query.executeTakeFirst())?.project_id;
}

export async function saveOwner(tx: Connection, domain: string, projectId: string, now: number): Promise<void> {
  const owner = { project_id: projectId, proved_at: now };
  await tx
    .insertInto("domain_owners")
    .values({ domain, ...owner })
    .onConflict((conflict) => conflict.column("domain").doUpdateSet(owner))
    .execute();
}

function toClaim(row: DomainClaimRow): DomainClaim {
  return {
    projectId: row.project_id,
    domain: row.domain,
    createdAt: row.created_at,
    state: row.state,
    problem: row.problem,
    misses: row.misses,
    checkedAt: row.checked_at,
    nextCheckAt: row.next_check_at,
    isTrusted: row.trusted === 1,
  };
}

function toRow(claim: DomainClaim): DomainClaimRow {
  return {
    project_id: claim.projectId,
    domain: claim.domain,
    created_at: claim.createdAt,
    state: claim.state,
    problem: claim.problem,
    misses: claim.misses,
    checked_at: claim.checkedAt,
    next_check_at: claim.nextCheckAt,
    trusted: Number(claim.isTrusted),
  };
}
