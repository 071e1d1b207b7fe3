import { count } from "./count.ts";
import type { ProblemCounts } from "./schemas.ts";

/** The number of problems to fix. */
export function problemsIn({ errors, warnings }: ProblemCounts): number {
  return errors + warnings;
}

/** `2 pages missing, 1 error, 1 new warning, 3 existing`, or `3 existing warnings` if none are new. */
export function describeProblemCounts({ errors, warnings, newWarnings, missingPages = 0 }: ProblemCounts): string {
  const parts = [
    ...(missingPages > 0 ? [`${count(missingPages, "page")} missing`] : []),
    ...(errors > 0 ? [count(errors, "error")] : []),
    ...(newWarnings === undefined ? describeAll(warnings) : describeBoth(newWarnings, warnings - newWarnings)),
  ];
  return parts.length === 0 ? "no problems" : parts.join(", ");
}

function describeAll(warnings: number): string[] {
  return warnings > 0 ? [count(warnings, "warning")] : [];
}

function describeBoth(fresh: number, existing: number): string[] {
  if (fresh === 0) return existing > 0 ? [count(existing, "existing warning")] : [];
  return [count(fresh, "new warning"), ...(existing > 0 ? [`${existing.toLocaleString("en")} existing`] : [])];
}
