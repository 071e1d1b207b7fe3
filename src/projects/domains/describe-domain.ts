import type { CustomDomain } from "../../contract/dashboard-operations.ts";

/** Describes the result of the last check. */
export function describeDomain({ state, problem, isTrusted, records }: CustomDomain): string {
  if (isTrusted && state === "verified") {
    return "verified (confirmed by the operator)";
  }
  return problem === null ? state : `${state}: ${explain(problem, records)}`;
}

function explain(problem: NonNullable<CustomDomain["problem"]>, { txt }: CustomDomain["records"]): string {
  switch (problem) {
    case "missing":
      return `there is no record at ${txt.name} yet`;
    case "different":
      return `the record at ${txt.name} has another value`;
    case "txt_needed":
      return "the domain was in use before, so only the TXT record is accepted";
    case "unreachable":
      return "DNS did not answer";
    case "taken":
      return "the record is correct, but another project still uses the domain; remove it there first";
    case "reserved":
      return "this is one of the server's own addresses";
  }
}
