import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { boundBytes } from "./bound-bytes.ts";
import { type GitSurroundings, gitEnvironment } from "./git-environment.ts";
import { abortError, explainFailure, GitError } from "./git-error.ts";
import { redact } from "./redact.ts";

export interface GitCommand extends GitSurroundings {
  /** Values from outside stand after `--` or `--end-of-options`, or were checked against a pattern. */
  args: readonly string[];
  secondsMax: number;
  stdoutBytesMax: number;
  signal?: AbortSignal | undefined;
  /** Never to be seen in an error or a log. */
  secrets?: readonly string[] | undefined;
}

export interface GitProcess {
  stdin: Writable;
  /** Is read to its end, or else the process is stopped. */
  stdout: Readable;
  /** Resolves when git ended well; rejects with a GitError. */
  ended: Promise<void>;
  /** Ends the whole process group; `ended` then rejects with the reason. */
  stop(reason: GitError): void;
}

const stderrLengthMax = 64_000;
const killDelayMilliseconds = 2_000;

/** Runs git to its end and answers with what it printed. */
export function runGit(command: GitCommand, stdin: string | Buffer = ""): Promise<Buffer> {
  return readGit(command, async (git) => {
    git.stdin.end(stdin);
    const chunks: Buffer[] = [];
    for await (const chunk of git.stdout) {
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  });
}

/** Runs git while `read` reads its output. Where `read` stops before the end, git is stopped too, and that is no error. */
export async function readGit<Value>(
  command: GitCommand,
  read: (git: Pick<GitProcess, "stdin" | "stdout">) => Promise<Value>,
): Promise<Value> {
  const git = startGit(command);
  try {
    const value = await read(git);
    if (git.stdout.readableEnded) {
      await git.ended;
    }
    return value;
  } catch (error) {
    // When git itself failed, the reader only saw the consequence: an output cut short, or a pipe without a reader.
    if (!git.stdout.readableEnded && !isBrokenPipe(error)) {
      git.stop(unread);
    }
    git.stdout.resume();
    const failure = await git.ended.then(
      () => unread,
      (reason: GitError) => reason,
    );
    throw failure === unread ? error : failure;
  } finally {
    git.stop(unread);
    await git.ended.catch(() => {});
  }
}

/** The one place where git is started: no shell, a process group of its own, an environment of our making. */
export function startGit(command: GitCommand): GitProcess {
  const { args, secondsMax, stdoutBytesMax, signal, secrets = [] } = command;
  if (signal?.aborted) {
    throw abortError(signal.reason);
  }
  // The working directory is nowhere: a repository is only ever the one that was named.
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
    // The end is kept: there git says what was fatal.
    stderr = (stderr + chunk.toString()).slice(-stderrLengthMax);
  });
  // Whoever writes to a git that is gone learns why from `ended`.
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
        // A helper that let go of its pipes may still run.
        killGroup(child.pid, "SIGKILL");
        reject(stopReason);
      } else if (exitCode === 0) {
        resolve();
      } else {
        reject(explainFailure(redact(stderr, secrets), exitCode));
      }
    });
  });
  // It is also read later, or not at all.
  ended.catch(() => {});
  return { stdin: child.stdin, stdout, ended, stop };
}

// Also the quiet way to end: whoever read enough is told of no error.
const unread = new GitError("aborted", "The output of git was not read to its end.");

function killGroup(pid: number | undefined, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    if (pid !== undefined) {
      process.kill(-pid, signal);
    }
  } catch {
    // The group is gone already.
  }
}

function isBrokenPipe(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_PREMATURE_CLOSE")
  );
}
