import type { Usage } from "../answer-event.ts";

const charactersPerToken = 4;

/** The usage a provider reports for a step; some report only part of it. */
type ReportedUsage = { [Name in keyof Usage]?: number | undefined };

/**
 * Adds up the usage of an answer. Providers report usage at the end of a step. If a step never ends because the client
 * has disconnected or the model failed, its usage is estimated from the text, since such a step is billed as well.
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
    /** The usage of all finished steps. */
    total: total as Readonly<Usage>,
    startStep(): void {
      isOpen = true;
      characters = 0;
    },
    wrote(text: string): void {
      characters += text.length;
    },
    endStep,
    /** Ends the last step and returns the total. */
    end(): Usage {
      endStep({});
      return total;
    },
  };
}
