import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { countInWindow } from "../../rate-limits/store.ts";
import { AgentFailure } from "../agent-failure.ts";

export interface AgentBudgetDeps {
  database: Database;
  clock: Clock;
  /** Of all jobs of one project. */
  tokensPerDay: number;
}

const dayMilliseconds = 86_400_000;
const turnShare = 10;

/** Counts what a step has used, and stops the job that goes over its share or over the day of its project. */
export async function spendTokens(
  { database, clock, tokensPerDay }: AgentBudgetDeps,
  projectId: string,
  tokens: number,
  usedInTurn: number,
): Promise<void> {
  const { count } = await database.transaction(
    (tx) => countInWindow(tx, "tokens-agent", projectId, clock.now(), dayMilliseconds, tokens),
    { durability: "relaxed" },
  );
  const turnMax = Math.ceil(tokensPerDay / turnShare);
  if (usedInTurn >= turnMax) {
    throw new AgentFailure(
      "budget",
      `The work used ${usedInTurn} tokens, and one prompt may use ${turnMax}; ask for a smaller part, or raise LECTERN_AGENT_TOKENS_PER_DAY.`,
    );
  }
  if (count >= tokensPerDay) {
    throw new AgentFailure(
      "budget",
      `The jobs of this project have used their ${tokensPerDay} tokens of the day; try again tomorrow, or raise LECTERN_AGENT_TOKENS_PER_DAY.`,
    );
  }
}
