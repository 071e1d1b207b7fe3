import { forEachParallel } from "../../platform/artifacts/for-each-parallel.ts";
import type { Database } from "../../platform/db/database.ts";
import { findProjectById } from "../store.ts";
import { type CheckDomainDeps, lookUpDomain, recordProof } from "./check-domain.ts";
import { listDueClaims } from "./store.ts";

const checksMax = 200;
const checksAtOnce = 10;

/** Checks the domains whose next check is due: those without a proof less and less often, those with one every day. */
export async function sweepDomains(
  deps: CheckDomainDeps & { database: Database },
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const due = await listDueClaims(deps.database.query, now, checksMax);
  await forEachParallel(due, checksAtOnce, signal, async (claim) => {
    const project = await findProjectById(deps.database.query, claim.projectId);
    if (project !== undefined) {
      const proof = await lookUpDomain(deps, project, claim.domain, signal);
      await deps.database.transaction((tx) => recordProof(deps, tx, claim, proof, { isScheduled: true }));
    }
  });
}
