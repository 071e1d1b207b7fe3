/** What a step writes to the update's log. */
export interface StepLog {
  line(text: string): void;
  /** Does the work, then writes a line with how long it took. */
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
