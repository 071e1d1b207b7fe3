import Type from "typebox";
import {
  ConflictResolution,
  DraftBaseMove,
  DraftChanges,
  DraftCommit,
  DraftConflicts,
  PublishedDraft,
  RequestedReview,
} from "./editor-publish-schemas.ts";
import { id, projectId } from "./ids.ts";
import type { Limit, Operation } from "./operation.ts";

const inDraft = Type.Object({ projectId, draftId: id("ID of the draft.") });
const path = "/v1/dashboard/project/{projectId}/drafts/{draftId}";

/** Each one is a commit, and may be a request to another host. */
const commits: readonly Limit[] = [{ name: "draft-commits", by: "organization", max: 300, windowSeconds: 3_600 }];

/** How a draft gets into git. */
export const editorPublishOperations = {
  describeChanges: {
    method: "GET",
    path: `${path}/changes`,
    summary: "Describe the changes of a draft",
    about: "Compares the draft with its base commit, and its base commit with the base branch.",
    key: "session",
    role: "viewer",
    params: inDraft,
    reply: { status: 200, schema: DraftChanges },
  },
  publishDraft: {
    method: "POST",
    path: `${path}/publish`,
    summary: "Publish a draft",
    about: "Commits the draft to the project's branch, if the branch rules allow it, and triggers an update.",
    key: "session",
    role: "editor",
    params: inDraft,
    body: DraftCommit,
    reply: { status: 200, schema: PublishedDraft },
    limits: commits,
    hasStates: true,
  },
  requestReview: {
    method: "POST",
    path: `${path}/review`,
    summary: "Request a review of a draft",
    about: "Commits the draft to its own branch and opens a pull request, or adds a commit to the one that is open.",
    key: "session",
    role: "editor",
    params: inDraft,
    body: DraftCommit,
    reply: { status: 200, schema: RequestedReview },
    limits: commits,
    hasStates: true,
  },
  readConflicts: {
    method: "GET",
    path: `${path}/conflicts`,
    summary: "Read the conflicts of a draft",
    about: "The files that both the draft and its base branch changed, with all three versions.",
    key: "session",
    role: "viewer",
    params: inDraft,
    reply: { status: 200, schema: DraftConflicts },
  },
  resolveConflict: {
    method: "POST",
    path: `${path}/conflicts`,
    summary: "Resolve a conflict of a draft",
    about: "Decides one file: by a merged text, or by keeping one of the two versions.",
    key: "session",
    role: "editor",
    params: inDraft,
    body: ConflictResolution,
    reply: { status: 200, schema: DraftBaseMove },
    hasStates: true,
  },
  updateDraft: {
    method: "POST",
    path: `${path}/update`,
    summary: "Bring a draft up to date",
    about: "Merges what changed in the base branch into the draft. Nothing changes if a person has to decide.",
    key: "session",
    role: "editor",
    params: inDraft,
    reply: { status: 200, schema: DraftBaseMove },
    hasStates: true,
  },
} as const satisfies Record<string, Operation>;
