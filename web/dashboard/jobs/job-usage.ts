import type { AgentJob } from "../../../src/contract/schemas.ts";

const numbers = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Total usage of a job over all its prompts. */
export function describeUsage({ inputTokens, outputTokens, cost }: AgentJob["usage"]): string {
  if (inputTokens + outputTokens === 0) return "None";
  const tokens = `${numbers.format(inputTokens)} tokens in, ${numbers.format(outputTokens)} out`;
  return cost === undefined ? tokens : `${Number(cost.toFixed(4))} (${tokens})`;
}
