import { PassThrough, Readable } from "node:stream";
import { abortError, GitError, missingError } from "../git/git-error.ts";
import { failureOf, type GitProcess, startGit } from "../git/run-git.ts";
import { AppError } from "../platform/errors.ts";
import type { Services } from "../platform/services.ts";
import { openRepository, recheckIfDamaged } from "../projects/repositories/open-repository.ts";
import type { RepositoryDeps } from "../projects/repositories/repository-deps.ts";
import type { Project } from "../projects/store.ts";
import { type BackendRequest, backendCommand } from "./backend-command.ts";
import { readCgiHead } from "./cgi-head.ts";
import { decodeBody, type Feeding, feedBody } from "./feed-body.ts";
import { rewordErrors } from "./fetch-messages.ts";
import type { GitHostLimits } from "./limits.ts";
import { type PushHead, readPushCommands } from "./push-commands.ts";

export interface GitBackendDeps extends RepositoryDeps, Pick<Services, "log"> {
  limits: GitHostLimits;
}

export interface GitRequest extends Omit<BackendRequest, "gitDir"> {
  project: Project;
  contentEncoding?: string | undefined;
  contentLength?: string | undefined;
  /** Set only for the step "call". */
  body?: Readable | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

export interface GitReply {
  status: number;
  headers: Record<string, string>;
  body: Readable;
}

/** Serves the list of refs or one fetch through `git http-backend`, from the local copy of the repository. */
export async function serveFetch(
  deps: GitBackendDeps,
  request: GitRequest,
  reply: PromiseWithResolvers<GitReply>,
): Promise<void> {
  const { limits, log } = deps;
  const repository = await openRepository(deps, request.project, request.signal);
  const { git, feeding, close } = startExchange(deps, { ...request, gitDir: repository.gitDir });
  const body = new PassThrough();
  // A client that doesn't read the reply must not keep its permit forever.
  const deadline = setTimeout(() => body.destroy(), limits.requestSecondsMax * 1_000);
  let problem: unknown;
  try {
    const output: AsyncIterableIterator<Buffer> = git.stdout[Symbol.asyncIterator]();
    const { bodyStart, ...head } = await readCgiHead(output);
    // The repository was opened above, so it was deleted since then.
    problem = head.status === 404 ? missingError() : feeding.error;
    if (problem === undefined) {
      // The reply starts while git is still running.
      reply.resolve({ ...head, body });
    } else {
      // Discard git's reply to an incomplete body, but let git finish.
      body.destroy();
    }
    await writeAll(rewordErrors(startingWith(bodyStart, output)), body);
  } catch (error) {
    problem = error;
    git.stop(abortError(error));
  }
  const failure = await failureOf(git);
  clearTimeout(deadline);
  close();
  if (problem === undefined) {
    body.end();
  } else {
    body.destroy();
    reply.reject(feeding.error ?? explain(failure ?? problem));
  }
  if (failure !== undefined && failure.kind !== "aborted") {
    log.warn({ error: failure }, "a fetch failed");
    await recheckIfDamaged(repository, failure);
  }
}

export interface Received extends Omit<GitReply, "body"> {
  body: Buffer;
  isAtomic: boolean;
}

/** Lets git receive a push into a repository and returns git's reply, which the client must not see yet. */
export async function receivePack(
  deps: GitBackendDeps,
  request: GitRequest & { gitDir: string; pushBytesMax: number },
): Promise<Received> {
  const head: PushHead = { commands: [], isAtomic: false };
  const { git, feeding, close } = startExchange(deps, { ...request, head });
  let received: Received | undefined;
  let problem: unknown;
  try {
    const output: AsyncIterableIterator<Buffer> = git.stdout[Symbol.asyncIterator]();
    const { bodyStart, ...replyHead } = await readCgiHead(output);
    const chunks = [bodyStart];
    for await (const chunk of output) {
      chunks.push(chunk);
    }
    received = { ...replyHead, body: Buffer.concat(chunks), isAtomic: head.isAtomic };
  } catch (error) {
    problem = error;
    git.stop(abortError(error));
  }
  const failure = await failureOf(git);
  close();
  if (failure !== undefined && failure.kind !== "aborted") {
    deps.log.warn({ error: failure }, "a push failed");
  }
  // If git itself refuses the push, its reply gives the reason.
  if (feeding.error !== undefined || received === undefined) {
    throw feeding.error ?? explain(failure ?? problem);
  }
  return received;
}

interface Exchange {
  git: GitProcess;
  feeding: Feeding;
  close(): void;
}

// The maximum size of the branch and tag names that precede the objects of a push.
const pushHeadBytesMax = 1_000_000;
// The maximum size of the results for each branch and tag, and of git's progress messages.
const pushReplyBytesMax = 10_000_000;

function startExchange(
  { limits }: GitBackendDeps,
  request: GitRequest & { gitDir: string; pushBytesMax?: number; head?: PushHead },
): Exchange {
  const { signal, pushBytesMax, head } = request;
  const isPush = pushBytesMax !== undefined;
  const bytesMax = isPush ? pushBytesMax + pushHeadBytesMax : limits.fetchRequestBytesMax;
  const steps = decodeBody(request, bytesMax);
  if (head !== undefined) {
    steps.push(readPushCommands(head, limits.pushedRefsMax));
  }

  const command = backendCommand(request, limits, pushBytesMax ?? 0);
  const git = startGit({ ...command, ...(isPush ? { stdoutBytesMax: pushReplyBytesMax } : {}) });
  const feeding = feedBody(request.body ?? Readable.from([]), steps, git.stdin, bytesMax);
  const onDisconnect = () => {
    // A push whose body has arrived is completed. The input of an incomplete push is ended, so that git can clean up.
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
  return { git, feeding, close: () => signal.removeEventListener("abort", onDisconnect) };
}

async function* startingWith(start: Buffer, output: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield start;
  yield* output;
}

/** Writes git's output with backpressure. After the client disconnects, the rest is discarded. */
async function writeAll(output: AsyncIterable<Buffer>, body: PassThrough): Promise<void> {
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
