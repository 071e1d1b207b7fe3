import { LRUCache } from "lru-cache";
import type { PullRequestStatus } from "../../pull-requests/pull-request.ts";
import type { DraftRequest, EditorDraft } from "../draft.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { recordDraftChange } from "../record-draft-change.ts";
import { findDraft, listDraftFiles } from "../store.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { putReviewEnd } from "./publish-store.ts";

type FollowDeps = Pick<EditorDeps, "database" | "objects" | "clock" | "log" | "locate" | "chooseCodeHost" | "texts">;

const lookMilliseconds = 30_000;
const lookSecondsMax = 5;
const rememberedMax = 1_000;

/** Returns the draft after the check. */
export type FollowReview = (request: DraftRequest) => Promise<EditorDraft>;

/**
 * Checks whether the pull request of a draft was merged or closed. If it was merged, the draft is published. If it was
 * closed, or if the draft has changes that weren't in the merged pull request, the draft is open again. Other git hosts
 * are asked at most every 30 seconds. If a host doesn't reply, nothing changes.
 */
export function createFollowReview(deps: FollowDeps): FollowReview {
  const lookedAt = new LRUCache<string, number>({ max: rememberedMax });
  return async (request) => {
    const { project, draft, signal } = request;
    if (draft.status !== "review" || draft.pullRequest === null) {
      return draft;
    }
    const now = deps.clock.now();
    if (project.hostedRepository === null && now - (lookedAt.get(draft.id) ?? 0) < lookMilliseconds) {
      return draft;
    }
    lookedAt.set(draft.id, now);
    try {
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(lookSecondsMax * 1_000)]);
      const host = await deps.chooseCodeHost(project, bounded);
      const status = await host.readPullRequestStatus(draft.pullRequest.number, bounded);
      return status === "open" ? draft : await endReview(deps, request, status);
    } catch (error) {
      // Someone else may have ended the review at the same moment.
      const found = await getSame(deps, draft);
      if (found.status === draft.status) {
        deps.log.warn({ error, draftId: draft.id }, "could not follow the pull request of a draft");
      }
      return found;
    }
  };
}

async function endReview(
  deps: FollowDeps,
  request: DraftRequest,
  status: Exclude<PullRequestStatus, "open">,
): Promise<EditorDraft> {
  const { draft } = request;
  if (status === "merged") await bringUpToDate(deps, { ...request, by: draft.author.id });
  const isDone = status === "merged" && (await listDraftFiles(deps.database.query, draft.id)).length === 0;
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    await putReviewEnd(tx, draft, { status: isDone ? "published" : "open", now });
    await recordDraftChange(tx, draft, now);
  });
  return getSame(deps, draft);
}

async function getSame({ database }: Pick<FollowDeps, "database">, draft: EditorDraft): Promise<EditorDraft> {
  return (await findDraft(database.query, draft.organizationId, draft.projectId, draft.id)) ?? draft;
}
