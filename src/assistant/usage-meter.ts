import type { Usage } from "./answer-event.ts";

const charactersPerToken = 4;

/** What the provider says of one step; not every one says all of it. */
interface ReportedUsage {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
}

/**
 * Adds up what an answer has used. A provider tells it at the end of a step: where the end never comes, because the reader
 * has left or the model broke off, it is estimated from what was read and written, for that is paid for too.
 */
export function createUsageMeter(promptCharacters: number) {
  const total: Usage = { inputTokens: 0, outputTokens: 0 };
  let isOpen = false;
  let characters = 0;

  function endStep({ inputTokens, outputTokens }: ReportedUsage): void {
    if (!isOpen) return;
    isOpen = false;
    total.inputTokens += inputTokens ?? Math.ceil(promptCharacters / charactersPerToken);
    total.outputTokens += outputTokens ?? Math.ceil(characters / charactersPerToken);
  }

  return {
    startStep(): void {
      isOpen = true;
      characters = 0;
    },
    wrote(text: string): void {
      characters += text.length;
    },
    endStep,
    /** What was used so far; nothing is written after it. */
    end(): Usage {
      endStep({});
      return total;
    },
  };
}
