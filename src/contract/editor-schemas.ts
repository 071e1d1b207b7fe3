import Type, { type Static } from "typebox";
import { dateTime, Nullable, Words } from "./schemas.ts";

export const draftTitleLengthMax = 200;
const pathLengthMax = 1_024;

/** A path in the content directory of a project. */
export const draftPath = (description: string) => Type.String({ minLength: 1, maxLength: pathLengthMax, description });

export const DraftStatus = Words(
  ["open", "review", "published", "discarded"],
  "`review` once a pull request was opened for it.",
);
export type DraftStatus = Static<typeof DraftStatus>;

export const DraftFile = Type.Object({
  path: Type.String({ description: "The file, relative to the content directory." }),
  change: Words(["added", "modified", "removed", "renamed"], "What the draft does to it."),
  movedFrom: Type.Optional(Type.String({ description: "Where a renamed file was." })),
});
export type DraftFile = Static<typeof DraftFile>;

export const Draft = Type.Object({
  id: Type.String({ description: "ID of the draft." }),
  title: Type.String(),
  author: Type.String({ description: "Who created it." }),
  isOwn: Type.Boolean({ description: "Whether you created it." }),
  status: DraftStatus,
  branch: Type.String({ description: "The branch that it becomes." }),
  baseBranch: Type.String({ description: "The branch that it changes." }),
  baseSha: Type.String({ description: "The commit that it started from." }),
  files: Type.Array(DraftFile, { description: "The files that it changes." }),
  pullRequest: Nullable(Type.String({ description: "The address of its pull request." })),
  createdAt: dateTime("When it was created."),
  updatedAt: dateTime("When it last changed."),
});
export type Draft = Static<typeof Draft>;
