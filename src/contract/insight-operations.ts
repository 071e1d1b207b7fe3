import Type from "typebox";
import { read } from "./define-operation.ts";
import { answerReasons, ratingReasons } from "./rating-reasons.ts";
import { count, dateTime, flag, integer, ListQuery, text, texts, Words } from "./schemas.ts";

const day = (description: string) => text(description, { pattern: "^\\d{4}-\\d{2}-\\d{2}$", maxLength: 10 });
const nullable = (schema: object) => Type.Unsafe<string | null>({ ...schema, type: ["string", "null"] });
const nullableFlag = (description: string) => Type.Unsafe<boolean | null>({ type: ["boolean", "null"], description });

const listed = (codes: readonly string[]) => codes.map((code) => `\`${code}\``).join(", ");

/** The days an analytics query covers. */
export const DayQuery = {
  from: Type.Optional(day("The first day, in UTC. Defaults to 30 days before the last day.")),
  to: Type.Optional(day("The last day, in UTC. Defaults to today.")),
};

/** The days that a list covers; by default, everything that is kept. */
const OnlyDays = {
  from: Type.Optional(day("Only from this day on, in UTC.")),
  to: Type.Optional(day("Only up to and including this day, in UTC.")),
};

/** Lists by rank or day have no IDs to continue from, so their cursor is a position. */
export const positionCursor = Type.Optional(
  text("The `nextCursor` of the previous page.", { maxLength: 9, pattern: "^\\d+$" }),
);

export const RowsQuery = {
  limit: Type.Optional(integer("The maximum number of rows.", { minimum: 1, maximum: 100, default: 50 })),
};

const counts = {
  searches: count("Searches by readers on the site."),
  searchesWithoutResult: count("Searches without results."),
  clicks: count("Search results opened."),
  questions: count("Questions to the assistant, on the site and through the API."),
  answered: count("Questions answered from the pages."),
  suggested: count("Questions answered with sections that may help."),
  notInDocs: count("Questions the pages did not answer."),
  failed: count("Answers that failed because of an error of the server or the model."),
  helpful: count("Answers rated helpful."),
  notHelpful: count("Answers rated not helpful."),
  pagesHelpful: count("Page ratings: helpful."),
  pagesNotHelpful: count("Page ratings: not helpful."),
  toolSearches: count("Searches by AI tools over MCP."),
  toolReads: count("Pages read by AI tools over MCP."),
};

const nextCursor = nullable({ description: "Pass this as `cursor` to get the next page. `null` on the last page." });

export const InsightOverview = Type.Object({
  from: day("The first day."),
  to: day("The last day."),
  days: Type.Array(Type.Object({ day: day("The day, in UTC."), ...counts }), {
    description: "Every day in the range, including days without activity.",
  }),
  totals: Type.Object(counts),
});

export const InsightSearches = Type.Object({
  searches: Type.Array(
    Type.Object({
      query: text("The query, in lower case."),
      searches: count("Number of searches."),
      withoutResult: count("Searches without results."),
      clicks: count("Number of times a result was opened."),
      topPage: nullable({ description: "The page that was opened most often; `null` if none was." }),
    }),
  ),
  nextCursor,
});

export const InsightPages = Type.Object({
  pages: Type.Array(
    Type.Object({
      page: text("The path of the page."),
      searches: count("Searches started on this page."),
      clicks: count("Search results that led to this page."),
      questions: count("Questions asked on this page."),
      helpful: count("Readers who rated it helpful."),
      notHelpful: count("Readers who rated it not helpful."),
      toolReads: count("Number of times AI tools read it over MCP."),
    }),
  ),
});

export const questionOutcomes = ["answered", "suggested", "not_in_docs", "small_talk", "failed", "stopped"] as const;

export const QuestionOutcome = Type.Unsafe<(typeof questionOutcomes)[number]>({
  type: "string",
  enum: questionOutcomes,
  description: "The outcome. `stopped` means that the reader left before the answer was complete.",
});

export const InsightQuestions = Type.Object({
  questions: Type.Array(
    Type.Object({
      id: text("The ID of the answer's message."),
      conversationId: Type.String(),
      question: Type.String(),
      outcome: QuestionOutcome,
      sources: texts("Paths of the pages cited in the answer."),
      page: nullable({ description: "The page the reader was on." }),
      caller: Words(
        ["site", "api", "slack"],
        "Where the question was asked: on the site, through the API with a key, or in Slack.",
      ),
      language: nullable({ description: "The language of the pages that were searched." }),
      model: text("The model that answered, or the built-in answers."),
      durationMilliseconds: count("The duration in milliseconds."),
      helpful: nullableFlag("The reader's rating; `null` if not rated."),
      reason: nullable({
        description: `The reason the reader chose: ${listed(answerReasons.helpful)} for a helpful answer, ${listed(answerReasons.notHelpful)} for one that wasn't. \`null\` if the reader chose none.`,
      }),
      comment: nullable({ description: "The reader's comment." }),
      createdAt: dateTime("When the question was asked."),
    }),
  ),
  nextCursor,
});

export const InsightRatings = Type.Object({
  ratings: Type.Array(
    Type.Object({
      page: text("The path of the page."),
      helpful: flag("Whether the reader found the page helpful."),
      reason: nullable({
        description: `The reason the reader chose: ${listed(ratingReasons.helpful)} for a helpful page, ${listed(ratingReasons.notHelpful)} for one that wasn't. \`null\` if the reader chose none.`,
      }),
      comment: nullable({ description: "The reader's comment." }),
      createdAt: dateTime("When the page was rated."),
    }),
  ),
});

const conversation = {
  id: Type.String(),
  firstQuestion: text("The first question."),
  messages: count("Number of messages."),
  createdAt: dateTime("When the conversation started."),
  updatedAt: dateTime("When the last message was sent."),
};

export const InsightConversations = Type.Object({
  conversations: Type.Array(Type.Object(conversation)),
  nextCursor,
});

export const InsightConversation = Type.Object({
  id: Type.String(),
  createdAt: conversation.createdAt,
  updatedAt: conversation.updatedAt,
  messages: Type.Array(
    Type.Object({
      id: Type.String(),
      role: Words(["user", "assistant"]),
      text: Type.String(),
      createdAt: dateTime("When the message was sent."),
    }),
    { description: "The latest 200 messages, oldest first." },
  ),
});

const insight = "/v1/project/insight/{projectId}";

/** Analytics about a site's readers, for its owners. */
export const insightOperations = {
  getInsightOverview: read(`${insight}/overview`, "Get analytics by day", {
    about: "Returns readers' activity by day.",
    query: Type.Object(DayQuery),
    reply: InsightOverview,
  }),
  listInsightSearches: read(`${insight}/searches`, "List searches", {
    about: "Lists readers' searches, most frequent first.",
    query: Type.Object({
      ...DayQuery,
      ...RowsQuery,
      withoutResult: Type.Optional(
        Type.Boolean({ default: false, description: "Only searches that found nothing, the most frequent first." }),
      ),
      cursor: positionCursor,
    }),
    reply: InsightSearches,
  }),
  listInsightPages: read(`${insight}/pages`, "List page analytics", {
    about: "Lists activity by page, most active first.",
    query: Type.Object({ ...DayQuery, ...RowsQuery }),
    reply: InsightPages,
  }),
  listInsightQuestions: read(`${insight}/questions`, "List questions", {
    about: "Lists readers' questions and their outcomes, newest first.",
    query: Type.Object({
      outcome: Type.Optional(QuestionOutcome),
      helpful: Type.Optional(flag("Only questions whose answers have this rating.")),
      source: Type.Optional(text("Only questions whose answers cite this page.", { maxLength: 2_000 })),
      ...OnlyDays,
      ...ListQuery,
    }),
    reply: InsightQuestions,
  }),
  listInsightRatings: read(`${insight}/ratings`, "List page ratings", {
    about: "Lists readers' ratings of pages with reasons and comments, newest first.",
    query: Type.Object({ ...DayQuery, ...RowsQuery }),
    reply: InsightRatings,
  }),
  listInsightConversations: read(`${insight}/conversations`, "List conversations", {
    about: "Lists conversations with the assistant, newest first.",
    query: Type.Object({ ...OnlyDays, ...ListQuery }),
    reply: InsightConversations,
  }),
  getInsightConversation: read(`${insight}/conversations/{id}`, "Get a conversation", {
    reply: InsightConversation,
  }),
};
