import { api } from "./client.ts";
import { listQuery, readQuery } from "./read-query.ts";

export interface QuestionFilter {
  outcome?: "not_in_docs" | "suggested";
  helpful?: boolean;
  /** Only questions whose answers cite this page. */
  source?: string;
  from?: string;
  to?: string;
}

/**
 * Analytics are not part of the live stream, because there may be thousands of events a minute. Visible pages poll instead.
 */
const live = { refetchInterval: 15_000 };

/** The first and the last day of the period. */
interface Days {
  from: string;
  to: string;
}

export const overviewQuery = (projectId: string, days: Days) =>
  readQuery(
    ["insight", projectId, "overview", days],
    (options) => api.getInsightOverview({ projectId, ...days }, options),
    live,
  );

export const searchesQuery = (projectId: string, withoutResult: boolean, days: Days) =>
  listQuery(
    ["insight", projectId, "searches", withoutResult, days],
    (page, options) => api.listInsightSearches({ projectId, withoutResult, limit: 10, ...days, ...page }, options),
    live,
  );

export const questionsQuery = (projectId: string, filter: QuestionFilter) =>
  listQuery(
    ["insight", projectId, "questions", filter],
    (page, options) => api.listInsightQuestions({ projectId, limit: 30, ...filter, ...page }, options),
    live,
  );

export const conversationsQuery = (projectId: string) =>
  listQuery(
    ["insight", projectId, "conversations"],
    (page, options) => api.listInsightConversations({ projectId, limit: 30, ...page }, options),
    live,
  );

export const conversationQuery = (projectId: string, id: string) =>
  readQuery(
    ["insight", projectId, "conversation", id],
    (options) => api.getInsightConversation({ projectId, id }, options),
    live,
  );
