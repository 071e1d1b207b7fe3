import { dayMilliseconds } from "../../platform/clock.ts";
import type { DomainProblem, DomainState } from "../../platform/db/column-types.ts";
import type { DomainClaimRow } from "../../platform/db/tables.ts";

/** A custom domain of a project, and the state of its proof. */
export interface DomainClaim extends Omit<DomainClaimRow, "trusted"> {
  /** Whether the operator vouches for it. */
  isTrusted: boolean;
}

const hourMilliseconds = 3_600_000;
const verifiedCheckMilliseconds = dayMilliseconds;
const failingCheckMilliseconds = 6 * hourMilliseconds;
/**
 * A domain lapses after this many checks without a record. With a check every six hours, there are three days to
 * restore it.
 */
const failingMissesMax = 12;
const firstCheckMilliseconds = 600_000;

export function newClaim(projectId: string, domain: string, now: number): DomainClaim {
  return {
    projectId,
    domain,
    createdAt: now,
    state: "pending",
    problem: null,
    misses: 0,
    checkedAt: null,
    nextCheckAt: now,
    isTrusted: false,
  };
}

/** Undefined if the check found a proof. */
export type CheckResult = DomainProblem | undefined;

/** The claim after a check. Only scheduled checks count as misses, so "Check now" can't make a domain lapse. */
export function afterCheck(claim: DomainClaim, problem: CheckResult, now: number, isScheduled: boolean): DomainClaim {
  const checked = { ...claim, problem: problem ?? null, checkedAt: now };
  if (problem === undefined) {
    const nextCheckAt = now + verifiedCheckMilliseconds;
    return { ...checked, state: "verified", misses: 0, nextCheckAt };
  }
  const isMiss = problem !== "unreachable";
  const counts = isScheduled && (isMiss || claim.state === "pending" || claim.state === "lapsed");
  const misses = claim.misses + (counts ? 1 : 0);
  // The server's own names are never served, with or without proof.
  const state = problem === "reserved" ? "lapsed" : stateAfterMiss(claim.state, isMiss, misses);
  return {
    ...checked,
    state,
    misses,
    nextCheckAt: nextCheck(claim, state, misses, now, isScheduled),
  };
}

/** The claim after the operator has vouched for it. It is no longer checked. */
export function afterTrust(claim: DomainClaim, now: number): DomainClaim {
  return { ...afterCheck(claim, undefined, now, false), nextCheckAt: null, isTrusted: true };
}

/** A missing record makes a domain lapse only after several checks, and unanswered DNS requests never do. */
function stateAfterMiss(state: DomainState, isMiss: boolean, misses: number): DomainState {
  switch (state) {
    case "verified":
      return isMiss ? "failing" : "verified";
    case "failing":
      return misses >= failingMissesMax ? "lapsed" : "failing";
    case "pending":
    case "lapsed":
      return state;
  }
}

function nextCheck(claim: DomainClaim, state: DomainState, misses: number, now: number, isScheduled: boolean): number {
  const pause =
    state === "verified" || state === "failing"
      ? failingCheckMilliseconds
      : Math.min(firstCheckMilliseconds * 2 ** Math.min(misses, failingMissesMax), dayMilliseconds);
  const next = now + pause;
  const planned = claim.nextCheckAt ?? next;
  return isScheduled ? next : Math.min(next, planned);
}
