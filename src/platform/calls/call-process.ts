import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { compileCacheVariables } from "../compile-cache.ts";
import { AppError } from "../errors.ts";
import { lowerPriority } from "../lower-priority.ts";
import { limitProcessorTime } from "../processor-time.ts";
import type { CallMessage, CallReply, TimedReply } from "./call-table.ts";

export interface CallProcessOptions {
  program: URL;
  heapMegabytes: number;
  /** The processor time of one call. */
  secondsMax: number;
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
const niceness = 5;

/** A process that answers one call at a time, with a limit on its memory and on the processor time of each call. */
export class CallProcess {
  readonly #child: ChildProcess;
  readonly #secondsMax: number;
  #waiting: PromiseWithResolvers<CallReply> | undefined;
  #processorSeconds = 0;
  readonly #ready: Promise<CallReply>;
  #end: Error | undefined;

  constructor({ program, heapMegabytes, secondsMax }: CallProcessOptions) {
    this.#secondsMax = secondsMax;
    this.#child = fork(fileURLToPath(program), [], {
      // The process gets nothing from the server's environment, because it parses untrusted content.
      env: { ...compileCacheVariables },
      execArgv: [`--max-old-space-size=${heapMegabytes}`, "--disable-warning=ExperimentalWarning"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    if (this.#child.pid !== undefined) lowerPriority(niceness, this.#child.pid);
    this.#child.on("message", (reply: TimedReply) => {
      this.#processorSeconds = reply.processorSeconds;
      this.#waiting?.resolve(reply);
    });
    const onGone = () => this.#fail(new ProcessGone("The process ended."));
    this.#child.once("exit", onGone);
    this.#child.on("error", onGone);
    const late = setTimeout(onGone, startSecondsMax * 1_000).unref();
    this.#ready = this.#reply().finally(() => clearTimeout(late));
    this.#ready.catch(() => undefined);
    this.#unref();
  }

  get isAlive(): boolean {
    return this.#end === undefined;
  }

  /** Throws `too_large` if the call takes too much time, and `unavailable` if the process didn't start. */
  async call(message: CallMessage): Promise<unknown> {
    this.#child.ref();
    this.#child.channel?.ref();
    try {
      await this.#ready.catch((cause) => {
        const message = "The processes that work on texts can't be started; try again.";
        throw new AppError("unavailable", message, { cause, retryAfterSeconds: 5 });
      });
      if (this.#end !== undefined) throw this.#end;
      return await this.#ask(message);
    } finally {
      this.#unref();
    }
  }

  stop(): void {
    this.#fail(new ProcessGone("The process was stopped."));
  }

  async #ask(message: CallMessage): Promise<unknown> {
    const limit = limitProcessorTime({
      pid: this.#child.pid ?? 0,
      secondsMax: this.#secondsMax,
      secondsBefore: this.#processorSeconds,
      onOver: () => this.#fail(new AppError("too_large", tooMuchWork)),
    });
    try {
      const replying = this.#reply();
      this.#child.send(message, (error) => error && this.stop());
      const reply = await replying;
      if (reply.kind === "answer") return reply.answer;
      if (reply.kind === "refused") throw new AppError(reply.code, reply.message, reply);
      throw new CallFailed(reply.kind === "failed" ? reply.message : "The process replied out of turn.");
    } finally {
      limit.end();
    }
  }

  async #reply(): Promise<CallReply> {
    this.#waiting = Promise.withResolvers();
    try {
      return await this.#waiting.promise;
    } finally {
      this.#waiting = undefined;
    }
  }

  #fail(error: Error): void {
    this.#end ??= error;
    this.#child.kill("SIGKILL");
    this.#waiting?.reject(this.#end);
  }

  /** An idle process doesn't keep the server running. */
  #unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

/** The message for content that can't be processed within the limits. */
export const tooMuchWork = "The text takes too much time or memory to process; make it simpler or split it.";
