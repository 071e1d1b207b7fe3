import { forEachParallel } from "../../platform/artifacts/for-each-parallel.ts";
import type { Database } from "../../platform/db/database.ts";
import { findProjectById } from "../store.ts";
import { type CheckDomainDeps, lookUpDomain, recordProof } from "./check-domain.ts";
import { newClaim } from "./domain-claim.ts";
import { listDueClaims, listUnclaimed, saveClaim, stopServing } from "./store.ts";

const checksMax = 200;
const checksAtOnce = 10;

/** Checks the domains whose next check is due: those without a proof less and less often, those with one every day. */
export async function sweepDomains(
  deps: CheckDomainDeps & { database: Database },
  now: number,
  signal: AbortSignal,
): Promise<void> {
  await adoptUnclaimed(deps, now);
  const due = await listDueClaims(deps.database.query, now, checksMax);
  await forEachParallel(due, checksAtOnce, signal, async (claim) => {
    const project = await findProjectById(deps.database.query, claim.projectId);
    if (project !== undefined) {
      const proof = await lookUpDomain(deps, project, claim.domain, signal);
      await deps.database.transaction((tx) => recordProof(deps, tx, claim, proof, { isScheduled: true }));
    }
  });
}

/** A node of the previous version may still add domains without a proof during an upgrade. */
async function adoptUnclaimed({ database, onMove }: CheckDomainDeps & { database: Database }, now: number) {
  for (const { projectId, domain } of await listUnclaimed(database.query, checksMax)) {
    await database.transaction(async (tx) => {
      await saveClaim(tx, newClaim(projectId, domain, now));
      await stopServing(tx, { projectId, domain });
      await onMove(tx, projectId);
    });
  }
}
