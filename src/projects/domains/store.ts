import type { Connection } from "../../platform/db/database.ts";
import { hasRow } from "../../platform/db/has-row.ts";
import { deleteRows, insertOnce, lockRow, putRow, updateRows } from "../../platform/db/rows.ts";
import type { DomainClaimRow } from "../../platform/db/tables.ts";
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

/** Finds a claim and locks its row. */
export async function lockClaim(tx: Connection, projectId: string, domain: string): Promise<DomainClaim | undefined> {
  const row = await lockRow(tx, "domainClaims", { projectId, domain });
  return row && toClaim(row);
}

export async function saveClaim(tx: Connection, claim: DomainClaim): Promise<void> {
  const row = toRow(claim);
  await putRow(tx, "domainClaims", ["projectId", "domain"], row);
}

export async function deleteClaim(tx: Connection, { projectId, domain }: DomainClaim): Promise<void> {
  await deleteRows(tx, "domainClaims", { projectId, domain });
}

/** The project whose site a domain shows. */
export async function findServedProject(connection: Connection, domain: string): Promise<string | undefined> {
  const query = connection.selectFrom("projectDomains").select("projectId").where("domain", "=", domain);
  return (await query.executeTakeFirst())?.projectId;
}

/** Returns false if the domain is already served. */
export async function serveDomain(tx: Connection, { projectId, domain, createdAt }: DomainClaim): Promise<boolean> {
  return insertOnce(tx, "projectDomains", ["domain"], { domain, projectId, createdAt });
}

/** Returns false if the domain doesn't show the project's site. */
export async function stopServing(tx: Connection, { projectId, domain }: DomainClaim): Promise<boolean> {
  return hasRow(
    tx
      .deleteFrom("projectDomains")
      .where((row) => row.and({ projectId, domain }))
      .returning("domain"),
  );
}

/** The oldest domain is the main address, so the order of the claims also applies to the served domains. */
export async function reorderServed(tx: Connection, { domain, projectId, createdAt }: DomainClaim): Promise<void> {
  await updateRows(tx, "projectDomains", { domain, projectId }, { createdAt });
}

/** The last project that proved the domain. */
export async function findOwner(connection: Connection, domain: string): Promise<string | undefined> {
  const query = connection.selectFrom("domainOwners").select("projectId").where("domain", "=", domain);
  return (await query.executeTakeFirst())?.projectId;
}

export async function saveOwner(tx: Connection, domain: string, projectId: string, now: number): Promise<void> {
  await putRow(tx, "domainOwners", ["domain"], { domain, projectId, provedAt: now });
}

function toClaim({ trusted, ...row }: DomainClaimRow): DomainClaim {
  return { ...row, isTrusted: trusted === 1 };
}

function toRow({ isTrusted, ...claim }: DomainClaim): DomainClaimRow {
  return { ...claim, trusted: Number(isTrusted) };
}
