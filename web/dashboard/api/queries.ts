import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { UpdateStatusWord } from "../../../src/contract/schemas.ts";
import { type Answer, api } from "./client.ts";
import { pollUnlessLive } from "./live-state.ts";

/** Queries with their cache keys. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => api.getMe({}, { signal }),
  staleTime: 60_000,
});

export const signInOptionsQuery = queryOptions({
  queryKey: ["sign-in-options"],
  queryFn: ({ signal }) => api.getSignInOptions({}, { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => api.listSessions({}, { signal }),
});

export const projectsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["projects", organizationId],
    queryFn: ({ signal }) => api.listProjects({ organizationId }, { signal }),
    refetchInterval: pollUnlessLive,
  });

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["project", projectId],
    queryFn: ({ signal }) => api.getProject({ projectId }, { signal }),
  });

export const updatesQuery = (projectId: string, status?: UpdateStatusWord) =>
  infiniteQueryOptions({
    queryKey: ["updates", projectId, status ?? "all"],
    queryFn: ({ signal, pageParam }) =>
      api.listUpdates(
        { projectId, limit: 20, ...(status && { status }), ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: pollUnlessLive,
  });

export const updateQuery = (statusId: string) =>
  queryOptions({
    queryKey: ["update", statusId],
    queryFn: ({ signal }) => api.getUpdateStatus({ statusId }, { signal }),
  });

export const sourceQuery = (statusId: string, path: string) =>
  queryOptions({
    queryKey: ["source", statusId, path],
    queryFn: ({ signal }) => api.readUpdateSource({ statusId, path }, { signal }),
    // Commits are immutable.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const previewsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["previews", projectId],
    queryFn: ({ signal }) => api.listPreviews({ projectId }, { signal }),
  });

export const keysQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["keys", projectId],
    queryFn: ({ signal }) => api.listKeys({ projectId }, { signal }),
  });

export const jobsQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ["jobs", projectId],
    queryFn: ({ signal, pageParam }) =>
      api.listAgentJobs({ projectId, limit: 20, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: pollUnlessLive,
  });

export const jobQuery = (projectId: string, id: string) =>
  queryOptions({
    queryKey: ["job", id],
    queryFn: ({ signal }) => api.getAgentJob({ projectId, id }, { signal }),
  });

export const membersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["members", organizationId],
    queryFn: ({ signal }) => api.listMembers({ organizationId }, { signal }),
  });

export const invitationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["invitations", organizationId],
    queryFn: ({ signal }) => api.listInvitations({ organizationId }, { signal }),
  });

export const installationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["installations", organizationId],
    queryFn: ({ signal }) => api.listInstallations({ organizationId }, { signal }),
  });

export const auditQuery = (organizationId: string, projectId?: string) =>
  infiniteQueryOptions({
    queryKey: ["audit", organizationId, projectId ?? "all"],
    queryFn: ({ signal, pageParam }) =>
      api.listAuditEntries(
        {
          organizationId,
          limit: 50,
          ...(projectId && { projectId }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const webhookQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["webhook", projectId],
    queryFn: ({ signal }) => api.getWebhook({ projectId }, { signal }),
  });

export type PullRequest = Answer<"getPullRequest">;
export type PullRequestStatus = PullRequest["status"];

export const pullRequestsQuery = (projectId: string, status?: PullRequestStatus) =>
  infiniteQueryOptions({
    queryKey: ["pulls", projectId, status ?? "all"],
    queryFn: ({ signal, pageParam }) =>
      api.listPullRequests(
        { projectId, limit: 20, ...(status && { status }), ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: pollUnlessLive,
  });

export const pullRequestQuery = (projectId: string, number: string) =>
  queryOptions({
    queryKey: ["pull", projectId, number],
    queryFn: ({ signal }) => api.getPullRequest({ projectId, number }, { signal }),
  });
