import { setImmediate } from "node:timers/promises";
import { CompiledQuery, type Kysely, type Transaction } from "kysely";

interface Waiting<Tables> {
  work(tx: Transaction<Tables>): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export type RunGrouped<Tables> = <Result>(work: (tx: Transaction<Tables>) => Promise<Result>) => Promise<Result>;

/** Whoever waits behind a group waits for all of it. */
const groupMax = 64;
const savepoint = CompiledQuery.raw("savepoint one_of_group");
const release = CompiledQuery.raw("release one_of_group");
const undo = CompiledQuery.raw("rollback to one_of_group");

/**
 * Transactions that wait for the same connection are committed together: to begin and to commit is most of what a small
 * one costs. Each still stands alone: one that fails is undone and the others stay, and nobody hears of a success before
 * it is committed.
 */
export function groupTransactions<Tables>(
  open: (work: (tx: Transaction<Tables>) => Promise<void>) => Promise<void>,
): RunGrouped<Tables> {
  const waiting: Waiting<Tables>[] = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (waiting.length > 0) {
      // Requests that came with this one are read first, and their writes go with its own.
      await setImmediate();
      await runGroup(open, waiting);
    }
    isRunning = false;
  }

  return <Result>(work: (tx: Transaction<Tables>) => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      void drain();
    });
}

async function runGroup<Tables>(
  open: (work: (tx: Transaction<Tables>) => Promise<void>) => Promise<void>,
  waiting: Waiting<Tables>[],
): Promise<void> {
  const group: Waiting<Tables>[] = [];
  const settle: (() => void)[] = [];
  try {
    await open(async (tx) => {
      // Taken only now: more have come while the connection was busy.
      group.push(...waiting.splice(0, groupMax));
      for (const one of group) settle.push(await attempt(tx, one, group.length === 1));
    });
  } catch (error) {
    // It was not even begun: those who wait would wait for ever.
    if (group.length === 0) group.push(...waiting.splice(0, groupMax));
    for (const { reject } of group) reject(error);
    return;
  }
  for (const tell of settle) tell();
}

/** What to tell whoever asked for it, once everything is committed. */
async function attempt<Tables>(
  tx: Transaction<Tables>,
  { work, resolve, reject }: Waiting<Tables>,
  isAlone: boolean,
): Promise<() => void> {
  if (isAlone) {
    const value = await work(tx);
    return () => resolve(value);
  }
  const connection = tx as unknown as Kysely<unknown>;
  await connection.executeQuery(savepoint);
  try {
    const value = await work(tx);
    await connection.executeQuery(release);
    return () => resolve(value);
  } catch (error) {
    await connection.executeQuery(undo);
    await connection.executeQuery(release);
    return () => reject(error);
  }
}
