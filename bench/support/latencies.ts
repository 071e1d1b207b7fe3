/** Latencies of one kind of request. */
export class Latencies {
  readonly #milliseconds: number[] = [];
  errors: string[] = [];

  async measure(work: () => Promise<string | undefined>): Promise<void> {
    const startedAt = performance.now();
    const error = await work();
    this.#milliseconds.push(performance.now() - startedAt);
    if (error !== undefined) this.errors.push(error);
  }

  get count(): number {
    return this.#milliseconds.length;
  }

  at(share: number): number {
    const sorted = this.#milliseconds.toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  }
}
