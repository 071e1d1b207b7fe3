import Type, { type Static } from "typebox";
import { draft, get, post } from "./define-operation.ts";
import { DraftFile, DraftStatus, draftPath, draftTitleLengthMax, textLengthMax } from "./editor-schemas.ts";
import type { Limit } from "./operation.ts";
import { bodyLengthMax } from "./pull-request-operations.ts";
import { Nullable, name, Words } from "./schemas.ts";

/**
 * `overlap`: both sides changed the same lines. `removed_there`: the base branch removed the file. `removed_here`: the
 * draft removed it. `media`: the file isn't text.
 */
export const ConflictReason = Words(["overlap", "both_added", "removed_there", "removed_here", "media"]);
export type ConflictReason = Static<typeof ConflictReason>;

export const ChangedDraftFile = Type.Object({
  ...DraftFile.properties,
  title: Type.String(),
  additions: Type.Integer(),
  deletions: Type.Integer(),
  patch: Type.Optional(Type.String()),
});
export type ChangedDraftFile = Static<typeof ChangedDraftFile>;

const Conflict = Type.Object({ path: Type.String(), reason: ConflictReason, about: Type.String() });

const Permission = Type.Object({ allowed: Type.Boolean(), reason: Nullable(Type.String()) });

const DraftBase = Type.Object({
  branch: Type.String(),
  changes: Type.Integer(),
  conflicts: Type.Array(Conflict),
  problem: Nullable(Type.String()),
});

export const DraftChanges = Type.Object({
  status: DraftStatus,
  title: Type.String(),
  message: Type.String(),
  files: Type.Array(ChangedDraftFile),
  isCut: Type.Boolean(),
  base: DraftBase,
  publish: Permission,
  review: Permission,
  pullRequest: Type.Optional(Type.Object({ number: Type.Integer(), url: Type.String() })),
});
export type DraftChanges = Static<typeof DraftChanges>;

const DraftCommit = Type.Object(
  {
    title: name(draftTitleLengthMax),
    message: Type.Optional(Type.String({ maxLength: bodyLengthMax })),
  },
  { additionalProperties: false },
);

export const PublishedDraft = Type.Object({
  sha: Type.String(),
  branch: Type.String(),
  updateId: Nullable(Type.String()),
  merged: Type.Integer(),
  isOpen: Type.Boolean(),
});
export type PublishedDraft = Static<typeof PublishedDraft>;

export const RequestedReview = Type.Object({
  number: Type.Integer(),
  url: Type.String(),
  branch: Type.String(),
});
export type RequestedReview = Static<typeof RequestedReview>;

const DraftConflicts = Type.Object({
  conflicts: Type.Array(
    Type.Object({
      ...Conflict.properties,
      base: Nullable(Type.String()),
      mine: Nullable(Type.String()),
      theirs: Nullable(Type.String()),
      sequence: Type.Integer(),
    }),
  ),
});

const ConflictResolution = Type.Object(
  {
    path: draftPath,
    use: Type.Optional(Words(["mine", "theirs"])),
    text: Type.Optional(Type.String({ maxLength: textLengthMax })),
    sequence: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
);

export const DraftBaseMove = Type.Object({
  baseSha: Type.String(),
  merged: Type.Integer(),
  conflicts: Type.Array(Conflict),
});
export type DraftBaseMove = Static<typeof DraftBaseMove>;

/** Each call makes a commit, and may send a request to another host. */
const commits: readonly Limit[] = [{ name: "draft-commits", by: "organization", max: 300, windowSeconds: 3_600 }];

/** Publishing a draft to git. */
export const editorPublishOperations = {
  describeChanges: get("viewer", `${draft}/changes`, { reply: DraftChanges }),
  publishDraft: post("editor", `${draft}/publish`, {
    body: DraftCommit,
    reply: PublishedDraft,
    limits: commits,
    hasStates: true,
  }),
  requestReview: post("editor", `${draft}/review`, {
    body: DraftCommit,
    reply: RequestedReview,
    limits: commits,
    hasStates: true,
  }),
  readConflicts: get("viewer", `${draft}/conflicts`, { reply: DraftConflicts }),
  resolveConflict: post("editor", `${draft}/conflicts`, {
    body: ConflictResolution,
    reply: DraftBaseMove,
    hasStates: true,
  }),
  updateDraft: post("editor", `${draft}/update`, { reply: DraftBaseMove, hasStates: true }),
};
