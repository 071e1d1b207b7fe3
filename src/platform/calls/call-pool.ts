import { AppError } from "../errors.ts";
import { CallProcess, type CallProcessOptions, ProcessGone, tooMuchWork } from "./call-process.ts";
import type { CallAnswer, CallInput, CallTable } from "./call-table.ts";

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

const waitingMax = 1_000;
const waitingPerOwnerMax = 200;

export function createCallPool<Table extends CallTable>(options: CallPoolOptions): CallPool<Table> {
  const waiting: Waiting[] = [];
  const running: string[] = [];
  let processes: CallProcess<Table>[] = [];
  const perOwnerMax = Math.max(1, options.size - 1);
  let isClosed = false;

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

  function takeProcess(): CallProcess<Table> {
    if (isClosed) throw new AppError("unavailable", "The server is stopping.");
    const process = processes.find(({ isIdle }) => isIdle) ?? new CallProcess<Table>(options);
    processes = [...processes.filter((other) => other.isAlive && other !== process), process];
    return process;
  }

  /** A call is repeated once: the system may have killed the process. If it dies again, its memory was the reason. */
  async function callTwice<Name extends keyof Table & string>(name: Name, input: CallInput<Table, Name>) {
    for (let attempt = 1; ; attempt += 1) {
      const process = takeProcess();
      try {
        return await process.call(name, input);
      } catch (error) {
        if (!(error instanceof ProcessGone) || isClosed) throw error;
        if (!process.hasStarted) throw new AppError("unavailable", cannotStart, { cause: error, retryAfterSeconds: 5 });
        if (attempt === 2) throw new AppError("too_large", tooMuchWork, { cause: error });
      }
    }
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
        return callTwice(name, input);
      };
      waiting.push({ owner, run: () => run().then(resolve as (answer: unknown) => void, reject) });
      pump();
      return promise;
    },
    close() {
      isClosed = true;
      for (const process of processes) void process.stop();
    },
  };
}

const cannotStart = "The processes that work on texts can't be started; try again.";
