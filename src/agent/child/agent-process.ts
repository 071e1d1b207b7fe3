import { type ChildProcess, fork } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lowerPriority } from "../../platform/lower-priority.ts";
import { findProcessorSeconds, limitProcessorTime } from "../../platform/processor-time.ts";
import { AgentFailure } from "../agent-failure.ts";
import { agentLimits } from "../agent-limits.ts";
import type { ChildCallName, ChildCalls, ChildReply, OpenedDocs } from "./child-messages.ts";
import { findSandbox, sandboxArguments } from "./find-sandbox.ts";

/** The process in which the agent works, one call at a time. */
export interface AgentProcess {
  call<Name extends ChildCallName>(name: Name, input: ChildCalls[Name]["input"]): Promise<ChildCalls[Name]["answer"]>;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL("./agent-child.ts", import.meta.url));
const sourceFolder = fileURLToPath(new URL("../../", import.meta.url));
const packageFolder = join(sourceFolder, "..");

/**
 * Starts the process for one turn. Its environment is empty, so it contains no keys or tokens. It can read our code and
 * the documentation, but can't write or start other processes. If bubblewrap is available, it also has no network.
 */
export async function startAgentProcess(docs: OpenedDocs, signal: AbortSignal): Promise<AgentProcess> {
  const folders = readableFolders(docs.folder);
  const sandbox = await findSandbox();
  const around = sandbox === undefined ? [] : [...sandboxArguments(folders), process.execPath];
  const child = fork(program, [], {
    execPath: sandbox?.program ?? process.execPath,
    cwd: docs.folder,
    env: { HOME: docs.folder, LC_ALL: "C.UTF-8", TZ: "UTC" },
    execArgv: [
      ...around,
      `--max-old-space-size=${agentLimits.childHeapMegabytes}`,
      "--disable-warning=ExperimentalWarning",
      "--disable-warning=SecurityWarning",
      "--permission",
      // The page parser is native code.
      "--allow-addons",
      ...folders.map((folder) => `--allow-fs-read=${folder}`),
    ],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  // The server has priority. The process also lowers its own priority, but threads that it starts before that inherit
  // the priority set here.
  if (child.pid !== undefined) lowerPriority(agentLimits.childNiceness, child.pid);
  const agent = watchChild(child, signal);
  await agent.ready;
  await agent.call("open", docs);
  return agent;
}

function readableFolders(docsFolder: string): string[] {
  const folders = [sourceFolder, join(packageFolder, "package.json"), ...modulesFolders(), docsFolder];
  return [...new Set(folders.map((path) => path.replace(/\/$/, "")))];
}

/**
 * The folders with the page parser: below a clone of the repository, or next to an installed package. Symbolic links
 * are resolved too.
 */
function modulesFolders(): string[] {
  const found = createRequire(import.meta.url)
    .resolve.paths(parserPackage)
    ?.find((folder) => existsSync(join(folder, parserPackage)));
  if (found === undefined) throw new Error(`The package ${parserPackage} is not installed.`);
  return [found, realpathSync(found), join(realpathSync(join(found, parserPackage)), "..")];
}

const parserPackage = "satteri";

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

function watchChild(child: ChildProcess, signal: AbortSignal): AgentProcess & { ready: Promise<void> } {
  const waiting = new Map<number, Waiting>();
  const ready = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  let lastId = 0;
  let lastWords = "";
  let end: Error | undefined;

  function fail(error: Error): void {
    clearTimeout(lateStart);
    end ??= error;
    child.kill("SIGKILL");
    ready.reject(end);
    for (const { reject } of waiting.values()) reject(end);
    waiting.clear();
  }
  const onAbort = () => fail(signal.reason instanceof Error ? signal.reason : new Error("The work was stopped."));
  signal.addEventListener("abort", onAbort, { once: true });
  const lateStart = setTimeout(() => fail(new Error("The agent's process did not start.")), startSecondsMax * 1_000);
  if (signal.aborted) onAbort();

  child.stderr?.on("data", (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-lastWordsMax);
  });
  child.on("message", (reply: ChildReply) => {
    if ("ready" in reply) {
      clearTimeout(lateStart);
      return ready.resolve();
    }
    const waiter = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.ok) waiter?.resolve(reply.answer);
    else waiter?.reject(new Error(`The agent's process failed: ${reply.message}`));
  });
  child.once("error", (error) => fail(error));
  child.once("exit", (code, killed) => {
    signal.removeEventListener("abort", onAbort);
    fail(new Error(`The agent's process exited with ${killed ?? code}: ${lastWords}`));
    gone.resolve();
  });
  ready.promise.catch(() => {});

  return {
    ready: ready.promise,
    async call(name, input) {
      const pid = child.pid ?? 0;
      const secondsBefore = await findProcessorSeconds(pid);
      if (end !== undefined) throw end;
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<never>();
      const onOver = () => fail(new AgentFailure("time", tookTooLong));
      const limit = limitProcessorTime({ pid, secondsMax: agentLimits.callSecondsMax, secondsBefore, onOver });
      waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      child.send({ id, name, input }, (error) => error && fail(error));
      return promise.finally(() => limit.end());
    },
    async stop() {
      fail(new Error("The agent's process was stopped."));
      await gone.promise;
    },
  };
}

const lastWordsMax = 4_000;
const startSecondsMax = 60;
const tookTooLong = `One step of the work took more than ${agentLimits.callSecondsMax} seconds of processor time and was stopped; ask for less at once.`;
