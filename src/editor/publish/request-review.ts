import type { CodeHost } from "../../code-hosts/code-host.ts";
import type { RequestedReview } from "../../contract/editor-publish-operations.ts";
import { bodyLengthMax } from "../../contract/pull-request-operations.ts";
import { BranchMoved, pushCommit } from "../../git-host/push-commit.ts";
import { AppError } from "../../platform/errors.ts";
import type { InTransaction } from "../../projects/repositories/change-repository.ts";
import { RefsMoved } from "../../projects/repositories/move-refs.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { recordDraftChange } from "../record-draft-change.ts";
import { listDraftEditors, listDraftFiles, updateDraft } from "../store.ts";
import { attemptsMax, bringUpToDate, getAgain } from "./bring-up-to-date.ts";
import { describeThreads, type OpenThreads } from "./describe-threads.ts";
import { authorOf, type CommitRequest } from "./publish-draft.ts";
import { findReviewProblem } from "./publish-rules.ts";
import { createReviewCommit } from "./review-commit.ts";

/**
 * Adds one commit with the draft's changes to the draft's branch, and opens a pull request unless one is open already.
 * Every step is safe to repeat, so an interrupted request can simply be sent again.
 */
export async function requestReview(deps: EditorDeps, request: CommitRequest): Promise<RequestedReview> {
  const { project, person, title, signal } = request;
  const problem = findReviewProblem(request.draft, person.role);
  if (problem !== undefined) {
    throw new AppError("conflict", problem);
  }
  const draft = await pushDraft(deps, request);
  const threads = await describeThreads(deps.database.query, draft.id);
  const host = await deps.chooseCodeHost(project, signal);
  const link = await host.openPullRequest(
    {
      head: draft.branch,
      base: draft.baseBranch,
      title,
      body: descriptionOf(request.message, threads),
      author: person.name,
      authorId: person.id,
    },
    signal,
  );
  const review = { status: "review", title, pullRequest: link.number, pullRequestUrl: link.url } as const;
  await request.inTransaction(async (tx) => {
    const now = deps.clock.now();
    await updateDraft(tx, draft.id, review, now);
    await recordDraftChange(tx, draft, now);
  });
  await keepThreads(deps, host, link.number, threads, signal);
  return { ...link, branch: draft.branch };
}

async function pushDraft(deps: EditorDeps, request: CommitRequest) {
  const { project, person, signal } = request;
  const author = authorOf(person);
  for (let attempt = 1; ; attempt += 1) {
    // If there are conflicts, the review shows the draft on the base commit that it has.
    const current = await getAgain(deps, request.draft);
    const { draft, move } = await bringUpToDate(deps, { ...request, draft: current, by: person.id });
    const files = await listDraftFiles(deps.database.query, draft.id);
    if (files.length === 0) {
      throw new AppError("conflict", `This draft has no changes compared to ${draft.baseBranch}.`);
    }
    const { repository } = move;
    const location = await deps.locateToPush(project, signal);
    const commit = await createReviewCommit(deps, { ...request, draft, files, repository, location });
    const note: InTransaction = (work) =>
      deps.database.transaction(async (tx) => {
        await updateDraft(tx, draft.id, { headSha: commit.to }, deps.clock.now());
        await work(tx);
      });
    try {
      // On a remote host, the commit is recorded before the push. Without that, it would look like someone else's
      // commit after a crash.
      if (location.kind !== "hosted") await note(async () => {});
      const people = [person.id, ...(await listDraftEditors(deps.database.query, draft.id))];
      const pushHosted = () => deps.pushHosted(project, commit, signal, { author, people, inTransaction: note });
      await pushCommit(location, commit, pushHosted, signal);
      return draft;
    } catch (error) {
      const isMoved = error instanceof BranchMoved || error instanceof RefsMoved;
      if (!isMoved || attempt === attemptsMax) throw error;
    }
  }
}

function descriptionOf(message: string, threads: OpenThreads | undefined): string {
  return [message.trim(), threads?.summary ?? ""]
    .filter((part) => part !== "")
    .join("\n\n")
    .slice(0, bodyLengthMax);
}

/**
 * Copies whole threads to the pull request, on the built-in host only. The review already exists, so a failure here
 * must not fail the request.
 */
async function keepThreads(
  { log }: Pick<EditorDeps, "log">,
  host: CodeHost,
  number: number,
  threads: OpenThreads | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (host.kind !== "built-in" || threads === undefined) return;
  await host.comment({ number, key: "draft-comments", body: threads.full }, signal).catch((error: unknown) => {
    log.warn({ error }, "the comments of a draft could not be added to its pull request");
  });
}
