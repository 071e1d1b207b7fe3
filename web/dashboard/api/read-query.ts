import { infiniteQueryOptions, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { CallOptions, Client } from "../../../src/contract/client.ts";
import { type Answer, api } from "./client.ts";

interface Freshness {
  staleTime?: number;
  refetchInterval?: number | (() => number | false);
}

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
  listNotifications: live,
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

/** All queries of an operation, or those with these fields in their input. */
export function allOf<const Name extends keyof Client>(name: Name, input: Partial<Input<Name>> = {}) {
  return { queryKey: [name, input] };
}

/** A query that can be canceled. For operations of another client, and for keys that nest. */
export function readQuery<const Key extends QueryKey, Data>(
  queryKey: Key,
  send: (options: { signal: AbortSignal }) => Promise<Data>,
  fresh: Freshness = {},
) {
  return queryOptions({ ...fresh, queryKey, queryFn: ({ signal }) => send({ signal }) });
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
