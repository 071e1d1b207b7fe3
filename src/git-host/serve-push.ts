import { Readable } from "node:stream";
import type { RefMove } from "../git/refs.ts";
import type { Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { changeRepository } from "../projects/repositories/change-repository.ts";
import { joinRepositoryPacks } from "../projects/repositories/join-packs.ts";
import { RefsMoved } from "../projects/repositories/move-refs.ts";
import { repositoryBytes } from "../projects/repositories/store.ts";
import type { Project } from "../projects/store.ts";
import { type GitBackendDeps, type GitReply, type GitRequest, receivePack } from "./git-backend.ts";
import { rejectPush } from "./push-report.ts";

export interface PushDeps extends GitBackendDeps {
  /** Called with the refs that a push moves, in the transaction that makes it visible. */
  onPush(tx: Transaction, project: Project, moves: readonly RefMove[]): Promise<void>;
  /** Called once the push is visible. */
  afterPush(project: Project, moves: readonly RefMove[]): Promise<void>;
}

/**
 * Receives a push into a scratch copy, and lets the client see git's reply only after the push is stored and recorded. It is
 * completed even if the client disconnects after sending everything.
 */
export async function servePush(
  deps: PushDeps,
  request: GitRequest,
  reply: PromiseWithResolvers<GitReply>,
): Promise<void> {
  const { project } = request;
  const pushBytesMax = await roomForPush(deps, project);
  const deadline = AbortSignal.timeout(deps.limits.requestSecondsMax * 1_000);
  let received: Awaited<ReturnType<typeof receivePack>> | undefined;
  let moved: readonly RefMove[] = [];
  try {
    await changeRepository(deps, project, {
      async work({ gitDir }) {
        received = await receivePack(deps, { ...request, gitDir, pushBytesMax });
      },
      async record(tx, moves) {
        moved = moves;
        await deps.onPush(tx, project, moves);
      },
      signal: deadline,
    });
  } catch (error) {
    if (!(error instanceof RefsMoved) || received === undefined) {
      throw error;
    }
    const { refs } = error;
    const body = rejectPush(received.body, (ref) => (refs.includes(ref) ? "fetch first" : "try again"));
    reply.resolve({ ...received, body: Readable.from([body]) });
    return;
  }
  if (received !== undefined) {
    reply.resolve({ ...received, body: Readable.from([received.body]) });
  }
  await finish(deps, project, moved);
}

/** How many bytes of objects the repository accepts in the next push. */
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

/** The push has already succeeded, so an error here must not fail it. */
async function finish(deps: PushDeps, project: Project, moves: readonly RefMove[]): Promise<void> {
  try {
    if (moves.length > 0) {
      await deps.afterPush(project, moves);
      await joinRepositoryPacks(deps, project, AbortSignal.timeout(deps.limits.requestSecondsMax * 1_000));
    }
  } catch (error) {
    deps.log.warn({ error }, "a push was accepted, but following it up failed");
  }
}
