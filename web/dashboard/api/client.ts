import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";
import { type CallOptions, type Client, createClient } from "../../../src/contract/client.ts";
import type { UpdateStatusWord } from "../../../src/contract/schemas.ts";
import type { ClientOptions } from "../../../src/contract/send-request.ts";
import { type Freshness, readQuery } from "./read-query.ts";

/** Required on every change. A form on another site can't send this header. */
export const dashboardHeader = { "x-lectern-dashboard": "1" };

const idleMilliseconds = 60_000;
let lastInput = Date.now();
for (const kind of ["pointerdown", "keydown", "wheel", "touchmove"]) {
  globalThis.addEventListener?.(kind, () => (lastInput = Date.now()), { passive: true, capture: true });
}

/** Tells the server that nobody is using this tab, so that background requests don't keep the session alive. */
function idleHeader(): Record<string, string> {
  return Date.now() - lastInput > idleMilliseconds ? { "x-lectern-idle": "1" } : {};
}

/** Authenticated by the session cookie. */
export const clientOptions: ClientOptions = {
  url: "",
  fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...dashboardHeader, ...idleHeader() } }),
};

/** All operations except those of the editor. */
export const api = createClient(clientOptions);

/** The type of an operation's reply. */
export type Answer<Name extends keyof Client> = Awaited<ReturnType<Client[Name]>>;

const pollMilliseconds = 4_000;
let isLive = false;

const live = { refetchInterval: pollUnlessLive };
/** Summed up on the server, so they needn't be read again each time a page is shown. */
const sums = { staleTime: 30_000, refetchInterval: 60_000 };
/** Not part of the live stream, because there may be thousands of events a minute. Visible pages poll instead. */
const insight = { refetchInterval: 15_000 };
/** Runs start and end by themselves, and no live change reports them. */
const runs = { refetchInterval: 15_000 };
/** Commits are immutable. */
const forever = { staleTime: Number.POSITIVE_INFINITY };

/** How long replies are used, and what is polled. Everything else is read again when the page or a live change needs it. */
const freshness: { readonly [Name in keyof Client]?: Freshness } = {
  getMe: { staleTime: 60_000 },
  listProjects: live,
  listUpdates: live,
  listAgentJobs: live,
  listPullRequests: live,
  getAnalyticsSeries: sums,
  listAnalyticsRanking: sums,
  listAnalyticsActions: sums,
  listQuestionSubjects: sums,
  getAnalyticsCallers: sums,
  listFeedback: sums,
  getInsightOverview: insight,
  listInsightSearches: insight,
  listInsightQuestions: insight,
  listInsightConversations: insight,
  getInsightConversation: insight,
  listAutomations: runs,
  listAutomationRuns: runs,
  listGaps: runs,
  listEvaluations: { refetchInterval: 30_000 },
  searchPages: { staleTime: 30_000 },
  listPdfs: { refetchInterval: 2_000 },
  readUpdateSource: forever,
  readResetLink: forever,
};

/** The input of an operation. Optional fields may be undefined; then they aren't sent. */
export type Input<Name extends keyof Client, Given = Parameters<Client[Name]>[0]> = {
  [Field in keyof Given]: object extends Pick<Given, Field> ? Given[Field] | undefined : Given[Field];
};

/** Operations whose reply is one page of a list. */
type Listing = {
  [Name in keyof Client]: Answer<Name> extends { nextCursor: string | null } ? Name : never;
}[keyof Client];

/** The query of an operation. Invalidating its key with fewer fields in the input also matches the queries with more. */
export function read<const Name extends keyof Client>(name: Name, input: Input<Name>) {
  return readQuery([name, input], (options) => call(name, input, options), freshness[name]);
}

/** A list that is read one page at a time. */
export function readPages<const Name extends Listing>(
  name: Name,
  input: Input<Name>,
  queryKey: QueryKey = [name, input, "pages"],
) {
  return infiniteQueryOptions({
    ...freshness[name],
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      call(name, pageParam === null ? input : { ...input, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as { nextCursor: string | null }).nextCursor,
  });
}

/** All queries of an operation, or those with these fields in their input. Pull requests have keys of their own. */
export function allOf<const Name extends Exclude<keyof Client, "listPullRequests">>(
  name: Name,
  input: Partial<Input<Name>> = {},
) {
  return { queryKey: [name, input] };
}

function call<Name extends keyof Client>(name: Name, input: Input<Name>, options: CallOptions): Promise<Answer<Name>> {
  const send = api[name] as (input: unknown, options: CallOptions) => Promise<Answer<Name>>;
  return send(input, options);
}

/** Records whether the live stream is connected, and returns whether it changed. */
export function setLive(next: boolean): boolean {
  const isNew = next !== isLive;
  isLive = next;
  return isNew;
}

/** Polls lists only while the live stream is down. */
function pollUnlessLive(): number | false {
  return isLive ? false : pollMilliseconds;
}

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
export const bellQuery = (organizationId: string) => ({
  ...read("listNotifications", { organizationId, limit: 10 }),
  ...live,
});

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
  readPages("listUpdates", { projectId, limit: 20, status });

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
