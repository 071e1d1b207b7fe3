import { PassThrough, Readable } from "node:stream";
import { abortError, GitError } from "../git/git-error.ts";
import { type GitProcess, startGit } from "../git/run-git.ts";
import type { Clock } from "../platform/clock.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import { type BackendRequest, backendCommand } from "./backend-command.ts";
import { readCgiHead } from "./cgi-head.ts";
import { decodeBody, type Feeding, feedBody } from "./feed-body.ts";
import type { GitHostLimits } from "./limits.ts";
import { announcePush, type MovedBranch, roomForPush, tidyAfterPush } from "./push.ts";
import { type PushCommand, readPushCommands } from "./push-commands.ts";
import type { Semaphore } from "./semaphore.ts";

export interface GitBackendDeps {
  semaphore: Semaphore;
  limits: GitHostLimits;
  clock: Clock;
  log: Log;
}

interface GitRequest extends BackendRequest {
  contentEncoding?: string | undefined;
  contentLength?: string | undefined;
  /** Only for the step "call". */
  body?: Readable | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** Called for each branch that a push moved, before the client gets the end of the reply. */
  onPush(moved: MovedBranch): Promise<void>;
}

interface GitReply {
  status: number;
  headers: Record<string, string>;
  body: Readable;
}

// Besides objects, a push contains the names of branches and tags.
const pushHeadBytesMax = 1_000_000;

/** Serves one fetch or push of one repository through `git http-backend`. */
export async function handleGitRequest(deps: GitBackendDeps, request: GitRequest): Promise<GitReply> {
  const release = await deps.semaphore.acquire(request.signal);
  const reply = Promise.withResolvers<GitReply>();
  // The reply starts while git is still running. A push is completed even if the client disconnects.
  serve(deps, request, reply).catch(reply.reject).finally(release);
  return reply.promise;
}

async function serve(deps: GitBackendDeps, request: GitRequest, reply: PromiseWithResolvers<GitReply>): Promise<void> {
  const { limits, log } = deps;
  const { git, feeding, pushed, close } = await startExchange(deps, request);
  const body = new PassThrough();
  // A client that doesn't read the reply must not hold its permit forever.
  const deadline = setTimeout(() => body.destroy(), limits.requestSecondsMax * 1_000);
  let problem: unknown;
  try {
    const output: AsyncIterableIterator<Buffer> = git.stdout[Symbol.asyncIterator]();
    const { bodyStart, ...head } = await readCgiHead(output);
    problem = feeding.error;
    if (problem === undefined) {
      reply.resolve({ ...head, body });
    } else {
      // Discard git's reply to an incomplete body, but let git finish.
      body.destroy();
    }
    await copyOutput(bodyStart, output, body);
  } catch (error) {
    problem = error;
    git.stop(abortError(error));
  }
  const failure = await git.ended.then(
    () => undefined,
    (reason: GitError) => reason,
  );
  clearTimeout(deadline);
  close();

  await announcePush(log, request, pushed, request.onPush);
  if (problem === undefined) {
    body.end();
  } else {
    body.destroy();
    reply.reject(feeding.error ?? explain(failure ?? problem));
  }
  if (failure !== undefined && failure.kind !== "aborted") {
    log.warn({ error: failure }, "a fetch or push failed");
  }
  if (pushed.length > 0) {
    await tidyAfterPush(log, request);
  }
}

interface Exchange {
  git: GitProcess;
  feeding: Feeding;
  /** The push commands read so far. */
  pushed: readonly PushCommand[];
  close(): void;
}

async function startExchange(deps: GitBackendDeps, request: GitRequest): Promise<Exchange> {
  const { limits } = deps;
  const { signal } = request;
  const isPush = request.step === "call" && request.service === "git-receive-pack";
  const pushBytesMax = isPush ? await roomForPush(deps, request) : 0;
  const bytesMax = isPush ? pushBytesMax + pushHeadBytesMax : limits.fetchRequestBytesMax;
  const pushed: PushCommand[] = [];
  const steps = decodeBody(request, bytesMax);
  if (isPush) {
    steps.push(readPushCommands(pushed, limits.pushedRefsMax));
  }

  const git = startGit(backendCommand(request, limits, pushBytesMax));
  const feeding = feedBody(request.body ?? Readable.from([]), steps, git.stdin, bytesMax);
  const onDisconnect = () => {
    // Complete a push whose body has arrived. End the input of an incomplete one: if killed, git would leave objects behind.
    if (!isPush) {
      git.stop(abortError(signal.reason));
    } else if (!feeding.isWhole) {
      feeding.breakOff();
    }
  };
  signal.addEventListener("abort", onDisconnect, { once: true });
  if (signal.aborted) {
    onDisconnect();
  }
  return { git, feeding, pushed, close: () => signal.removeEventListener("abort", onDisconnect) };
}

/** Copies git's output with backpressure. After the client disconnects, the rest is discarded. */
async function copyOutput(start: Buffer, output: AsyncIterable<Buffer>, body: PassThrough): Promise<void> {
  await writeTo(body, start);
  for await (const chunk of output) {
    await writeTo(body, chunk);
  }
}

function writeTo(body: PassThrough, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (body.destroyed || body.write(chunk)) {
      resolve();
      return;
    }
    const onReady = () => {
      body.off("drain", onReady).off("close", onReady);
      resolve();
    };
    body.on("drain", onReady).on("close", onReady);
  });
}

function explain(error: unknown): unknown {
  if (error instanceof GitError && error.kind === "timeout") {
    return new AppError("unavailable", "The fetch or push took too long; try again, or send fewer commits at once.");
  }
  if (error instanceof GitError && error.kind === "aborted") {
    return new AppError("unavailable", "The fetch or push was stopped.");
  }
  return error;
}
