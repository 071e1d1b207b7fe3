import Type from "typebox";
import { id, projectId } from "./ids.ts";
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
import type { Operation } from "./operation.ts";
import { ListQuery } from "./schemas.ts";

/** What the owners of a site may know about its readers. */
export const insightOperations = {
  getInsightOverview: {
    method: "GET",
    path: "/v1/project/insight/{projectId}/overview",
    summary: "What readers did, day by day",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId }),
    query: Type.Object(DayQuery),
    reply: { status: 200, schema: InsightOverview },
  },
  listInsightSearches: {
    method: "GET",
    path: "/v1/project/insight/{projectId}/searches",
    summary: "What readers searched for, the most frequent first",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId }),
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
    summary: "What happened on which page, the busiest first",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId }),
    query: Type.Object({ ...DayQuery, ...RowsQuery }),
    reply: { status: 200, schema: InsightPages },
  },
  listInsightQuestions: {
    method: "GET",
    path: "/v1/project/insight/{projectId}/questions",
    summary: "List the questions of readers and what became of them, newest first",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId }),
    query: Type.Object({
      outcome: Type.Optional(QuestionOutcome),
      helpful: Type.Optional(Type.Boolean({ description: "Only answers that readers have rated so." })),
      ...ListQuery,
    }),
    reply: { status: 200, schema: InsightQuestions },
  },
  listInsightRatings: {
    method: "GET",
    path: "/v1/project/insight/{projectId}/ratings",
    summary: "List what readers think of pages, newest first",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId }),
    query: Type.Object({ ...DayQuery, ...RowsQuery }),
    reply: { status: 200, schema: InsightRatings },
  },
  listInsightConversations: {
    method: "GET",
    path: "/v1/project/insight/{projectId}/conversations",
    summary: "List the conversations with the assistant, newest first",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId }),
    query: Type.Object(ListQuery),
    reply: { status: 200, schema: InsightConversations },
  },
  getInsightConversation: {
    method: "GET",
    path: "/v1/project/insight/{projectId}/conversations/{id}",
    summary: "Read a conversation with the assistant",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId, id: id("Unique identifier of the conversation.") }),
    reply: { status: 200, schema: InsightConversation },
  },
} as const satisfies Record<string, Operation>;
