import { AppError } from "../errors.ts";
import { createFairQueue } from "../fair-queue.ts";
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

export function createCallPool<Table extends CallTable>(options: CallPoolOptions): CallPool<Table> {
  const run = createFairQueue({
    size: options.size,
    fullMessage: "Too many texts are being processed; try again.",
  });
  let processes: CallProcess<Table>[] = [];
  let isClosed = false;

  function takeProcess(): CallProcess<Table> {
    if (isClosed) throw new AppError("unavailable", "The server is stopping.");
    const process = processes.find(({ isIdle }) => isIdle) ?? new CallProcess<Table>(options);
    processes = [...processes.filter((other) => other.isAlive && other !== process), process];
    return process;
  }

  /** A call is repeated once: the system may have killed the process. If it dies again, its memory was the reason. */
  async function callTwice<Name extends keyof Table & string>(
    name: Name,
    input: CallInput<Table, Name>,
  ): Promise<CallAnswer<Table, Name>> {
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
    call: (owner, name, input, signal) => run(owner, () => callTwice(name, input), signal),
    close() {
      isClosed = true;
      for (const process of processes) void process.stop();
    },
  };
}

const cannotStart = "The processes that work on texts can't be started; try again.";
