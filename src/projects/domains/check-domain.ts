import type { Clock } from "../../platform/clock.ts";
import type { Connection, Database } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { forEachParallel } from "../../platform/for-each-parallel.ts";
import { isReserved, type SiteAddressing } from "../sites/site-address.ts";
import { findProjectById, type Project } from "../store.ts";
import { afterCheck, afterTrust, type CheckResult, type DomainClaim } from "./domain-claim.ts";
import { domainRecords } from "./domain-records.ts";
import { type DnsLookup, findProof, type Proof } from "./find-proof.ts";
import {
  findOwner,
  findServedProject,
  listDueClaims,
  lockClaim,
  saveClaim,
  saveOwner,
  serveDomain,
  stopServing,
} from "./store.ts";

const sweptChecksMax = 200;
const checksAtOnce = 10;

export interface CheckDomainDeps {
  clock: Clock;
  addressing: SiteAddressing;
  dns: DnsLookup;
  /**
   * Called when a domain starts or stops showing the project's site, because pages then have to name another address.
   */
  onMove(tx: Connection, projectId: string): Promise<void>;
}

/** Asks DNS. This may take seconds, so it happens outside the transaction that records the proof. */
export function lookUpDomain(
  { dns, addressing }: Pick<CheckDomainDeps, "dns" | "addressing">,
  project: Pick<Project, "id" | "domain">,
  domain: string,
  signal?: AbortSignal,
): Promise<Proof> {
  return findProof(dns, domainRecords(project, domain, addressing.siteHost), signal);
}

/** Does nothing if the project no longer has the domain. */
export async function recordProof(
  deps: CheckDomainDeps,
  tx: Connection,
  { projectId, domain }: Pick<DomainClaim, "projectId" | "domain">,
  proof: Proof,
  { isScheduled = false }: { isScheduled?: boolean } = {},
): Promise<DomainClaim | undefined> {
  const claim = await lockClaim(tx, projectId, domain);
  if (claim === undefined) {
    return undefined;
  }
  const problem = await problemOf(deps, tx, claim, proof);
  if (claim.isTrusted && problem !== undefined && problem !== "reserved") {
    return claim;
  }
  const checked = afterCheck(claim, problem, deps.clock.now(), isScheduled);
  await saveClaim(tx, checked);
  if (checked.state === "lapsed" && (await stopServing(tx, checked))) {
    await deps.onMove(tx, projectId);
  }
  return checked;
}

/** For networks whose names are not in DNS: the operator vouches for the domain. */
export async function trustDomain(
  deps: CheckDomainDeps,
  tx: Connection,
  { projectId, domain }: Pick<DomainClaim, "projectId" | "domain">,
): Promise<DomainClaim | undefined> {
  const claim = await lockClaim(tx, projectId, domain);
  if (claim === undefined) {
    return undefined;
  }
  const problem = await problemOf(deps, tx, claim, "txt");
  if (problem !== undefined) {
    throw new AppError(
      "conflict",
      problem === "reserved"
        ? `"${domain}" is one of this server's own addresses and can't be a custom domain.`
        : `"${domain}" is used by another project; remove it there first.`,
    );
  }
  const trusted = afterTrust(claim, deps.clock.now());
  await saveClaim(tx, trusted);
  return trusted;
}

/** Checks the domains whose next check is due: unproved domains less and less often, proved ones every day. */
export async function sweepDomains(deps: CheckDomainDeps & { database: Database }, now: number, signal: AbortSignal) {
  const due = await listDueClaims(deps.database.query, now, sweptChecksMax);
  await forEachParallel(due, checksAtOnce, signal, async (claim) => {
    const project = await findProjectById(deps.database.query, claim.projectId);
    if (project !== undefined) {
      const proof = await lookUpDomain(deps, project, claim.domain, signal);
      await deps.database.transaction((tx) => recordProof(deps, tx, claim, proof, { isScheduled: true }));
    }
  });
}

/** Returns why the proof isn't valid. If it is valid, the domain shows the project's site from now on. */
async function problemOf(
  deps: CheckDomainDeps,
  tx: Connection,
  claim: DomainClaim,
  proof: Proof,
): Promise<CheckResult> {
  const { projectId, domain } = claim;
  if (isReserved(deps.addressing, domain)) {
    return "reserved";
  }
  if (proof !== "txt" && proof !== "cname") {
    return proof;
  }
  // An alias points to a subdomain. After the subdomain's project is removed, anyone can take the subdomain.
  const owner = await findOwner(tx, domain);
  if (proof === "cname" && owner !== undefined && owner !== projectId) {
    return "txt_needed";
  }
  const served = await findServedProject(tx, domain);
  if (served !== projectId) {
    if (served !== undefined || !(await serveDomain(tx, claim))) {
      return "taken";
    }
    await deps.onMove(tx, projectId);
  }
  await saveOwner(tx, domain, projectId, deps.clock.now());
  return undefined;
}
