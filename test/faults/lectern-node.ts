import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Journal } from "./journal.ts";
import { descendantsOf, groupMembers, limitFileSize, type RunningProcess, signal } from "./process-tree.ts";
import { fillDisk, mountDisk, unmountDisk } from "./small-disk.ts";

export const mainPath = join(import.meta.dirname, "../../src/main.ts");

const readyPattern = /Ctrl\+C to stop|API is running|worker is running/;
const readySecondsMax = 90;
/** Longer than the shutdown time in the setups. */
const exitSecondsMax = 45;
const restartPauseMilliseconds = 500;
const tailLinesMax = 40;
const errorLengthMax = 1_200;
/** A process that starts during an outage may still fail for a while afterwards. */
const outageTailMilliseconds = 10_000;

export interface NodeOptions {
  name: string;
  command: "serve" | "worker" | "start";
  runFolder: string;
  variables: Readonly<Record<string, string>>;
  journal: Journal;
}

/** One machine: a Lectern process with its own data folder, and a supervisor that restarts it whenever it ends. */
export class LecternNode {
  readonly name: string;
  readonly command: NodeOptions["command"];
  readonly dataFolder: string;
  /** For a worker, the port where it takes screenshots. */
  readonly port: number;
  /** Whether the data folder has a file system of its own. */
  readonly hasDisk: boolean;
  /** The periods in which the harness had frozen, killed or stopped the machine, or filled its disk. */
  disturbances: { from: number; to: number; kind: "frozen" | "down" | "full" }[] = [];
  readonly #options: NodeOptions;
  readonly #tail: string[] = [];
  readonly #groups: number[] = [];
  #child: ChildProcess | undefined;
  #isEnding = false;
  #isReady = false;
  #outages = 0;
  #outageEndedAt = 0;
  #spawnedAt = 0;
  #diskFull = false;

  constructor(options: NodeOptions) {
    this.#options = options;
    this.name = options.name;
    this.command = options.command;
    this.dataFolder = join(options.runFolder, options.name);
    this.port = Number(options.variables.PORT);
    this.hasDisk = mountDisk(this.dataFolder);
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get tail(): string {
    return this.#tail.join("\n");
  }

  /** Resolves when the node is ready. If it can't start during an outage, it is started again until it can. */
  async start(): Promise<void> {
    this.#isEnding = false;
    const deadline = Date.now() + readySecondsMax * 1_000;
    this.#spawn();
    while (!this.#isReady) {
      if (Date.now() > deadline) {
        this.#options.journal.broken("nothing is stuck", `${this.name} was not ready in ${readySecondsMax} s`);
        return;
      }
      await setTimeout(50);
    }
  }

  /** Kills with `kill -9`: only the process itself, or everything on the machine. */
  async kill(whole = false): Promise<void> {
    const child = this.#end();
    const family = whole ? descendantsOf(this.pid) : [];
    signal(this.pid, "SIGKILL");
    family.forEach(({ pid }) => {
      signal(pid, "SIGKILL");
    });
    await ended(child);
  }

  /** Stops with SIGTERM. The process has to exit by itself, with success. */
  async stop(): Promise<void> {
    const child = this.#end();
    signal(this.pid, "SIGTERM");
    const isEnded = await Promise.race([ended(child).then(() => true), setTimeout(exitSecondsMax * 1_000, false)]);
    if (!isEnded) {
      this.#options.journal.broken("nothing is stuck", `${this.name} did not end ${exitSecondsMax} s after SIGTERM`);
      signal(this.pid, "SIGKILL");
      await ended(child);
    } else if (child?.exitCode !== 0) {
      const end = child?.signalCode ?? child?.exitCode;
      this.#options.journal.broken("no process dies on its own", `${this.name} ended with ${end} after SIGTERM`);
    }
  }

  /** Freezes the whole machine. The returned function wakes it up. */
  freeze(only?: RunningProcess): () => void {
    const root = only?.pid ?? this.pid;
    const frozen = [root, ...descendantsOf(root).map(({ pid }) => pid)];
    frozen.forEach((pid) => {
      signal(pid, "SIGSTOP");
    });
    return () => {
      frozen.forEach((pid) => {
        signal(pid, "SIGCONT");
      });
    };
  }

  /**
   * Makes every write to a file fail, or succeed again. Where mounting isn't allowed, a limit on file sizes does it for
   * this process, its children, git and the databases it opens.
   */
  fillDisk(isFull: boolean): void {
    this.#diskFull = isFull;
    if (this.hasDisk) {
      fillDisk(this.dataFolder, isFull);
      return;
    }
    for (const pid of [this.pid, ...descendantsOf(this.pid).map((child) => child.pid)]) {
      limitFileSize(pid, isFull);
    }
  }

  loseFolder(): void {
    for (const name of readdirSync(this.dataFolder)) {
      rmSync(join(this.dataFolder, name), { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** The worker process that `lectern start` runs. */
  ownWorker(): RunningProcess | undefined {
    return descendantsOf(this.pid).find(({ command }) => command.endsWith("main.ts worker"));
  }

  /** Processes that are still running although nobody needs them any more. */
  leftovers(): RunningProcess[] {
    return this.#groups.flatMap((group) => groupMembers(group));
  }

  /** Kills all processes and removes the disk. */
  remove(): void {
    this.#isEnding = true;
    for (const group of this.#groups) {
      signal(-group, "SIGKILL");
    }
    if (this.hasDisk) unmountDisk(this.dataFolder);
  }

  /** Marks the start of an outage of something that this process may need to start. The returned function ends it. */
  beginOutage(): () => void {
    this.#outages += 1;
    return () => {
      this.#outages -= 1;
      this.#outageEndedAt = Date.now();
    };
  }

  #end(): ChildProcess | undefined {
    this.#isEnding = true;
    this.#isReady = false;
    return this.#child;
  }

  #spawn(): void {
    const { runFolder, variables, command } = this.#options;
    mkdirSync(this.dataFolder, { recursive: true, mode: 0o700 });
    const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
    const child = spawn(process.execPath, [mainPath, command], {
      // The working directory isn't the checkout, which may contain a developer's .env.
      cwd: runFolder,
      env: {
        PATH,
        HOME,
        NODE_COMPILE_CACHE,
        NODE_OPTIONS: "--trace-warnings",
        LECTERN_DATA: this.dataFolder,
        ...variables,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#child = child;
    this.#spawnedAt = Date.now();
    if (child.pid !== undefined) this.#groups.push(child.pid);
    let printed = "";
    child.stdout.on("data", (text) => {
      printed += text;
      this.#isReady ||= !this.#isEnding && readyPattern.test(printed);
    });
    readLines(child, (line) => this.#read(line));
    child.once("exit", (code, signalName) => this.#onExit(child, signalName ?? code));
  }

  #read(line: string): void {
    this.#tail.push(line);
    if (this.#tail.length > tailLinesMax) this.#tail.shift();
    appendFileSync(join(this.#options.runFolder, `${this.name}.log`), `${line}\n`);
    const { journal } = this.#options;
    // Says why a reply was an internal error.
    if (line.startsWith('{"level":50')) journal.note(`${this.name} logged: ${line.slice(0, errorLengthMax)}`);
    if (/^\(node:\d+\) /.test(line)) {
      journal.broken("no warnings from Node", `${this.name}: ${line}`);
    } else if (!line.startsWith("{")) {
      journal.note(`${this.name} printed: ${line}`);
    } else if (line.includes("the worker died") && !line.includes("SIGKILL")) {
      journal.broken("no process dies on its own", `the worker of ${this.name}: ${line}`);
    }
  }

  #onExit(child: ChildProcess, end: unknown): void {
    if (this.#child !== child || this.#isEnding) {
      return;
    }
    const { journal } = this.#options;
    const wasReady = this.#isReady;
    this.#isReady = false;
    if (!wasReady && end === 1 && this.#metOutage()) {
      journal.note(`${this.name} could not start during an outage; its supervisor tries again`);
    } else {
      journal.broken("no process dies on its own", `${this.name} ended with ${end}\n${this.tail}`);
    }
    void setTimeout(restartPauseMilliseconds).then(() => this.#isEnding || this.#spawn());
  }

  /** Whether an outage may have ended the process. Outages since its start count, because a start may take long. */
  #metOutage(): boolean {
    const hadOutage =
      this.#spawnedAt < this.#outageEndedAt || Date.now() - this.#outageEndedAt < outageTailMilliseconds;
    return this.#diskFull || this.#outages > 0 || hadOutage;
  }
}

/** Resolves when the process has ended. */
async function ended(child: ChildProcess | undefined): Promise<void> {
  while (child !== undefined && child.exitCode === null && child.signalCode === null) {
    await setTimeout(20);
  }
}

function readLines(child: ChildProcess, onLine: (line: string) => void): void {
  let rest = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    lines.filter((line) => line !== "").forEach(onLine);
  });
}
