/**
 * Processes the items, at most `parallelMax` at a time. After a failure nothing new is started, and the error is thrown
 * once everything that was running has ended.
 */
export async function forEachParallel<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  parallelMax: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let failed = false;

  async function workThrough(): Promise<void> {
    try {
      for (let next = await waiting.next(); !next.done && !failed; next = await waiting.next()) {
        signal.throwIfAborted();
        await work(next.value);
      }
    } catch (error) {
      failed = true;
      throw error;
    }
  }

  const ends = await Promise.allSettled(Array.from({ length: parallelMax }, workThrough));
  const failure = ends.find((end) => end.status === "rejected");
  if (failure) {
    throw failure.reason;
  }
}
