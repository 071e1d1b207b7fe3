import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

export interface QuestionFilter {
  outcome?: "not_in_docs";
  helpful?: boolean;
}

/**
 * Analytics are not part of the live stream, because there may be thousands of events a minute. Visible pages poll instead.
 */
const live = { refetchInterval: 15_000 };

export const overviewQuery = (projectId: string) =>
  queryOptions({
    ...live,
    queryKey: ["insight", projectId, "overview"],
    queryFn: ({ signal }) => api.getInsightOverview({ projectId }, { signal }),
  });

export const searchesQuery = (projectId: string, withoutResult: boolean) =>
  queryOptions({
    ...live,
    queryKey: ["insight", projectId, "searches", withoutResult],
    queryFn: ({ signal }) => api.listInsightSearches({ projectId, withoutResult, limit: 10 }, { signal }),
  });

export const questionsQuery = (projectId: string, filter: QuestionFilter) =>
  infiniteQueryOptions({
    ...live,
    queryKey: ["insight", projectId, "questions", filter],
    queryFn: ({ signal, pageParam }) =>
      api.listInsightQuestions(
        { projectId, limit: 30, ...filter, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const conversationsQuery = (projectId: string) =>
  infiniteQueryOptions({
    ...live,
    queryKey: ["insight", projectId, "conversations"],
    queryFn: ({ signal, pageParam }) =>
      api.listInsightConversations(
        { projectId, limit: 30, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const conversationQuery = (projectId: string, id: string) =>
  queryOptions({
    ...live,
    queryKey: ["insight", projectId, "conversation", id],
    queryFn: ({ signal }) => api.getInsightConversation({ projectId, id }, { signal }),
  });

export const ratingsQuery = (projectId: string) =>
  queryOptions({
    ...live,
    queryKey: ["insight", projectId, "ratings"],
    queryFn: ({ signal }) => api.listInsightRatings({ projectId, limit: 50 }, { signal }),
  });
