import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { compileCacheVariables } from "../../platform/compile-cache.ts";
import type { HostCallName, HostCalls, HostOptions, MessageFromHost, MessageToHost } from "./host-messages.ts";

const program = fileURLToPath(new URL("./preview-host.ts", import.meta.url));
const heapMegabytes = 1_024;
/** Plans and render processes take memory that other projects may need, so an idle host is stopped. */
const idleSeconds = 600;
const callSecondsMax = 90;

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/**
 * Plans sites and renders pages in a separate process, so that the server stays responsive. The process starts with the
 * first call and after a crash, and is stopped when it has been idle for a while.
 */
export function createHostProcess(options: HostOptions) {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let generation = 0;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;
  let isStopped = false;

  function start(): ChildProcess {
    generation += 1;
    const started = fork(program, [JSON.stringify(options)], {
      // The process gets nothing from the server's environment, because it parses untrusted content.
      env: { ...compileCacheVariables },
      execArgv: [`--max-old-space-size=${heapMegabytes}`, "--disable-warning=ExperimentalWarning"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    started.on("message", (message: MessageFromHost) => {
      const waiter = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.ok) waiter?.resolve(message.answer);
      else waiter?.reject(new Error(message.message));
    });
    const onGone = () => {
      if (child !== started) return;
      child = undefined;
      for (const { reject } of waiting.values()) reject(new HostGone());
      waiting.clear();
    };
    started.once("exit", onGone);
    started.once("error", onGone);
    child = started;
    return started;
  }

  function end(): void {
    clearTimeout(idle);
    child?.kill("SIGKILL");
  }

  return {
    /** Increases with each start. A restarted process doesn't know any drafts. */
    get generation() {
      return generation;
    },
    get pid() {
      return child?.pid;
    },
    async call<Name extends HostCallName>(
      name: Name,
      input: HostCalls[Name]["input"],
    ): Promise<HostCalls[Name]["answer"]> {
      if (isStopped) throw new HostGone();
      clearTimeout(idle);
      idle = setTimeout(end, idleSeconds * 1_000).unref();
      const running = child ?? start();
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<never>();
      waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
      // A host that doesn't reply is stuck, and would block everyone.
      const late = setTimeout(end, callSecondsMax * 1_000).unref();
      const message: MessageToHost = { id, name, input };
      running.send(message, (error) => error && waiting.get(id)?.reject(new HostGone()));
      return promise.finally(() => clearTimeout(late));
    },
    stop() {
      isStopped = true;
      end();
    },
  };
}

/**
 * Thrown if the process died, was stopped or could not be started. Nothing is lost, because the process only holds
 * copies.
 */
export class HostGone extends Error {
  constructor() {
    super("The preview process ended.");
    this.name = "HostGone";
  }
}
