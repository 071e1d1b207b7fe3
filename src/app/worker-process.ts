import { type ChildProcess, fork } from "node:child_process";
import { on } from "node:events";
import { fileURLToPath } from "node:url";
import { compileCacheVariables } from "../platform/compile-cache.ts";
import type { Environment } from "../platform/config.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import { addMeasures, type Measured, readMeasures } from "../platform/measures/measure.ts";

const mainPath = fileURLToPath(new URL("../main.ts", import.meta.url));
const restartFirstMilliseconds = 500;
const restartMaxMilliseconds = 30_000;
/** After this much running time a worker counts as healthy. When such a worker dies, the backoff starts over. */
const healthyAfterMilliseconds = 60_000;
/** Signals that people and systems send to stop a process. Others, such as SIGSEGV, are the fault of the process. */
const killSignals: readonly string[] = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"];
const firstTriesMax = 3;
/** On top of `shutdownSeconds`: the time the worker needs to interrupt its jobs, return them and exit. */
const exitSeconds = 10;

/** A worker that is too busy to report its metrics must not delay the server's. */
const measuresMilliseconds = 1_000;

/** Sent to the parent once the worker accepts jobs. */
export const workerReady = "ready";
const measuresWanted = "measures";

/** Runs in the worker and answers requests from its parent. */
export function answerParent(): void {
  process.on("message", (message) => {
    if (message === measuresWanted) process.send?.({ measures: readMeasures() }, undefined, undefined, () => {});
  });
}

interface WorkerProcessOptions {
  environment: Environment;
  log: Log;
  shutdownSeconds: number;
}

/**
 * The worker as a child process, restarted whenever it dies. The child stops by itself when the IPC channel closes,
 * either because we ask it to or because this process is gone.
 */
export class WorkerProcess {
  readonly #options: WorkerProcessOptions;
  readonly #ready = Promise.withResolvers<void>();
  #child: ChildProcess | undefined;
  #isReady = false;
  #isStopping = false;
  #deaths = 0;
  /** Deaths without a signal. A signal comes from a person or because memory ran out, so another start may succeed. */
  #failedStarts = 0;
  #restart: NodeJS.Timeout | undefined;
  /**
   * The counts of all previous workers. Without them, counters would fall, which looks like a restart of the server.
   */
  #countedBefore: Measured[] = [];
  #counted: Measured[] = [];
  #asking: Promise<void> | undefined;

  constructor(options: WorkerProcessOptions) {
    this.#options = options;
    process.once("exit", this.#kill);
  }

  /** Resolves when the first worker accepts jobs. */
  async start(): Promise<void> {
    this.#fork();
    await this.#ready.promise;
  }

  /** The total counts of all workers so far, as last reported. */
  async readMeasures(): Promise<Measured[]> {
    this.#asking ??= this.#askForMeasures().finally(() => {
      this.#asking = undefined;
    });
    await this.#asking;
    return addMeasures([this.#countedBefore, this.#counted]);
  }

  async #askForMeasures(): Promise<void> {
    const child = this.#child;
    if (child?.connected !== true) return;
    const answered = on(child, "message", { signal: AbortSignal.timeout(measuresMilliseconds) });
    child.send(measuresWanted, () => {});
    try {
      for await (const [message] of answered) {
        if (typeof message === "object" && "measures" in message) {
          if (child === this.#child) this.#counted = message.measures as Measured[];
          return;
        }
      }
    } catch {
      // The worker is too busy or has just died, so its last report is used.
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (child !== undefined) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      const deadline = setTimeout(this.#kill, (this.#options.shutdownSeconds + exitSeconds) * 1_000);
      // No signal is sent: Ctrl+C also reaches the child, and a second signal would end it immediately.
      if (child.connected) {
        child.disconnect();
      }
      await ended;
      clearTimeout(deadline);
    }
    process.off("exit", this.#kill);
  }

  #fork(): void {
    const { environment, log } = this.#options;
    const startedAt = performance.now();
    const child = fork(mainPath, ["worker"], {
      env: { ...environment, ...compileCacheVariables },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#child = child;
    child.on("message", (message) => {
      if (message === workerReady) {
        log.info({ pid: child.pid }, "the worker accepts jobs");
        this.#isReady = true;
        this.#ready.resolve();
      }
    });
    const onEnd = (end: { code?: number | null; signal?: string | null; error?: Error }) => {
      this.#child = undefined;
      const counted = this.#counted.filter(({ type }) => type !== "gauge");
      this.#countedBefore = addMeasures([this.#countedBefore, counted]);
      this.#counted = [];
      if (!this.#isStopping) {
        if (!killSignals.includes(end.signal ?? "")) this.#failedStarts += 1;
        this.#restartLater({ pid: child.pid, ...end }, performance.now() - startedAt);
      }
    };
    child.once("exit", (code, signal) => onEnd({ code, signal }));
    child.on("error", (error) => {
      // A child that could not be spawned has no exit event.
      if (child.pid === undefined) {
        onEnd({ error });
      }
    });
  }

  #restartLater(end: object, ranFor: number): void {
    this.#deaths = ranFor > healthyAfterMilliseconds ? 1 : this.#deaths + 1;
    if (!this.#isReady && this.#failedStarts >= firstTriesMax) {
      this.#ready.reject(
        new AppError("unavailable", "The worker process exits as soon as it starts; see its own message above."),
      );
      return;
    }
    const waitMilliseconds = Math.min(restartFirstMilliseconds * 2 ** (this.#deaths - 1), restartMaxMilliseconds);
    this.#options.log.error({ ...end, waitMilliseconds }, "the worker died and will be restarted");
    this.#restart = setTimeout(() => this.#fork(), waitMilliseconds);
  }

  readonly #kill = (): void => {
    this.#child?.kill("SIGKILL");
  };
}
