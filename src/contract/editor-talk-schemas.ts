import Type, { type Static } from "typebox";
import { draftPath } from "./editor-schemas.ts";
import { id } from "./ids.ts";
import { dateTime, Nullable, Words } from "./schemas.ts";

const bodyLengthMax = 10_000;
const replacementLengthMax = 100_000;
export const quoteLengthMax = 20_000;
const positionLengthMax = 500;
const mentionsMax = 20;
const draftPromptLengthMax = 4_000;

const position = (description: string) => Type.String({ minLength: 1, maxLength: positionLengthMax, description });

/** Where a comment is. It stays with its text while others edit around it. */
const Anchor = Type.Object({
  start: position("Where the text begins: a relative position of Yjs, in base64."),
  end: position("Where it ends."),
  quote: Type.String({ maxLength: quoteLengthMax, description: "The text when the comment was written." }),
});
export type Anchor = Static<typeof Anchor>;

export const DraftComment = Type.Object({
  id: Type.String({ description: "ID of the comment." }),
  path: Type.String({ description: "The file it is about." }),
  parentId: Nullable(Type.String({ description: "The comment it answers." })),
  kind: Words(["comment", "suggestion"], "A suggestion says what the text should be instead."),
  anchor: Type.Union([Anchor, Type.Null()], { description: "`null` if it is about the whole page." }),
  body: Type.String({ description: "The comment, as plain text." }),
  replacement: Nullable(Type.String({ description: "What a suggestion would put in place of the text." })),
  author: Type.String({ description: "Who wrote it." }),
  isOwn: Type.Boolean({ description: "Whether you wrote it." }),
  status: Words(["open", "resolved", "accepted", "rejected"], "Suggestions are accepted or rejected."),
  endedBy: Nullable(Type.String({ description: "Who resolved, accepted or rejected it." })),
  createdAt: dateTime("When it was written."),
});
export type DraftComment = Static<typeof DraftComment>;

export const DraftComments = Type.Object({
  comments: Type.Array(DraftComment, { description: "Oldest first." }),
  people: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: "Who can be mentioned.",
  }),
});

export const NewDraftComment = Type.Object({
  path: draftPath("The file it is about."),
  parentId: Type.Optional(id("The comment it answers.")),
  anchor: Type.Optional(Anchor),
  body: Type.String({ minLength: 1, maxLength: bodyLengthMax, description: "The comment, as plain text." }),
  replacement: Type.Optional(
    Type.String({
      maxLength: replacementLengthMax,
      description: "Makes it a suggestion: what the text should be instead.",
    }),
  ),
  mentions: Type.Optional(
    Type.Array(id("ID of a person."), { maxItems: mentionsMax, description: "Who is notified." }),
  ),
});
export type NewDraftComment = Static<typeof NewDraftComment>;

export const DraftCommentChange = Type.Object({
  body: Type.Optional(NewDraftComment.properties.body),
  status: Type.Optional(
    Words(["open", "resolved", "accepted", "rejected"], "Accepting a suggestion changes the text."),
  ),
});

export const DraftPrompt = Type.Object({
  path: draftPath("The page to change."),
  prompt: Type.String({ minLength: 1, maxLength: draftPromptLengthMax, description: "What to change." }),
  anchor: Type.Optional(Anchor),
});

export const DraftProposal = Type.Object({
  summary: Type.String({ description: "What was suggested, or why nothing was." }),
  comments: Type.Array(DraftComment, { description: "The suggestions, which are open until someone decides." }),
  source: Words(["model", "rules"], "Whether a language model or a built-in rule made them."),
});
