import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { compileCacheVariables } from "../compile-cache.ts";
import { AppError } from "../errors.ts";
import { lowerPriority } from "../lower-priority.ts";
import { limitProcessorTime } from "../processor-time.ts";
import {
  type CallAnswer,
  type CallInput,
  type CallMessage,
  type CallReply,
  type CallTable,
  readyId,
  type TimedReply,
} from "./call-table.ts";

export interface CallProcessOptions {
  program: URL;
  programArguments?: string[];
  heapMegabytes: number;
  /** The processor time of one call. */
  secondsMax: number;
  /** Whether `secondsMax` is time by the clock, for a process that answers several calls at a time. */
  isClockTime?: boolean;
  /** The error of a call that takes longer, and of all others that the process is answering. */
  tooLong?(): Error;
  /** On a scale up to 19. */
  niceness?: number;
  /** How long the process is kept without a call. */
  idleSeconds?: number;
  fork?: Pick<ForkOptions, "cwd" | "env" | "execArgv" | "execPath" | "signal">;
}

/** Thrown if the process died without a reason that we know. The call can be repeated. */
export class ProcessGone extends Error {
  override name = "ProcessGone";
}

/** Thrown if a call failed because of a mistake in its code. Repeating it wouldn't help. */
export class CallFailed extends Error {
  override name = "CallFailed";
}

const startSecondsMax = 60;
/** A busy server gets about three times as much processor time as a process with this niceness. */
const defaultNiceness = 5;
/** The processes take memory that others may need, so idle ones are stopped. */
const defaultIdleSeconds = 600;
const lastWordsMax = 4_000;

/** A process that answers calls, with a limit on its memory and on the time of each call. */
export class CallProcess<Table extends CallTable> {
  readonly #options: CallProcessOptions;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<CallReply>>();
  readonly #ready: Promise<CallReply>;
  readonly #exited: Promise<unknown>;
  #lastId = readyId;
  #calls = 0;
  #idle: NodeJS.Timeout | undefined;
  #processorSeconds = 0;
  #lastWords = "";
  #end: Error | undefined;

  constructor(options: CallProcessOptions) {
    const { program, programArguments, heapMegabytes, niceness = defaultNiceness } = options;
    this.#options = options;
    this.#child = fork(fileURLToPath(program), programArguments ?? [], {
      // The process gets nothing from the server's environment, because it parses untrusted content.
      env: { ...compileCacheVariables },
      ...options.fork,
      execArgv: [
        ...(options.fork?.execArgv ?? []),
        `--max-old-space-size=${heapMegabytes}`,
        "--disable-warning=ExperimentalWarning",
      ],
      killSignal: "SIGKILL",
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    if (this.#child.pid !== undefined) lowerPriority(niceness, this.#child.pid);
    this.#child.stderr?.on("data", (chunk: Buffer) => {
      this.#lastWords = (this.#lastWords + chunk.toString()).slice(-lastWordsMax);
    });
    this.#child.on("message", ({ id, processorSeconds, ...reply }: TimedReply) => {
      this.#processorSeconds = processorSeconds;
      this.#waiting.get(id)?.resolve(reply);
    });
    this.#exited = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.once("exit", (code, signal) => this.#gone(`exited with ${signal ?? code}: ${this.#lastWords}`));
    // The cause is the reason why the signal was aborted.
    this.#child.on("error", ({ cause, message }) =>
      cause instanceof Error ? this.#fail(cause) : this.#gone(`failed: ${message}`),
    );
    const late = setTimeout(() => this.#gone("did not start"), startSecondsMax * 1_000).unref();
    this.#ready = this.#reply(readyId).finally(() => clearTimeout(late));
    this.#ready.catch(() => undefined);
  }

  get hasStarted(): boolean {
    return this.#processorSeconds > 0;
  }

  get isAlive(): boolean {
    return this.#end === undefined;
  }

  get isIdle(): boolean {
    return this.isAlive && this.#calls === 0;
  }

  async call<Name extends keyof Table & string>(
    name: Name,
    input: CallInput<Table, Name>,
  ): Promise<CallAnswer<Table, Name>> {
    this.#countCalls(1);
    try {
      await this.#ready;
      if (this.#end !== undefined) throw this.#end;
      return (await this.#ask(name, input)) as CallAnswer<Table, Name>;
    } finally {
      this.#countCalls(-1);
    }
  }

  /** Resolves when the process has exited. */
  async stop(): Promise<void> {
    this.#gone("was stopped");
    this.#child.ref();
    if (this.#child.pid !== undefined) await this.#exited;
  }

  async #ask(name: string, input: unknown): Promise<unknown> {
    const { secondsMax, isClockTime, tooLong = () => new AppError("too_large", tooMuchWork) } = this.#options;
    const limit = limitProcessorTime({
      pid: this.#child.pid ?? 0,
      secondsMax,
      secondsBefore: isClockTime ? undefined : this.#processorSeconds,
      onOver: () => this.#fail(tooLong()),
    });
    try {
      this.#lastId += 1;
      const message: CallMessage = { id: this.#lastId, name, input };
      const replying = this.#reply(message.id);
      this.#child.send(message, (error) => error && this.#gone(`failed: ${error.message}`));
      const reply = await replying;
      if (reply.kind === "answer") return reply.answer;
      if (reply.kind === "refused") throw new AppError(reply.code, reply.message, reply);
      throw new CallFailed(reply.message);
    } finally {
      limit.end();
    }
  }

  #reply(id: number): Promise<CallReply> {
    const waiting = Promise.withResolvers<CallReply>();
    this.#waiting.set(id, waiting);
    return waiting.promise.finally(() => this.#waiting.delete(id));
  }

  #gone(what: string): void {
    this.#fail(new ProcessGone(`The process ${what}`));
  }

  #fail(error: Error): void {
    this.#end ??= error;
    clearTimeout(this.#idle);
    this.#child.kill("SIGKILL");
    for (const { reject } of this.#waiting.values()) reject(this.#end);
  }

  /** A process without calls doesn't keep the server running, and is stopped after a while. */
  #countCalls(added: 1 | -1): void {
    this.#calls += added;
    const hold = this.#calls > 0 ? "ref" : "unref";
    for (const handle of [this.#child, this.#child.channel, this.#child.stderr as Socket | null]) handle?.[hold]();
    clearTimeout(this.#idle);
    if (!this.isIdle) return;
    this.#idle = setTimeout(() => this.stop(), (this.#options.idleSeconds ?? defaultIdleSeconds) * 1_000).unref();
  }
}

/** The message for content that can't be processed within the limits. */
export const tooMuchWork = "The text takes too much time or memory to process; make it simpler or split it.";
