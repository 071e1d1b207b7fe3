import Type, { type Static } from "typebox";
import { draft, get, post } from "./define-operation.ts";
import { draftPath } from "./editor-schemas.ts";
import type { Limit } from "./operation.ts";
import { dateTime, givenId, Nullable, Words } from "./schemas.ts";

const bodyLengthMax = 10_000;
const replacementLengthMax = 100_000;
export const quoteLengthMax = 20_000;
const positionLengthMax = 500;
const mentionsMax = 20;
const draftPromptLengthMax = 4_000;

const position = Type.String({ minLength: 1, maxLength: positionLengthMax });

/** The position of a comment. It stays with its text while others edit around it. */
const Anchor = Type.Object({
  start: position,
  end: position,
  quote: Type.String({ maxLength: quoteLengthMax }),
});
export type Anchor = Static<typeof Anchor>;

export const DraftComment = Type.Object({
  id: Type.String(),
  path: Type.String(),
  parentId: Nullable(Type.String()),
  kind: Words(["comment", "suggestion"]),
  /** `null` if the comment is about the whole page. */
  anchor: Type.Union([Anchor, Type.Null()]),
  body: Type.String(),
  replacement: Nullable(Type.String()),
  author: Type.String(),
  isOwn: Type.Boolean(),
  status: Words(["open", "resolved", "accepted", "rejected"]),
  endedBy: Nullable(Type.String()),
  createdAt: dateTime(),
});
export type DraftComment = Static<typeof DraftComment>;

const DraftComments = Type.Object({
  comments: Type.Array(DraftComment),
  people: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
});

export const NewDraftComment = Type.Object({
  path: draftPath,
  parentId: Type.Optional(givenId),
  anchor: Type.Optional(Anchor),
  body: Type.String({ minLength: 1, maxLength: bodyLengthMax }),
  replacement: Type.Optional(Type.String({ maxLength: replacementLengthMax })),
  mentions: Type.Optional(Type.Array(givenId, { maxItems: mentionsMax })),
});
export type NewDraftComment = Static<typeof NewDraftComment>;

const DraftCommentChange = Type.Object({
  body: Type.Optional(NewDraftComment.properties.body),
  status: Type.Optional(Words(["open", "resolved", "accepted", "rejected"])),
});

const DraftPrompt = Type.Object({
  path: draftPath,
  prompt: Type.String({ minLength: 1, maxLength: draftPromptLengthMax }),
  anchor: Type.Optional(Anchor),
});

const DraftProposal = Type.Object({
  summary: Type.String(),
  comments: Type.Array(DraftComment),
  source: Words(["model", "rules"]),
});

const prompts: readonly Limit[] = [{ name: "draft-prompts", by: "project", max: 120, windowSeconds: 3_600 }];

/** Comments, suggestions and the agent in a draft. */
export const editorTalkOperations = {
  listDraftComments: get("viewer", `${draft}/comments`, { reply: DraftComments }),
  addDraftComment: post("viewer", `${draft}/comments`, {
    body: NewDraftComment,
    created: DraftComment,
    hasStates: true,
  }),
  changeDraftComment: post("viewer", `${draft}/comments/{commentId}`, {
    body: DraftCommentChange,
    reply: DraftComment,
    hasStates: true,
  }),
  removeDraftComment: post("viewer", `${draft}/comments/{commentId}/remove`),
  askDraftAgent: post("editor", `${draft}/agent`, {
    body: DraftPrompt,
    reply: DraftProposal,
    limits: prompts,
    hasStates: true,
  }),
};
