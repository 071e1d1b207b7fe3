import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { compiledCodeFolder } from "../platform/compile-cache.ts";
import type { Environment } from "../platform/config.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";

const mainPath = fileURLToPath(new URL("../main.ts", import.meta.url));
const restartFirstMilliseconds = 500;
const restartMaxMilliseconds = 30_000;
/** A worker that ran this long was well: when it dies, the waits begin anew. */
const wellAfterMilliseconds = 60_000;
const firstTriesMax = 3;
/** Beyond `shutdownSeconds`: what the worker needs to interrupt its jobs, give them back and end. */
const lastWordsSeconds = 10;

/** What the worker tells its parent once it takes jobs. */
export const workerReady = "ready";

export interface WorkerProcessOptions {
  environment: Environment;
  log: Log;
  shutdownSeconds: number;
}

/**
 * The worker as a child process, started again whenever it dies. The line between the two is the IPC channel: the child
 * stops by itself when the channel closes, be it because we ask for it or because this process is gone.
 */
export class WorkerProcess {
  readonly #options: WorkerProcessOptions;
  readonly #ready = Promise.withResolvers<void>();
  #child: ChildProcess | undefined;
  #isReady = false;
  #isStopping = false;
  #deaths = 0;
  #restart: NodeJS.Timeout | undefined;

  constructor(options: WorkerProcessOptions) {
    this.#options = options;
    process.once("exit", this.#kill);
  }

  /** Resolves when the first worker takes jobs. */
  async start(): Promise<void> {
    this.#fork();
    await this.#ready.promise;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (child !== undefined) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      const patience = setTimeout(this.#kill, (this.#options.shutdownSeconds + lastWordsSeconds) * 1_000);
      // No signal: a Ctrl+C in the terminal has reached the child too, and a second one would end it at once.
      if (child.connected) {
        child.disconnect();
      }
      await ended;
      clearTimeout(patience);
    }
    process.off("exit", this.#kill);
  }

  #fork(): void {
    const { environment, log } = this.#options;
    const startedAt = performance.now();
    const child = fork(mainPath, ["worker"], {
      env: { ...environment, NODE_COMPILE_CACHE: compiledCodeFolder },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#child = child;
    child.on("message", (message) => {
      if (message === workerReady) {
        log.info({ pid: child.pid }, "the worker takes jobs");
        this.#isReady = true;
        this.#ready.resolve();
      }
    });
    const onEnd = (end: object) => {
      this.#child = undefined;
      if (!this.#isStopping) {
        this.#startAgain({ pid: child.pid, ...end }, performance.now() - startedAt);
      }
    };
    child.once("exit", (code, signal) => onEnd({ code, signal }));
    child.on("error", (error) => {
      // A child that could not even be made does not exit either.
      if (child.pid === undefined) {
        onEnd({ error });
      }
    });
  }

  #startAgain(end: object, ranFor: number): void {
    this.#deaths = ranFor > wellAfterMilliseconds ? 1 : this.#deaths + 1;
    if (!this.#isReady && this.#deaths >= firstTriesMax) {
      this.#ready.reject(
        new AppError("unavailable", "The worker process ends as soon as it starts; see why with: lectern worker."),
      );
      return;
    }
    const waitMilliseconds = Math.min(restartFirstMilliseconds * 2 ** (this.#deaths - 1), restartMaxMilliseconds);
    this.#options.log.error({ ...end, waitMilliseconds }, "the worker died; it is started again");
    this.#restart = setTimeout(() => this.#fork(), waitMilliseconds);
  }

  readonly #kill = (): void => {
    this.#child?.kill("SIGKILL");
  };
}
