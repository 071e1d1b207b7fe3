import Type from "typebox";
import { AssistantFeedback, SearchRequest } from "../../contract/assistant-schemas.ts";
import type { Limit, Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { ratingReasons } from "../../contract/rating-reasons.ts";

/** The path of the operations on a site's own origin, next to the site's files. */
export const visitorApiPath = "/_lectern/api/";

const { sendMessageV2, searchPages, sendFeedback } = operations;

const addressOnly = searchPages.limits.filter(({ by }) => by === "address");
// Far above what a person does: these limits stop scripts, not people.
const searchesPerVisitor: Limit = { name: "visitor-searches", by: "visitor", max: 300, windowSeconds: 300 };
const questionsPerVisitor: Limit = { name: "visitor-questions", by: "visitor", max: 60, windowSeconds: 3_600 };
const viewsPerVisitor: Limit = { name: "visitor-views", by: "visitor", max: 1_000, windowSeconds: 3_600 };
const notesPerVisitor: Limit = { name: "visitor-notes", by: "visitor", max: 300, windowSeconds: 3_600 };
const tokensPerAddress: Limit = { name: "visitor-tokens", by: "address", max: 1_000, windowSeconds: 3_600 };

const VisitorToken = Type.Object({
  token: Type.String({ description: "Send it as `Authorization: Bearer` with all other requests." }),
  expiresInSeconds: Type.Integer(),
});

const page = Type.String({ maxLength: 2_000, description: "The path of the page the reader is on." });
const query = Type.String({ minLength: 1, maxLength: 1_000, pattern: "\\S" });

type RatingReason = (typeof ratingReasons)[keyof typeof ratingReasons][number];

/** Something a visitor did, for analytics. */
export const VisitorEvent = Type.Object({
  type: Type.Unsafe<"search" | "click" | "rating">({
    type: "string",
    enum: ["search", "click", "rating"],
    description:
      "`search`: a finished query, not every keystroke (`query`, `results`). `click`: a search result that was opened (`query`, `path`). `rating`: a rating of the page (`helpful`, with an optional `reason`, `comment` and `contact`). A new rating replaces the reader's earlier one.",
  }),
  page: Type.Optional(page),
  query: Type.Optional(query),
  results: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000, description: "The number of results shown." })),
  path: Type.Optional(Type.String({ maxLength: 2_000, description: "The path of the result." })),
  helpful: Type.Optional(Type.Boolean()),
  reason: Type.Optional(
    Type.Unsafe<RatingReason>({
      type: "string",
      enum: [...new Set<RatingReason>([...ratingReasons.helpful, ...ratingReasons.notHelpful])],
      description: "Why the reader found the page helpful or not.",
    }),
  ),
  comment: Type.Optional(Type.String({ maxLength: 2_000, description: "The reader's comment." })),
  contact: Type.Optional(
    Type.String({
      maxLength: 254,
      pattern: "^[^\\s@]+@[^\\s@]+$",
      description: "A mail address, if the reader wants an answer.",
    }),
  ),
});

/** What a page reports without a token, because a browser only sends it while the reader leaves. */
const VisitorNote = Type.Object({
  type: Type.Unsafe<"view" | "outbound" | "code_copy" | "page_copy" | "open_in">({
    type: "string",
    enum: ["view", "outbound", "code_copy", "page_copy", "open_in"],
    description:
      "`view`: the page came from the browser's cache (`target`: the page that linked here). `outbound`: a link to another site (`target`). `open_in`: the page was opened in an app (`target`).",
  }),
  page,
  target: Type.Optional(Type.String({ maxLength: 1_000 })),
});

/**
 * The operations that pages of a published site call on their own origin. Bodies and replies are those of the public
 * operations; instead of a key they use a token, which the first operation issues. Their names differ from the public
 * ones because both end up in one list.
 */
export const visitorOperations = {
  readerToken: post("token", {
    reply: { status: 200, schema: VisitorToken },
    limits: [tokensPerAddress],
  }),
  readerSearch: post("search", {
    body: SearchRequest,
    reply: searchPages.reply,
    limits: [...searchPages.limits, searchesPerVisitor],
  }),
  readerMessage: post("message", {
    body: sendMessageV2.body,
    reply: sendMessageV2.reply,
    limits: [...sendMessageV2.limits, questionsPerVisitor],
  }),
  readerFeedback: post("feedback", {
    body: AssistantFeedback,
    reply: sendFeedback.reply,
    limits: [...sendFeedback.limits, notesPerVisitor],
  }),
  readerEvent: post("event", {
    body: VisitorEvent,
    reply: { status: 204 },
    limits: [...addressOnly, notesPerVisitor],
  }),
  readerNote: post("note", {
    body: VisitorNote,
    reply: { status: 204 },
    limits: [...addressOnly, viewsPerVisitor],
  }),
} as const satisfies Record<string, Operation>;

export type VisitorOperations = typeof visitorOperations;

function post<const Name extends string, const Rest extends Pick<Operation, "body" | "reply" | "limits">>(
  name: Name,
  rest: Rest,
) {
  return { method: "POST", path: `${visitorApiPath}${name}`, key: "visitor", ...rest } as const;
}
