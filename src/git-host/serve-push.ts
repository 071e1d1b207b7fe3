import { Readable } from "node:stream";
import { compareRefs, type RefMove, readRefs } from "../git/refs.ts";
import { defaultRepositoryLimits as limits } from "../git/repository.ts";
import type { Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { changeRepository } from "../projects/repositories/change-repository.ts";
import { joinRepositoryPacks } from "../projects/repositories/join-packs.ts";
import { RefsMoved } from "../projects/repositories/move-refs.ts";
import { repositoryBytes } from "../projects/repositories/store.ts";
import type { Project } from "../projects/store.ts";
import { type CheckedPush, checkPush } from "./check-push.ts";
import { type GitBackendDeps, type GitReply, type GitRequest, type Received, receivePack } from "./git-backend.ts";
import { type PushNews, replyWithNews } from "./push-message.ts";
import { rejectPush } from "./push-report.ts";

export interface PushDeps extends GitBackendDeps {
  /** Called with the changes of a push, in the transaction that makes it visible. */
  onPush(tx: Transaction, push: Push): Promise<PushNews>;
  /** Called once the push is visible. */
  afterPush(project: Project, moves: readonly RefMove[]): Promise<void>;
}

export interface Push extends CheckedPush {
  /** The commits that the push adds. */
  commits: readonly string[];
  /** The client's IP address. */
  address: string;
}

export interface PushRequest extends GitRequest {
  address: string;
  /** Whether the client is git. Others may give up: Node.js closes a connection that is silent for five seconds. */
  isGit: boolean;
  /**
   * Authorizes the push again. A push can take minutes, and the token, the role or the rules may have changed in the
   * meantime.
   */
  authorize(): Promise<CheckedPush["access"]>;
}

/**
 * Receives a push into a scratch copy. The client sees git's reply only after the push is stored and recorded. The push
 * is completed even if the client disconnects after sending everything.
 */
export async function servePush(
  deps: PushDeps,
  request: PushRequest,
  reply: PromiseWithResolvers<GitReply>,
): Promise<void> {
  const { project } = request;
  const pushBytesMax = await roomForPush(deps, project);
  const deadline = AbortSignal.timeout(deps.limits.requestSecondsMax * 1_000);
  let received: Received | undefined;
  let checked: CheckedPush | undefined;
  let news: PushNews = { lines: [] };
  const answer = ({ status, headers, body }: Received, reasonFor: (ref: string) => string | undefined) =>
    reply.resolve({
      status,
      headers,
      body: Readable.from(replyWithNews(deps, rejectPush(body, reasonFor), news, request.signal)),
    });
  const refusalOf = (ref: string) => checked?.refused.get(ref);
  try {
    await changeRepository(deps, project, {
      async work(scratch, before) {
        received = await receivePack(deps, { ...request, gitDir: scratch.gitDir, pushBytesMax });
        const moves = compareRefs(before, await readRefs(scratch, { limits, signal: deadline }));
        const { isAtomic } = received;
        checked = await checkPush(scratch, await request.authorize(), moves, { isAtomic, signal: deadline });
        return checked;
      },
      async record(tx, { commits }, push) {
        const told = await deps.onPush(tx, { ...push, commits, address: request.address });
        news = request.isGit ? told : { lines: told.lines };
      },
      signal: deadline,
    });
  } catch (error) {
    if (!(error instanceof RefsMoved) || received === undefined) {
      throw error;
    }
    const { refs } = error;
    news = { lines: [] };
    answer(received, (ref) => refusalOf(ref) ?? (refs.includes(ref) ? "fetch first" : "try again"));
    return;
  }
  if (received !== undefined) {
    answer(received, refusalOf);
  }
  await finish(deps, project, checked?.pushed ?? []);
}

/** The number of bytes that the next push may add to the repository. */
async function roomForPush({ database, limits }: PushDeps, { id }: Project): Promise<number> {
  const room = limits.repositoryBytesMax - (await repositoryBytes(database.query, id));
  if (room <= 0) {
    throw new AppError(
      "too_large",
      "The repository has reached its size limit; ask the operator to raise it, or start a new repository.",
    );
  }
  return Math.min(room, limits.pushBytesMax);
}

/** Runs the follow-up work of a push. The push has already succeeded, so an error here must not fail it. */
async function finish(deps: PushDeps, project: Project, moves: readonly RefMove[]): Promise<void> {
  try {
    if (moves.length > 0) {
      await deps.afterPush(project, moves);
      await joinRepositoryPacks(deps, project, AbortSignal.timeout(deps.limits.requestSecondsMax * 1_000));
    }
  } catch (error) {
    deps.log.warn({ error }, "a push was accepted, but its follow-up failed");
  }
}
