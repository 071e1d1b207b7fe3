import Type, { type Static } from "typebox";
import { DraftFile, DraftStatus, draftPath, draftTitleLengthMax } from "./editor-schemas.ts";
import { bodyLengthMax } from "./pull-request-schemas.ts";
import { Nullable, Words } from "./schemas.ts";

/** One text of a draft, in UTF-16 units; the server's own limit is in bytes. */
const textLengthMax = 1_000_000;

export const ConflictReason = Words(
  ["overlap", "both_added", "removed_there", "removed_here", "media"],
  "`overlap`: the same lines changed. `removed_there`: the base branch removed the file. `removed_here`: the draft did. `media`: not a text.",
);
export type ConflictReason = Static<typeof ConflictReason>;

export const ChangedDraftFile = Type.Object({
  ...DraftFile.properties,
  title: Type.String({ description: "The title of the page, or the name of the file." }),
  additions: Type.Integer(),
  deletions: Type.Integer(),
  patch: Type.Optional(Type.String({ description: "Hunks in git's format; missing for media and long diffs." })),
});
export type ChangedDraftFile = Static<typeof ChangedDraftFile>;

const Conflict = Type.Object({
  path: Type.String(),
  reason: ConflictReason,
  about: Type.String({ description: "What happened, in one sentence." }),
});

const Permission = Type.Object({
  allowed: Type.Boolean(),
  reason: Nullable(Type.String({ description: "Why not." })),
});

const DraftBase = Type.Object({
  branch: Type.String({ description: "The branch that the draft changes." }),
  changes: Type.Integer({ description: "How many files changed there since the draft started." }),
  conflicts: Type.Array(Conflict, { description: "Files that both changed, and that a person has to merge." }),
  problem: Nullable(Type.String({ description: "Why the branch couldn't be read." })),
});

export const DraftChanges = Type.Object({
  status: DraftStatus,
  title: Type.String({ description: "A suggested title." }),
  message: Type.String({ description: "A suggested description, in Markdown." }),
  files: Type.Array(ChangedDraftFile),
  isCut: Type.Boolean({ description: "Whether some diffs are missing because there are too many." }),
  base: DraftBase,
  publish: Permission,
  review: Permission,
  pullRequest: Type.Optional(Type.Object({ number: Type.Integer(), url: Type.String() })),
});
export type DraftChanges = Static<typeof DraftChanges>;

export const DraftCommit = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: draftTitleLengthMax, description: "The first line of the commit." }),
    message: Type.Optional(Type.String({ maxLength: bodyLengthMax, description: "The description, in Markdown." })),
  },
  { additionalProperties: false },
);

export const PublishedDraft = Type.Object({
  sha: Type.String({ description: "The commit." }),
  branch: Type.String(),
  updateId: Nullable(Type.String({ description: "Status ID of the update that publishes it." })),
  merged: Type.Integer({ description: "How many files of the branch were merged first." }),
  isOpen: Type.Boolean({ description: "Whether more was written meanwhile, so that the draft stays open." }),
});
export type PublishedDraft = Static<typeof PublishedDraft>;

export const RequestedReview = Type.Object({
  number: Type.Integer({ description: "The number of the pull request." }),
  url: Type.String({ description: "The address of the pull request." }),
  branch: Type.String(),
});
export type RequestedReview = Static<typeof RequestedReview>;

export const DraftConflicts = Type.Object({
  conflicts: Type.Array(
    Type.Object({
      ...Conflict.properties,
      base: Nullable(Type.String({ description: "The text where the draft started." })),
      mine: Nullable(Type.String({ description: "The text of the draft." })),
      theirs: Nullable(Type.String({ description: "The text of the base branch." })),
      sequence: Type.Integer({ description: "The version of the draft's text." }),
    }),
  ),
});
export type DraftConflicts = Static<typeof DraftConflicts>;

export const ConflictResolution = Type.Object(
  {
    path: draftPath("The file with the conflict."),
    use: Type.Optional(Words(["mine", "theirs"], "Which version to keep.")),
    text: Type.Optional(Type.String({ maxLength: textLengthMax, description: "The merged text." })),
    sequence: Type.Optional(
      Type.Integer({ minimum: 0, description: "The version that was merged. A newer one is never overwritten." }),
    ),
  },
  { additionalProperties: false },
);

export const DraftBaseMove = Type.Object({
  baseSha: Type.String({ description: "The commit that the draft is based on now." }),
  merged: Type.Integer({ description: "How many files of the base branch were merged." }),
  conflicts: Type.Array(Conflict, { description: "Conflicts that are left; the draft moves once they are resolved." }),
});
export type DraftBaseMove = Static<typeof DraftBaseMove>;
