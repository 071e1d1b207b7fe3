import type { AnalyticsDimension, ReaderAction } from "../../../src/contract/analytics-operations.ts";
import { api } from "./client.ts";
import { listQuery, readQuery } from "./read-query.ts";

/** Analytics are summed up on the server, so they needn't be read again each time a page is shown. */
const fresh = { staleTime: 30_000, refetchInterval: 60_000 };

export type AnalyticsFilterInput = Omit<Parameters<typeof api.getAnalyticsSeries>[0], "projectId" | "compare">;

export const seriesQuery = (projectId: string, filter: AnalyticsFilterInput) =>
  readQuery(
    ["analytics", projectId, "series", filter],
    (options) => api.getAnalyticsSeries({ projectId, compare: true, ...filter }, options),
    fresh,
  );

export interface RankingInput extends AnalyticsFilterInput {
  limit?: number;
  dimension: AnalyticsDimension;
}

export const rankingQuery = (projectId: string, ranking: RankingInput) =>
  listQuery(
    ["analytics", projectId, "ranking", ranking],
    (page, options) => api.listAnalyticsRanking({ projectId, compare: true, limit: 10, ...ranking, ...page }, options),
    fresh,
  );

interface ActionsInput {
  from: string;
  to: string;
  action?: ReaderAction;
  page?: string;
  by?: "page" | "target";
}

export const actionsQuery = (projectId: string, actions: ActionsInput) =>
  listQuery(
    ["analytics", projectId, "actions", actions],
    (page, options) => api.listAnalyticsActions({ projectId, limit: 10, ...actions, ...page }, options),
    fresh,
  );

export const subjectsQuery = (projectId: string, days: { from: string; to: string }) =>
  listQuery(
    ["analytics", projectId, "subjects", days],
    (page, options) => api.listQuestionSubjects({ projectId, limit: 10, ...days, ...page }, options),
    fresh,
  );

export const callersQuery = (projectId: string, days: { from: string; to: string }) =>
  readQuery(
    ["analytics", projectId, "callers", days],
    (options) => api.getAnalyticsCallers({ projectId, ...days }, options),
    fresh,
  );

interface FeedbackInput {
  from: string;
  to: string;
  page?: string;
  status?: "open" | "done";
}

export const feedbackQuery = (projectId: string, feedback: FeedbackInput) =>
  listQuery(
    ["analytics", projectId, "feedback", feedback],
    (page, options) => api.listFeedback({ projectId, limit: 30, ...feedback, ...page }, options),
    fresh,
  );
