import Type from "typebox";
import {
  DayQuery,
  InsightConversation,
  InsightConversations,
  InsightOverview,
  InsightPages,
  InsightQuestions,
  InsightRatings,
  InsightSearches,
  QuestionOutcome,
  RowsQuery,
} from "./insight-schemas.ts";
import type { PublicOperation } from "./operation.ts";
import { ListQuery } from "./schemas.ts";

/** Analytics about a site's readers, for its owners. */
export const insightOperations = {
  getInsightOverview: {
    method: "GET",
    path: "/v1/project/insight/{projectId}/overview",
    summary: "Get analytics by day",
    about: "Returns readers' activity by day.",
    key: "admin",
    scope: "read",
    query: Type.Object(DayQuery),
    reply: { status: 200, schema: InsightOverview },
  },
  listInsightSearches: {
    method: "GET",
    path: "/v1/project/insight/{projectId}/searches",
    summary: "List searches",
    about: "Lists readers' searches, most frequent first.",
    key: "admin",
    scope: "read",
    query: Type.Object({
      ...DayQuery,
      ...RowsQuery,
      withoutResult: Type.Optional(
        Type.Boolean({ default: false, description: "Only searches that found nothing, the most frequent first." }),
      ),
    }),
    reply: { status: 200, schema: InsightSearches },
  },
  listInsightPages: {
    method: "GET",
    path: "/v1/project/insight/{projectId}/pages",
    summary: "List page analytics",
    about: "Lists activity by page, most active first.",
    key: "admin",
    scope: "read",
    query: Type.Object({ ...DayQuery, ...RowsQuery }),
    reply: { status: 200, schema: InsightPages },
  },
  listInsightQuestions: {
    method: "GET",
    path: "/v1/project/insight/{projectId}/questions",
    summary: "List questions",
    about: "Lists readers' questions and their outcomes, newest first.",
    key: "admin",
    scope: "read",
    query: Type.Object({
      outcome: Type.Optional(QuestionOutcome),
      helpful: Type.Optional(Type.Boolean({ description: "Only questions whose answers have this rating." })),
      ...ListQuery,
    }),
    reply: { status: 200, schema: InsightQuestions },
  },
  listInsightRatings: {
    method: "GET",
    path: "/v1/project/insight/{projectId}/ratings",
    summary: "List page ratings",
    about: "Lists readers' ratings of pages with reasons and comments, newest first.",
    key: "admin",
    scope: "read",
    query: Type.Object({ ...DayQuery, ...RowsQuery }),
    reply: { status: 200, schema: InsightRatings },
  },
  listInsightConversations: {
    method: "GET",
    path: "/v1/project/insight/{projectId}/conversations",
    summary: "List conversations",
    about: "Lists conversations with the assistant, newest first.",
    key: "admin",
    scope: "read",
    query: Type.Object(ListQuery),
    reply: { status: 200, schema: InsightConversations },
  },
  getInsightConversation: {
    method: "GET",
    path: "/v1/project/insight/{projectId}/conversations/{id}",
    summary: "Get a conversation",
    key: "admin",
    scope: "read",
    reply: { status: 200, schema: InsightConversation },
  },
} as const satisfies Record<string, PublicOperation>;
