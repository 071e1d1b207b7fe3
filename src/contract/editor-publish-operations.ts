import { get, post } from "./dashboard-operation.ts";
import {
  ConflictResolution,
  DraftBaseMove,
  DraftChanges,
  DraftCommit,
  DraftConflicts,
  PublishedDraft,
  RequestedReview,
} from "./editor-publish-schemas.ts";
import type { Limit, Operation } from "./operation.ts";

const path = "/project/{projectId}/drafts/{draftId}";

/** Each call makes a commit, and may send a request to another host. */
const commits: readonly Limit[] = [{ name: "draft-commits", by: "organization", max: 300, windowSeconds: 3_600 }];

/** Publishing a draft to git. */
export const editorPublishOperations = {
  describeChanges: get("viewer", `${path}/changes`, { reply: DraftChanges }),
  publishDraft: post("editor", `${path}/publish`, {
    body: DraftCommit,
    reply: PublishedDraft,
    limits: commits,
    hasStates: true,
  }),
  requestReview: post("editor", `${path}/review`, {
    body: DraftCommit,
    reply: RequestedReview,
    limits: commits,
    hasStates: true,
  }),
  readConflicts: get("viewer", `${path}/conflicts`, { reply: DraftConflicts }),
  resolveConflict: post("editor", `${path}/conflicts`, {
    body: ConflictResolution,
    reply: DraftBaseMove,
    hasStates: true,
  }),
  updateDraft: post("editor", `${path}/update`, { reply: DraftBaseMove, hasStates: true }),
} as const satisfies Record<string, Operation>;
