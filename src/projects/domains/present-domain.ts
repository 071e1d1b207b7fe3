import type { CustomDomain } from "../../contract/dashboard-operations.ts";
import { isoTimeOrNull } from "../../platform/clock.ts";
import type { Connection } from "../../platform/db/database.ts";
import { isReserved, type SiteAddressing } from "../sites/site-address.ts";
import type { Project } from "../store.ts";
import type { DomainClaim } from "./domain-claim.ts";
import { domainRecords } from "./domain-records.ts";
import { listClaims } from "./store.ts";

export async function presentDomains(
  addressing: SiteAddressing,
  connection: Connection,
  project: Project,
): Promise<CustomDomain[]> {
  return (await listClaims(connection, project.id)).map((claim) => presentDomain(addressing, project, claim));
}

function presentDomain(addressing: SiteAddressing, project: Project, claim: DomainClaim): CustomDomain {
  const { domain, checkedAt, nextCheckAt, isTrusted } = claim;
  // The settings may have changed since the last check.
  const { state, problem }: Pick<DomainClaim, "state" | "problem"> = isReserved(addressing, domain)
    ? { state: "lapsed", problem: "reserved" }
    : claim;
  return {
    domain,
    state,
    problem,
    isTrusted,
    isServed: state === "verified" || state === "failing",
    checkedAt: isoTimeOrNull(checkedAt),
    nextCheckAt: isoTimeOrNull(nextCheckAt),
    records: domainRecords(project, domain, addressing.siteHost),
  };
}
