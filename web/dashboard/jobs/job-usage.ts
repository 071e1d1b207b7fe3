import type { JobEvent } from "./use-job-events.ts";

/** What a job has used, over all of its turns. */
export function sumUsage(events: readonly JobEvent[]): string {
  let input = 0;
  let output = 0;
  for (const event of events) {
    if (event.event === "usage") {
      input += event.data.inputTokens;
      output += event.data.outputTokens;
    }
  }
  return input + output === 0 ? "none" : `${format(input)} tokens in, ${format(output)} out`;
}

function format(tokens: number): string {
  return tokens < 1_000 ? String(tokens) : `${(tokens / 1_000).toFixed(1)}k`;
}
