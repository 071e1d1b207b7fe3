import { setImmediate } from "node:timers/promises";
import type { Transaction } from "kysely";

interface Waiting<Tables> {
  work(tx: Transaction<Tables>): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export type RunGrouped<Tables> = <Result>(work: (tx: Transaction<Tables>) => Promise<Result>) => Promise<Result>;

/** A group of transactions. It has the connection to itself until it ends. */
export interface Group<Tables> {
  /** Begins the group, and commits it after the work. */
  open(work: (tx: Transaction<Tables>) => Promise<void>): Promise<void>;
  /** Runs a statement immediately. */
  run(statement: string): void;
}

/** The most transactions in a group. Later callers wait until the whole group has ended. */
const groupMax = 64;
const savepoint = "savepoint one_of_group";
const release = "release one_of_group";
const undo = "rollback to one_of_group";

/**
 * Transactions waiting for the same connection are committed together, because BEGIN and COMMIT are most of the cost of
 * a small one. Each is still independent: a failed one is rolled back without affecting the others, and none reports
 * success before the commit.
 */
export function groupTransactions<Tables>(group: Group<Tables>): RunGrouped<Tables> {
  const waiting: Waiting<Tables>[] = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (waiting.length > 0) {
      // Let requests that arrived at the same time be read first, so that their writes join this group.
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
      // The members are taken only now, because more may have arrived while the connection was busy.
      members.push(...waiting.splice(0, groupMax));
      for (const one of members) settle.push(await attempt(tx, run, one, members.length === 1));
    });
  } catch (error) {
    // The group failed to begin; without this, its members would wait forever.
    if (members.length === 0) members.push(...waiting.splice(0, groupMax));
    for (const { reject } of members) reject(error);
    return;
  }
  for (const tell of settle) tell();
}

/** Runs one transaction of a group. Returns the function that reports its result, to be called after the commit. */
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
