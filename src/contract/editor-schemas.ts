import Type, { type Static } from "typebox";
import { dateTime, Nullable, Words } from "./schemas.ts";

export const draftTitleLengthMax = 200;
/** The limit for one text of a draft, in UTF-16 units. The server also has a limit in bytes. */
export const textLengthMax = 1_000_000;
const pathLengthMax = 1_024;

/** `item` is an entry in a tab's menu, `endpoint` a page generated from an API description. */
export const navigationKinds = [
  "language",
  "version",
  "product",
  "dropdown",
  "anchor",
  "tab",
  "item",
  "group",
  "page",
  "endpoint",
] as const;

/** A path in the content directory of a project. */
export const draftPath = Type.String({ minLength: 1, maxLength: pathLengthMax });

/** `review` once a pull request was opened for the draft. */
export const DraftStatus = Words(["open", "review", "published", "discarded"]);

export const DraftFile = Type.Object({
  path: Type.String(),
  change: Words(["added", "modified", "removed", "renamed"]),
  movedFrom: Type.Optional(Type.String()),
});
export type DraftFile = Static<typeof DraftFile>;

export const Draft = Type.Object({
  id: Type.String(),
  title: Type.String(),
  author: Type.String(),
  isOwn: Type.Boolean(),
  status: DraftStatus,
  branch: Type.String(),
  baseBranch: Type.String(),
  baseSha: Type.String(),
  files: Type.Array(DraftFile),
  pullRequest: Nullable(Type.String()),
  createdAt: dateTime(),
  updatedAt: dateTime(),
});
