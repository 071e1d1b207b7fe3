import Type from "typebox";
import { dateTime } from "./schemas.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });
const day = (description: string) => Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", maxLength: 10, description });
const nullable = (schema: object) => Type.Unsafe<string | null>({ ...schema, type: ["string", "null"] });
const nullableFlag = (description: string) => Type.Unsafe<boolean | null>({ type: ["boolean", "null"], description });

/** The days an analytics query covers. */
export const DayQuery = {
  from: Type.Optional(day("The first day, in UTC; by default 30 days before the last one.")),
  to: Type.Optional(day("The last day, in UTC; by default today.")),
};

export const RowsQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50, description: "How many at most." })),
};

const counts = {
  searches: count("Searches of readers on the site."),
  searchesWithoutResult: count("Those of them that found nothing."),
  clicks: count("Search results that were opened."),
  questions: count("Questions to the assistant, on the site and over the API."),
  answered: count("Questions that the pages answered."),
  notInDocs: count("Questions that they did not answer."),
  failed: count("Answers that broke off through a fault of ours or of the model."),
  helpful: count("Answers that readers called helpful."),
  notHelpful: count("Answers that they did not."),
  pagesHelpful: count("Pages that readers called helpful."),
  pagesNotHelpful: count("Pages that they did not."),
  toolSearches: count("Searches of tools over MCP."),
  toolReads: count("Pages that tools read over MCP."),
};

export const InsightOverview = Type.Object({
  from: day("The first day."),
  to: day("The last day."),
  days: Type.Array(Type.Object({ day: day("The day, in UTC."), ...counts }), {
    description: "Every day from the first to the last, also those on which nothing happened.",
  }),
  totals: Type.Object(counts),
});

export const InsightSearches = Type.Object({
  searches: Type.Array(
    Type.Object({
      query: Type.String({ description: "In lower case." }),
      searches: count("How often it was searched for."),
      withoutResult: count("How often nothing was found."),
      clicks: count("How often a result was opened."),
    }),
  ),
});

export const InsightPages = Type.Object({
  pages: Type.Array(
    Type.Object({
      page: Type.String({ description: "The path of the page." }),
      searches: count("Searches that began here."),
      clicks: count("Search results that led here."),
      questions: count("Questions that were asked here."),
      helpful: count("Readers who called it helpful."),
      notHelpful: count("Readers who did not."),
      toolReads: count("How often tools read it over MCP."),
    }),
  ),
});

export const questionOutcomes = ["answered", "not_in_docs", "small_talk", "failed", "stopped"] as const;

export const QuestionOutcome = Type.Unsafe<(typeof questionOutcomes)[number]>({
  type: "string",
  enum: questionOutcomes,
  description: "What became of it: `stopped` when the reader left before the answer was whole.",
});

const nextCursor = nullable({ description: "Pass it as `cursor` for the next page; `null` on the last one." });

export const InsightQuestions = Type.Object({
  questions: Type.Array(
    Type.Object({
      id: Type.String({ description: "The id of the answer's message." }),
      conversationId: Type.String(),
      question: Type.String(),
      outcome: QuestionOutcome,
      sources: Type.Array(Type.String(), { description: "Paths of the pages that the answer cites." }),
      page: nullable({ description: "The page that the reader was on." }),
      language: nullable({ description: "The language that the answer was looked for in." }),
      model: Type.String({ description: "What made the answer." }),
      durationMilliseconds: count("How long it took."),
      helpful: nullableFlag("What the reader thinks of the answer."),
      comment: nullable({ description: "What the reader wrote to it." }),
      createdAt: dateTime("When it was asked."),
    }),
  ),
  nextCursor,
});

export const InsightRatings = Type.Object({
  ratings: Type.Array(
    Type.Object({
      page: Type.String({ description: "The path of the page." }),
      helpful: Type.Boolean(),
      comment: nullable({ description: "What the reader wrote." }),
      createdAt: dateTime("When it was rated."),
    }),
  ),
});

const conversation = {
  id: Type.String(),
  firstQuestion: Type.String({ description: "What it began with." }),
  messages: count("How many messages it has."),
  createdAt: dateTime("When it began."),
  updatedAt: dateTime("When something was said last."),
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
      role: Type.Unsafe<"user" | "assistant">({ type: "string", enum: ["user", "assistant"] }),
      text: Type.String(),
      createdAt: dateTime("When it was said."),
    }),
    { description: "The newest 200, in the order they were said." },
  ),
});
