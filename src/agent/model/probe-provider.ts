import { openModel } from "../../platform/model/open-model.ts";
import type { AgentModel, RunAgentDeps } from "../turn.ts";
import { spendTokens, type UsedTokens } from "./agent-budget.ts";
import { askStep } from "./ask-step.ts";

/** Asks the model for a word. Rejects with a ProviderDown if its provider is still down. */
export async function probeProvider(
  deps: RunAgentDeps,
  { choice, key, ...bounds }: AgentModel,
  { projectId, own, signal }: { projectId: string; own: Parameters<typeof spendTokens>[0]["own"]; signal: AbortSignal },
): Promise<void> {
  const spend = (used: UsedTokens) => spendTokens({ ...deps, ...bounds, own }, { projectId, model: choice.name, used });
  const { model } = await openModel(choice, key, "jobs");
  const reply = await askStep({
    model,
    instructions: "Answer with one word.",
    messages: [{ role: "user", content: "Are you there?" }],
    silenceSeconds: bounds.silenceSeconds,
    signal,
    onRetry: () => undefined,
    onBroken: spend,
  });
  await spend(reply.usage);
}
