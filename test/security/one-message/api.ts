import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseProcStat } from "../../../src/platform/processor-time.ts";
import type { Command, CommandReply } from "./api-process.ts";
import type { PreparedRequest, Wanted } from "./prepare.ts";

const watchMilliseconds = 200;

/** The part of the time that a process without any requests uses, for its timers. Some requests wait for seconds. */
const idleShare = 0.01;

/** Processor time is read from /proc. */
export const canMeasure = process.platform === "linux";

/** An API process without a worker, on a storage of its own. */
export class Api {
  readonly url: string;
  /** Every route of the server. */
  readonly routes: readonly string[];
  readonly #child: ChildProcess;
  readonly #folder: string;
  #commands = 0;

  private constructor(child: ChildProcess, folder: string, { url, routes }: Pick<Api, "url" | "routes">) {
    this.#child = child;
    this.#folder = folder;
    this.url = url;
    this.routes = routes;
  }

  static async start(): Promise<Api> {
    const execArgv = ["--disable-warning=ExperimentalWarning"];
    // All its files are in this folder, because a process that is killed can't remove them.
    const folder = mkdtempSync(join(tmpdir(), "lectern-one-message-"));
    const env = { ...process.env, TMPDIR: folder };
    const child = fork(new URL("./api-process.ts", import.meta.url), { execArgv, env });
    const [message] = await once(child, "message");
    return new Api(child, folder, message as Pick<Api, "url" | "routes">);
  }

  async prepare(wanted: Wanted): Promise<PreparedRequest> {
    const { prepared } = await this.#command({ kind: "prepare", wanted });
    if (prepared === undefined) throw new Error("The API process prepared nothing.");
    return prepared;
  }

  /**
   * The processor time in milliseconds that the process needs for this work, without the processes that it starts.
   * Infinity if it needs more than a maximum, which ends it.
   */
  async measure(work: () => Promise<unknown>, { millisecondsMax, quietMilliseconds }: MeasureOptions): Promise<number> {
    const before = this.#milliseconds();
    const startedAt = performance.now();
    const watch = setInterval(() => {
      if (this.isRunning && this.#milliseconds() - before > millisecondsMax) this.#child.kill("SIGKILL");
    }, watchMilliseconds);
    try {
      await work();
      await this.#command({ kind: "settle", milliseconds: quietMilliseconds });
      return this.#milliseconds() - before - (performance.now() - startedAt) * idleShare;
    } catch (error) {
      if (this.isRunning) throw error;
      return Number.POSITIVE_INFINITY;
    } finally {
      clearInterval(watch);
    }
  }

  /** What the process has used since its start. */
  async readUse(): Promise<{ milliseconds: number; processes: number }> {
    const { processes } = await this.#command({ kind: "settle", milliseconds: 0 });
    return { milliseconds: this.#milliseconds(), processes };
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null && !this.#child.killed;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill("SIGKILL");
      await once(this.#child, "exit");
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #milliseconds(): number {
    return (parseProcStat(readFileSync(`/proc/${this.#child.pid}/stat`, "utf8")) ?? Number.NaN) * 1_000;
  }

  async #command(command: DistributiveOmit<Command, "id">): Promise<CommandReply> {
    this.#commands += 1;
    const id = this.#commands;
    const replied = Promise.withResolvers<CommandReply>();
    const onMessage = (reply: CommandReply) => reply.id === id && replied.resolve(reply);
    const onExit = () => replied.resolve({ id, processes: 0, error: "The API process ended." });
    this.#child.on("message", onMessage).on("exit", onExit);
    this.#child.send({ ...command, id }, (error) => error && onExit());
    const reply = await replied.promise;
    this.#child.off("message", onMessage).off("exit", onExit);
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply;
  }
}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

interface MeasureOptions {
  millisecondsMax: number;
  /** How long to wait for work that continues afterwards. */
  quietMilliseconds: number;
}
