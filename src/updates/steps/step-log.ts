/** Writes to the update's log on behalf of a step. */
export interface StepLog {
  line(text: string): void;
  /** Does the work, then writes a line with its duration. */
  timed<Result>(what: string, work: () => Promise<Result>): Promise<Result>;
}

export function createStepLog(write: (line: string) => void): StepLog {
  return {
    line: write,
    async timed(what, work) {
      const startedAt = performance.now();
      const result = await work();
      write(`${what} (${Math.round(performance.now() - startedAt)} ms)`);
      return result;
    },
  };
}
