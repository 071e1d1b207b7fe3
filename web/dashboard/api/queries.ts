import type { UpdateStatusWord } from "../../../src/contract/schemas.ts";
import { type Answer, api } from "./client.ts";
import { pollUnlessLive } from "./live-state.ts";
import { listQuery, readQuery } from "./read-query.ts";

/** The queries of the dashboard, with their cache keys. */
export const meQuery = readQuery(["me"], (options) => api.getMe({}, options), { staleTime: 60_000 });

export const signInOptionsQuery = readQuery(["sign-in-options"], (options) => api.getSignInOptions({}, options));

export const sessionsQuery = readQuery(["sessions"], (options) => api.listSessions({}, options));

export const secondFactorQuery = readQuery(["second-factor"], (options) => api.getSecondFactor({}, options));

export const signInRulesQuery = (organizationId: string) =>
  readQuery(["sign-in-rules", organizationId], (options) => api.getSignInRules({ organizationId }, options));

export const projectsQuery = (organizationId: string) =>
  readQuery(["projects", organizationId], (options) => api.listProjects({ organizationId }, options), {
    refetchInterval: pollUnlessLive,
  });

export const projectQuery = (projectId: string) =>
  readQuery(["project", projectId], (options) => api.getProject({ projectId }, options));

export const updatesQuery = (projectId: string, status?: UpdateStatusWord) =>
  listQuery(
    ["updates", projectId, status ?? "all"],
    (page, options) => api.listUpdates({ projectId, limit: 20, ...(status && { status }), ...page }, options),
    { refetchInterval: pollUnlessLive },
  );

export const updateQuery = (statusId: string) =>
  readQuery(["update", statusId], (options) => api.getUpdateStatus({ statusId }, options));

export const updateProblemsQuery = (statusId: string) =>
  readQuery(["update", statusId, "problems"], (options) => api.listUpdateProblems({ statusId }, options));

export const sourceQuery = (statusId: string, path: string) =>
  readQuery(["source", statusId, path], (options) => api.readUpdateSource({ statusId, path }, options), {
    // Commits are immutable.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const previewsQuery = (projectId: string) =>
  readQuery(["previews", projectId], (options) => api.listPreviews({ projectId }, options));

export const siteAccessQuery = (projectId: string) =>
  readQuery(["site-access", projectId], (options) => api.getSiteAccess({ projectId }, options));

export const readerSessionsQuery = (projectId: string) =>
  readQuery(["reader-sessions", projectId], (options) => api.listReaderSessions({ projectId }, options));

export const previewLinksQuery = (projectId: string) =>
  readQuery(["preview-links", projectId], (options) => api.listPreviewLinks({ projectId }, options));

export const keysQuery = (projectId: string) =>
  readQuery(["keys", projectId], (options) => api.listKeys({ projectId }, options));

export const jobsQuery = (projectId: string) =>
  listQuery(["jobs", projectId], (page, options) => api.listAgentJobs({ projectId, limit: 20, ...page }, options), {
    refetchInterval: pollUnlessLive,
  });

export const jobQuery = (projectId: string, id: string) =>
  readQuery(["job", id], (options) => api.getAgentJob({ projectId, id }, options));

export const membersQuery = (organizationId: string) =>
  readQuery(["members", organizationId], (options) => api.listMembers({ organizationId }, options));

export const invitationsQuery = (organizationId: string) =>
  readQuery(["invitations", organizationId], (options) => api.listInvitations({ organizationId }, options));

export const installationsQuery = (organizationId: string) =>
  readQuery(["installations", organizationId], (options) => api.listInstallations({ organizationId }, options));

export const serverSettingsQuery = readQuery(["server-settings"], (options) => api.getServerSettings({}, options));

export const organizationSignInQuery = (organizationId: string) =>
  readQuery(["organization-sign-in", organizationId], (options) =>
    api.getOrganizationSignIn({ organizationId }, options),
  );

export const webhookQuery = (projectId: string) =>
  readQuery(["webhook", projectId], (options) => api.getWebhook({ projectId }, options));

export type PullRequest = Answer<"readPullRequest">;
export type PullRequestStatus = PullRequest["status"];

export const pullRequestsQuery = (projectId: string, status?: PullRequestStatus) =>
  listQuery(
    ["pulls", projectId, status ?? "all"],
    (page, options) => api.listPullRequests({ projectId, limit: 20, ...(status && { status }), ...page }, options),
    { refetchInterval: pollUnlessLive },
  );

export const pullRequestQuery = (projectId: string, number: string) =>
  readQuery(["pull", projectId, number], (options) => api.readPullRequest({ projectId, number }, options));
