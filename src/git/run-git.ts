import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createFairQueue } from "../platform/fair-queue.ts";
import { findOperation, inTurn } from "../platform/operation-context.ts";
import { startSpan } from "../platform/tracing/traced.ts";
import { boundBytes } from "./bound-bytes.ts";
import { type GitSurroundings, gitEnvironment } from "./git-environment.ts";
import { abortError, explainFailure, GitError } from "./git-error.ts";
import { redact } from "./redact.ts";
import type { Repository, RepositoryUse } from "./repository.ts";

export interface GitCommand extends GitSurroundings {
  /** Untrusted values must come after `--` or `--end-of-options`, or be checked against a pattern. */
  args: readonly string[];
  secondsMax: number;
  stdoutBytesMax: number;
  signal?: AbortSignal | undefined;
  /** Secrets that are removed from errors and logs. Every command that contacts another server has this list. */
  secrets?: readonly string[] | undefined;
}

export interface GitProcess {
  stdin: Writable;
  /** Must be read to the end. If the reader stops early, the process is stopped. */
  stdout: Readable;
  /** Resolves when git exits with 0; rejects with a GitError otherwise. */
  ended: Promise<void>;
  /** Kills the whole process group; `ended` then rejects with the reason. */
  stop(reason: GitError): void;
}

const stderrLengthMax = 64_000;
const killDelayMilliseconds = 2_000;

const processesMax = 8;
const fullMessage = "The server is reading too many repositories right now; try again.";
/**
 * How many git processes all operations of this server have at a time. Starting one takes long in a large process. Hosts
 * may be slow, so waiting for them doesn't hold up reads.
 */
const turns = {
  local: createFairQueue(processesMax, fullMessage),
  remote: createFairQueue(processesMax, fullMessage),
};

/** A command that needs only a repository on this machine, and no network. */
export function localCommand(
  { gitDir }: Repository,
  { limits, signal }: RepositoryUse,
  stdoutBytesMax: number,
  args: readonly string[],
): GitCommand {
  return { gitDir, args, secondsMax: limits.readSecondsMax, stdoutBytesMax, signal };
}

const quietBytesMax = 100_000;

/** A command that may take as long as a fetch, and prints almost nothing. */
export function longCommand(
  { gitDir }: Partial<Repository>,
  { limits, signal }: RepositoryUse,
  args: readonly string[],
): GitCommand {
  return { gitDir, args, secondsMax: limits.fetchSecondsMax, stdoutBytesMax: quietBytesMax, signal };
}

/** Runs git to completion and returns its output. */
export function runGit(command: GitCommand, stdin: string | Buffer = ""): Promise<Buffer> {
  return readGit(command, async (git) => {
    git.stdin.end(stdin);
    return Buffer.concat(await git.stdout.toArray());
  });
}

/** The reason why git failed, once it has ended; undefined if it succeeded. */
export function failureOf({ ended }: Pick<GitProcess, "ended">): Promise<GitError | undefined> {
  return ended.then(
    () => undefined,
    (reason: GitError) => reason,
  );
}

type ReadGit<Value> = (git: Pick<GitProcess, "stdin" | "stdout">) => Promise<Value>;

/**
 * Runs git while `read` consumes its output. If `read` returns early, git is stopped without an error. In operations of
 * the server, git waits for its turn.
 */
export function readGit<Value>(command: GitCommand, read: ReadGit<Value>): Promise<Value> {
  const owner = findOperation()?.owner;
  if (owner === undefined) return readAtOnce(command, read);
  const runFairly = command.secrets === undefined ? turns.local : turns.remote;
  return runFairly(owner, () => inTurn(() => readAtOnce(command, read)), command.signal);
}

async function readAtOnce<Value>(command: GitCommand, read: ReadGit<Value>): Promise<Value> {
  const git = startGit(command);
  try {
    const value = await read(git);
    if (git.stdout.readableEnded) {
      await git.ended;
    }
    return value;
  } catch (error) {
    // If git itself failed, the reader only saw a consequence of that, such as truncated output or a broken pipe.
    if (!git.stdout.readableEnded && !isBrokenPipe(error)) {
      git.stop(unread);
    }
    git.stdout.resume();
    const failure = await failureOf(git);
    throw failure === undefined || failure === unread ? error : failure;
  } finally {
    git.stop(unread);
    await git.ended.catch(() => {});
  }
}

/** Runs a local command and reads at most `bytesMax` bytes of its output. */
export function readStart(
  repository: Repository,
  use: RepositoryUse,
  bytesMax: number,
  args: readonly string[],
): Promise<string> {
  return readGit(localCommand(repository, use, use.limits.repositoryBytesMax, args), async ({ stdout }) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of stdout) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > bytesMax) {
        break;
      }
    }
    return Buffer.concat(chunks).toString("utf8", 0, bytesMax);
  });
}

/**
 * The only place that starts git: without a shell, in its own process group, with a controlled environment. Only
 * `readGit` and callers with a limit of their own use it.
 */
export function startGit(command: GitCommand): GitProcess {
  const { args, secondsMax, stdoutBytesMax, signal, secrets = [] } = command;
  if (signal?.aborted) {
    throw abortError(signal.reason);
  }
  // Git must only use the given repository, so it starts in a directory without one.
  const span = startSpan(`git ${args[0]}`, { kind: "client" });
  const child = spawn("git", args, { cwd: "/", env: gitEnvironment(command), detached: true });
  let closed = false;
  let killTimer: NodeJS.Timeout | undefined;
  let stopReason: GitError | undefined;
  let stderr = "";

  function stop(reason: GitError): void {
    if (closed || stopReason !== undefined) {
      return;
    }
    stopReason = reason;
    killGroup(child.pid, "SIGTERM");
    killTimer = setTimeout(() => killGroup(child.pid, "SIGKILL"), killDelayMilliseconds);
    for (const pipe of [child.stdin, child.stdout, child.stderr]) {
      pipe.destroy();
    }
  }

  const timeout = setTimeout(
    () => stop(new GitError("timeout", `git took longer than ${secondsMax} seconds and was stopped.`)),
    secondsMax * 1_000,
  );
  const onAbort = () => stop(abortError(signal?.reason));
  signal?.addEventListener("abort", onAbort, { once: true });

  const tooLarge = new GitError("too-large", `git printed more than ${stdoutBytesMax} bytes and was stopped.`);
  const stdout = boundBytes(stdoutBytesMax, () => tooLarge);
  pipeline(child.stdout, stdout).catch(() => stop(stdout.errored === tooLarge ? tooLarge : unread));
  child.stderr.on("data", (chunk: Buffer) => {
    // Keep the end, where git reports the fatal error.
    stderr = (stderr + chunk.toString()).slice(-stderrLengthMax);
  });
  // Errors of this stream are ignored, because `ended` already reports why git exited.
  child.stdin.on("error", () => {});

  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", (cause) =>
      reject(new GitError("failed", "git cannot be started; install git 2.38 or newer.", { cause })),
    );
    child.once("close", (exitCode) => {
      closed = true;
      clearTimeout(timeout);
      clearTimeout(killTimer);
      signal?.removeEventListener("abort", onAbort);
      if (stopReason !== undefined) {
        // A helper process of git that closed its pipes may still be running.
        killGroup(child.pid, "SIGKILL");
        reject(stopReason);
      } else if (exitCode === 0) {
        resolve();
      } else {
        reject(explainFailure(redact(stderr, secrets), exitCode));
      }
    });
  });
  // Callers may await this promise later or never, so its rejection is handled here.
  ended
    .catch((error: unknown) => {
      if (stopReason !== unread) span?.fail(error);
    })
    .finally(() => span?.end());
  return { stdin: child.stdin, stdout, ended, stop };
}

// Also used to stop git without an error once the reader has enough.
const unread = new GitError("aborted", "The output of git was not fully read.");

function killGroup(pid: number | undefined, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    if (pid !== undefined) {
      process.kill(-pid, signal);
    }
  } catch {
    // The group has already exited.
  }
}

function isBrokenPipe(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_PREMATURE_CLOSE")
  );
}
