import type { UpdateStatusWord } from "../../../src/contract/schemas.ts";
import { type Answer, api } from "./client.ts";
import { allOf, type Input, read, readPages, readQuery } from "./read-query.ts";

// The queries that several places use, and those that a change makes stale together.

export const meQuery = read("getMe", {});
export const signInOptionsQuery = read("getSignInOptions", {});
export const serverSettingsQuery = read("getServerSettings", {});
export const tokensQuery = read("listTokens", {});

export const projectsQuery = (organizationId: string) => read("listProjects", { organizationId });
export const membersQuery = (organizationId: string) => read("listMembers", { organizationId });
export const invitationsQuery = (organizationId: string) => read("listInvitations", { organizationId });
export const installationsQuery = (organizationId: string) => read("listInstallations", { organizationId });
/** The newest notifications and the unread count. */
export const bellQuery = (organizationId: string) => read("listNotifications", { organizationId, limit: 10 });

export const projectQuery = (projectId: string) => read("getProject", { projectId });
export const keysQuery = (projectId: string) => read("listKeys", { projectId });
export const webhookQuery = (projectId: string) => read("getWebhook", { projectId });
export const previewsQuery = (projectId: string) => read("listPreviews", { projectId });
export const siteAccessQuery = (projectId: string) => read("getSiteAccess", { projectId });
export const readerSessionsQuery = (projectId: string) => read("listReaderSessions", { projectId });
export const previewLinksQuery = (projectId: string) => read("listPreviewLinks", { projectId });
export const gapsQuery = (projectId: string) => read("listGaps", { projectId });
export const judgedQuestionsQuery = (projectId: string) => read("listEvaluationQuestions", { projectId });
export const jobsQuery = (projectId: string) => readPages("listAgentJobs", { projectId, limit: 20 });
export const jobQuery = (projectId: string, id: string) => read("getAgentJob", { projectId, id });
export const updateQuery = (statusId: string) => read("getUpdateStatus", { statusId });
export const updatesQuery = (projectId: string, status?: UpdateStatusWord) =>
  readPages("listUpdates", { projectId, limit: 20, status }, ["updates", projectId, status]);

export type PullRequest = Answer<"readPullRequest">;
export type PullRequestStatus = PullRequest["status"];
export const pullRequestsQuery = (projectId: string, status?: PullRequestStatus) =>
  readPages("listPullRequests", { projectId, limit: 20, status }, ["pulls", projectId, status]);
export const pullRequestQuery = (projectId: string, number: string) =>
  readQuery(["pull", projectId, number], (options) => api.readPullRequest({ projectId, number }, options));

/** The first and the last day of a period. */
interface Days {
  from: string;
  to: string;
}

type Filter<Name extends "getAnalyticsSeries" | "listInsightQuestions" | "listFeedback"> = Omit<
  Input<Name>,
  "projectId" | "compare"
>;

export const overviewQuery = (projectId: string, days: Days) => read("getInsightOverview", { projectId, ...days });
export const conversationQuery = (projectId: string, id: string) => read("getInsightConversation", { projectId, id });
export const seriesQuery = (projectId: string, filter: Filter<"getAnalyticsSeries">) =>
  read("getAnalyticsSeries", { projectId, compare: true, ...filter });
export const questionsQuery = (projectId: string, filter: Filter<"listInsightQuestions">) =>
  readPages("listInsightQuestions", { projectId, limit: 30, ...filter });
export const feedbackQuery = (projectId: string, filter: Filter<"listFeedback">) =>
  readPages("listFeedback", { projectId, limit: 30, ...filter });

export const evaluationQueries = (projectId: string) => [
  allOf("listEvaluationQuestions", { projectId }),
  allOf("listEvaluations", { projectId }),
  allOf("getEvaluation", { projectId }),
];
export const automationQueries = (projectId: string) => [
  allOf("listAutomations", { projectId }),
  allOf("listAutomationRuns", { projectId }),
];
export const webhookQueries = (organizationId: string) => [
  allOf("listWebhooks", { organizationId }),
  allOf("listDeliveries", { organizationId }),
  allOf("getDelivery", { organizationId }),
];
