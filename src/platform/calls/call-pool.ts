import { AppError } from "../errors.ts";
import { CallProcess, type CallProcessOptions, ProcessGone, tooMuchWork } from "./call-process.ts";
import type { CallAnswer, CallInput, CallMessage, CallTable } from "./call-table.ts";

/** Calls functions in processes with limits on processor time and memory, so that no input can stop the server. */
export interface CallPool<Table extends CallTable> {
  /**
   * @param owner Whose work it is. The owner with the fewest running calls goes first, and nobody gets all processes.
   * @param signal Only ends the wait: a call that has started runs to its end.
   */
  call<Name extends keyof Table & string>(
    owner: string,
    name: Name,
    input: CallInput<Table, Name>,
    signal?: AbortSignal,
  ): Promise<CallAnswer<Table, Name>>;
  close(): void;
}

interface CallPoolOptions extends CallProcessOptions {
  size: number;
}

interface Waiting {
  owner: string;
  run(): Promise<void>;
}

/** The processes take memory that others may need, so idle ones are stopped. */
const idleSeconds = 600;
const waitingMax = 1_000;
const waitingPerOwnerMax = 200;

export function createCallPool<Table extends CallTable>(options: CallPoolOptions): CallPool<Table> {
  const waiting: Waiting[] = [];
  const running: string[] = [];
  const idle: CallProcess[] = [];
  const busy = new Set<CallProcess>();
  const perOwnerMax = Math.max(1, options.size - 1);
  let isClosed = false;
  let idleTimer: NodeJS.Timeout | undefined;

  const runningOf = (owner: string) => running.filter((other) => other === owner).length;

  function pump(): void {
    while (running.length < options.size) {
      const allowed = waiting.filter(({ owner }) => runningOf(owner) < perOwnerMax);
      const next = allowed.toSorted((one, other) => runningOf(one.owner) - runningOf(other.owner))[0];
      if (next === undefined) return;
      waiting.splice(waiting.indexOf(next), 1);
      running.push(next.owner);
      void next.run().finally(() => {
        running.splice(running.indexOf(next.owner), 1);
        pump();
      });
    }
  }

  async function callOnce(message: CallMessage): Promise<unknown> {
    if (isClosed) throw new AppError("unavailable", "The server is stopping.");
    clearTimeout(idleTimer);
    const process = idle.find(({ isAlive }) => isAlive) ?? new CallProcess(options);
    idle.splice(0, idle.length, ...idle.filter((other) => other !== process && other.isAlive));
    busy.add(process);
    try {
      return await process.call(message);
    } finally {
      busy.delete(process);
      if (process.isAlive) idle.push(process);
      idleTimer = setTimeout(stopIdle, idleSeconds * 1_000).unref();
    }
  }

  /** A call is repeated once: the system may have killed the process. If it dies again, its memory was the reason. */
  async function callTwice(message: CallMessage): Promise<unknown> {
    for (const isLast of [false, true]) {
      try {
        return await callOnce(message);
      } catch (error) {
        if (!(error instanceof ProcessGone) || isClosed) throw error;
        if (isLast) throw new AppError("too_large", tooMuchWork, { cause: error });
      }
    }
    return undefined;
  }

  function stopIdle(): void {
    for (const process of idle.splice(0)) process.stop();
  }

  return {
    async call(owner, name, input, signal) {
      signal?.throwIfAborted();
      const ofOwner = waiting.filter((other) => other.owner === owner).length;
      if (waiting.length >= waitingMax || ofOwner >= waitingPerOwnerMax) {
        throw new AppError("unavailable", "Too many texts are being processed; try again.", { retryAfterSeconds: 1 });
      }
      const { promise, resolve, reject } = Promise.withResolvers<never>();
      const run = async () => {
        signal?.throwIfAborted();
        return callTwice({ name, input });
      };
      waiting.push({ owner, run: () => run().then(resolve as (answer: unknown) => void, reject) });
      pump();
      return promise;
    },
    close() {
      isClosed = true;
      stopIdle();
      for (const process of busy) process.stop();
    },
  };
}
