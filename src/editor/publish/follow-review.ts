import type { Project } from "../../projects/store.ts";
import type { PullRequestStatus } from "../../pull-requests/pull-request.ts";
import type { EditorDraft } from "../draft.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { recordDraftChange } from "../record-draft-change.ts";
import { findDraft, listDraftFiles } from "../store.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { putReviewEnd } from "./publish-store.ts";

type FollowDeps = Pick<EditorDeps, "database" | "objects" | "clock" | "log" | "locate" | "chooseCodeHost">;

const lookMilliseconds = 30_000;
const lookSecondsMax = 5;
const rememberedMax = 1_000;

/** Returns the draft after the check. */
export type FollowReview = (project: Project, draft: EditorDraft, signal: AbortSignal) => Promise<EditorDraft>;

/**
 * Checks whether the pull request of a draft was merged or closed. After a merge, the draft is published, unless it has
 * changes that weren't in the pull request: then it is open again, and so is a draft whose pull request was closed.
 * Other git hosts are asked at most every 30 seconds. If a host doesn't reply, nothing changes.
 */
export function createFollowReview(deps: FollowDeps): FollowReview {
  const lookedAt = new Map<string, number>();
  return async (project, draft, signal) => {
    if (draft.status !== "review" || draft.pullRequest === null) {
      return draft;
    }
    const now = deps.clock.now();
    if (project.hostedRepository === null && now - (lookedAt.get(draft.id) ?? 0) < lookMilliseconds) {
      return draft;
    }
    remember(lookedAt, draft.id, now);
    try {
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(lookSecondsMax * 1_000)]);
      const host = await deps.chooseCodeHost(project, bounded);
      const status = await host.readPullRequestStatus(draft.pullRequest.number, bounded);
      return status === "open" ? draft : await endReview(deps, project, draft, status, signal);
    } catch (error) {
      deps.log.warn({ error, draftId: draft.id }, "could not follow the pull request of a draft");
      return draft;
    }
  };
}

async function endReview(
  deps: FollowDeps,
  project: Project,
  draft: EditorDraft,
  status: Exclude<PullRequestStatus, "open">,
  signal: AbortSignal,
): Promise<EditorDraft> {
  if (status === "merged") {
    const by = draft.author.id;
    await bringUpToDate(deps, project, { draft, by, signal, inTransaction: (work) => deps.database.transaction(work) });
  }
  const isDone = status === "merged" && (await listDraftFiles(deps.database.query, draft.id)).length === 0;
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    await putReviewEnd(tx, draft, { status: isDone ? "published" : "open", now });
    await recordDraftChange(tx, draft, now);
  });
  return (await findDraft(deps.database.query, draft.organizationId, draft.projectId, draft.id)) ?? draft;
}

function remember(lookedAt: Map<string, number>, id: string, now: number): void {
  lookedAt.delete(id);
  lookedAt.set(id, now);
  const [oldest] = lookedAt.keys();
  if (lookedAt.size > rememberedMax && oldest !== undefined) lookedAt.delete(oldest);
}
