import type { JobEvent } from "./use-job-events.ts";

interface Usage {
  steps: number;
  inputTokens: number;
  outputTokens: number;
  cost?: number;
}

/** Total usage of a job over all its turns. */
export function sumUsage(events: readonly JobEvent[]): string {
  const turns = lastOfEachTurn(events);
  const sum = (read: (usage: Usage) => number) => turns.reduce((total, usage) => total + read(usage), 0);
  const input = sum(({ inputTokens }) => inputTokens);
  const output = sum(({ outputTokens }) => outputTokens);
  if (input + output === 0) return "none";
  const cost = sum(({ cost = 0 }) => cost);
  const money = cost === 0 ? "" : `${Number(cost.toFixed(4))} in money: `;
  return `${money}${format(input)} tokens in, ${format(output)} out`;
}

/** Each event carries the usage of its turn so far. Step numbers restart at one with every turn. */
function lastOfEachTurn(events: readonly JobEvent[]): Usage[] {
  const turns: Usage[] = [];
  for (const event of events) {
    if (event.event !== "usage") continue;
    const isSameTurn = event.data.steps > (turns.at(-1)?.steps ?? Number.POSITIVE_INFINITY);
    turns.splice(isSameTurn ? -1 : turns.length, 1, event.data);
  }
  return turns;
}

function format(tokens: number): string {
  return tokens < 1_000 ? String(tokens) : `${(tokens / 1_000).toFixed(1)}k`;
}
