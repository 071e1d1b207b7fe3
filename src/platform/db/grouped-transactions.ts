import { setImmediate } from "node:timers/promises";
import type { Transaction } from "kysely";

interface Waiting<Tables> {
  work(tx: Transaction<Tables>): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export type RunGrouped<Tables> = <Result>(work: (tx: Transaction<Tables>) => Promise<Result>) => Promise<Result>;

/** A group on the connection that is its own until it is over. */
export interface Group<Tables> {
  /** Begins it, and commits it after the work. */
  open(work: (tx: Transaction<Tables>) => Promise<void>): Promise<void>;
  /** Runs a statement at once. */
  run(statement: string): void;
}

/** Whoever waits behind a group waits for all of it. */
const groupMax = 64;
const savepoint = "savepoint one_of_group";
const release = "release one_of_group";
const undo = "rollback to one_of_group";

/**
 * Transactions that wait for the same connection are committed together: to begin and to commit is most of what a small
 * one costs. Each still stands alone: one that fails is undone and the others stay, and nobody hears of a success before
 * it is committed.
 */
export function groupTransactions<Tables>(group: Group<Tables>): RunGrouped<Tables> {
  const waiting: Waiting<Tables>[] = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (waiting.length > 0) {
      // Requests that came with this one are read first, and their writes go with its own.
      await setImmediate();
      await runGroup(group, waiting);
    }
    isRunning = false;
  }

  return <Result>(work: (tx: Transaction<Tables>) => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      void drain();
    });
}

async function runGroup<Tables>({ open, run }: Group<Tables>, waiting: Waiting<Tables>[]): Promise<void> {
  const members: Waiting<Tables>[] = [];
  const settle: (() => void)[] = [];
  try {
    await open(async (tx) => {
      // Taken only now: more have come while the connection was busy.
      members.push(...waiting.splice(0, groupMax));
      for (const one of members) settle.push(await attempt(tx, run, one, members.length === 1));
    });
  } catch (error) {
    // It was not even begun: those who wait would wait for ever.
    if (members.length === 0) members.push(...waiting.splice(0, groupMax));
    for (const { reject } of members) reject(error);
    return;
  }
  for (const tell of settle) tell();
}

/** What to tell whoever asked for it, once everything is committed. */
async function attempt<Tables>(
  tx: Transaction<Tables>,
  run: Group<Tables>["run"],
  { work, resolve, reject }: Waiting<Tables>,
  isAlone: boolean,
): Promise<() => void> {
  if (isAlone) {
    const value = await work(tx);
    return () => resolve(value);
  }
  run(savepoint);
  try {
    const value = await work(tx);
    run(release);
    return () => resolve(value);
  } catch (error) {
    run(undo);
    run(release);
    return () => reject(error);
  }
}
