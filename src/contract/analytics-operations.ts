import Type, { type Static, type TObject } from "typebox";
import { publicOperation, read, write } from "./define-operation.ts";
import { DayQuery, positionCursor } from "./insight-operations.ts";
import { count, dateTime, flag, id, integer, Nullable, nextCursor, text, Words } from "./schemas.ts";

/** Who reads: people, search engines, AI crawlers that collect text, agents that act for a person, and other bots. */
export const readerKinds = ["person", "agent", "search", "crawler", "bot"] as const;
export type ReaderKind = (typeof readerKinds)[number];

export const analyticsDimensions = [
  "page",
  "folder",
  "entry",
  "exit",
  "language",
  "version",
  "referrer",
  "country",
  "device",
  "kind",
  "agent",
  "form",
] as const;
export type AnalyticsDimension = (typeof analyticsDimensions)[number];

/** What readers do on a page besides reading it. */
export const readerActions = [
  "outbound",
  "code_copy",
  "page_copy",
  "open_in",
  "search",
  "search_empty",
  "search_click",
  "question",
  "tool_search",
  "tool_question",
] as const;
export type ReaderAction = (typeof readerActions)[number];
/** Also counted, but only listed as numbers: pages that tools read, and their searches and questions without results. */
export type CountedAction = ReaderAction | "tool_read" | "tool_empty";

const path = (description: string) => text(description, { maxLength: 2_000 });
const value = (description: string) => text(description, { maxLength: 300 });

/** Limits a query to a part of the views. All given filters apply at once. */
export const AnalyticsFilter = {
  page: Type.Optional(path("Only this page.")),
  folder: Type.Optional(path("Only pages below this path, such as `/guides`.")),
  language: Type.Optional(value("Only pages in this language.")),
  version: Type.Optional(value("Only pages of this version.")),
  referrer: Type.Optional(value("Only views that came from this host.")),
  country: Type.Optional(value("Only this country, as two letters.")),
  device: Type.Optional(Words(["desktop", "mobile", "tablet"], "Only this kind of device.")),
  kind: Type.Optional(Words(readerKinds, "Only this kind of reader.")),
  agent: Type.Optional(value("Only this bot or agent, such as `ChatGPT-User`.")),
};

export type AnalyticsFilter = Static<TObject<typeof AnalyticsFilter>>;

const Compare = {
  compare: Type.Optional(
    Type.Boolean({ default: false, description: "Also return the same number of days before the first day." }),
  ),
};

const Rows = {
  limit: Type.Optional(integer("The maximum number of rows.", { minimum: 1, maximum: 250, default: 50 })),
  cursor: positionCursor,
};

const kinds = (description: string) =>
  Type.Object(
    {
      person: count("People."),
      agent: count("Agents that act for a person, such as an assistant that opens a page."),
      search: count("Search engines."),
      crawler: count("Crawlers that collect pages for AI."),
      bot: count("All other bots."),
    },
    { description },
  );

const figures = {
  views: kinds("Views of pages by kind of reader."),
  visitors: kinds("Different visitors of each day or hour by kind of reader; in totals, the sum over all days."),
};

const period = {
  from: text("The first day."),
  to: text("The last day."),
  points: Type.Array(
    Type.Object({
      at: text("The day, such as `2026-03-02`, or the hour in UTC, such as `2026-03-02T13`."),
      ...figures,
    }),
    { description: "Every day of the range, or every hour of a single day, including those without views." },
  ),
  totals: Type.Object(figures),
};

const isPartial = flag("True if some views are missing because rare combinations of filters were counted together.");

export const AnalyticsSeries = Type.Object({
  unit: Words(["day", "hour"], "`hour` for a single day without filters other than `kind`."),
  ...period,
  previous: Type.Optional(Type.Object(period, { description: "The same number of days before, with `compare`." })),
  isPartial,
});

export const AnalyticsRanking = Type.Object({
  rows: Type.Array(
    Type.Object({
      value: text("The page, referrer, country and so on; empty for views without one."),
      views: count("Views; for `entry` and `exit`, the visits that began or ended on the page."),
      visitors: count("Visitors; someone who comes back on another day counts again."),
      previousViews: Type.Optional(count("Views in the period before, with `compare`.")),
      previousVisitors: Type.Optional(count("Visitors in the period before, with `compare`.")),
      trend: Type.Array(Type.Integer({ minimum: 0 }), {
        description: "Views in up to 12 parts of the range, oldest first.",
      }),
    }),
  ),
  other: Type.Object(
    { views: count("Their views."), visitors: count("Their visitors.") },
    { description: "Rare values that were counted together." },
  ),
  nextCursor,
  isPartial,
});

export const AnalyticsActions = Type.Object({
  actions: Type.Array(
    Type.Object({
      action: Words(readerActions, "What the reader did."),
      page: text("The page; empty if the rows are grouped by target."),
      target: text("The address of a link, the query of a search, the app of `open_in`; empty if grouped by page."),
      count: count("How often."),
    }),
  ),
  nextCursor,
});

const humanAndAi = {
  human: count("People."),
  ai: count("Agents that act for a person."),
  total: count("People and agents. Search engines, crawlers and other bots aren't included."),
};
const paths = Type.Array(Type.Object({ path: text("The path of the page."), ...humanAndAi }));

export const AnalyticsViews = Type.Object({ totals: Type.Object(humanAndAi), views: paths, nextCursor });
export const AnalyticsVisitors = Type.Object({ totals: Type.Object(humanAndAi), visitors: paths, nextCursor });

export const feedbackStatuses = ["open", "done"] as const;
const FeedbackStatus = Words(feedbackStatuses, "`done` once somebody has dealt with it.");

export const PageFeedback = Type.Object({
  feedback: Type.Array(
    Type.Object({
      id: id("The ID of the feedback."),
      page: text("The path of the page."),
      helpful: flag("Whether the reader found the page helpful."),
      reason: Nullable(text("The reason the reader chose, as in `listInsightRatings`.")),
      comment: Nullable(text("The reader's comment.")),
      contact: Nullable(text("The reader's mail address, if an answer is wanted.")),
      status: FeedbackStatus,
      createdAt: dateTime("When the page was rated."),
    }),
  ),
  nextCursor,
});

export const FeedbackByPage = Type.Object({
  pages: Type.Array(
    Type.Object({
      path: text("The path of the page."),
      helpful: count("Readers who found it helpful."),
      notHelpful: count("Readers who didn't."),
      open: count("Feedback that nobody has dealt with."),
      total: count("All ratings."),
    }),
  ),
  nextCursor,
});

export const QuestionSubjects = Type.Object({
  subjects: Type.Array(
    Type.Object({
      page: Nullable(
        text("The first page that the answers cite, otherwise the one the readers were on; `null` without either."),
      ),
      questions: count("All questions about the page."),
      answered: count("Questions answered from the pages."),
      suggested: count("Questions answered with sections that may help."),
      unanswered: count("Questions that the pages didn't answer."),
      notHelpful: count("Answers that were rated not helpful."),
    }),
  ),
  nextCursor,
});

export const AnalyticsCallers = Type.Object({
  site: count("Questions that readers asked on the site."),
  api: count("Questions through the API with a key, such as those of the widget."),
  slack: count("Questions in Slack."),
  tools: count("Questions over MCP, and by address."),
  total: count("All questions."),
});

const base = "/v1/analytics/{projectId}";
/** Only admins, because nothing brings the deleted figures back. */
const erase = publicOperation({ method: "POST", key: "admin", scope: "write", role: "admin" });

/** Views and visitors of a site, and what readers do on it, for its owners. */
export const analyticsOperations = {
  getAnalyticsSeries: read(`${base}/series`, "Get views over time", {
    about: "Returns views and visitors of every day, or of every hour of a single day.",
    query: Type.Object({ ...DayQuery, ...Compare, ...AnalyticsFilter }),
    reply: AnalyticsSeries,
  }),
  listAnalyticsRanking: read(`${base}/ranking`, "Rank pages, referrers and more", {
    about: "Lists the values of one dimension, those with the most views first.",
    query: Type.Object({
      dimension: Type.Optional(Words(analyticsDimensions, "What to rank. Defaults to `page`.")),
      ...DayQuery,
      ...Compare,
      ...AnalyticsFilter,
      ...Rows,
    }),
    reply: AnalyticsRanking,
  }),
  listAnalyticsActions: read(`${base}/actions`, "List readers' actions", {
    about: "Lists what readers did on pages besides reading them, most frequent first.",
    query: Type.Object({
      ...DayQuery,
      action: Type.Optional(Words(readerActions, "Only this action.")),
      page: AnalyticsFilter.page,
      by: Type.Optional(Words(["page", "target"], "Group by this; by default, by both.")),
      ...Rows,
    }),
    reply: AnalyticsActions,
  }),
  listAnalyticsViews: read(`${base}/views`, "List views by page", {
    about: "Lists views of people and agents by page, most viewed first.",
    query: Type.Object({ ...DayQuery, ...Rows }),
    reply: AnalyticsViews,
  }),
  listAnalyticsVisitors: read(`${base}/visitors`, "List visitors by page", {
    about: "Lists visitors by page, most visited first. Visitors who come back on another day count again.",
    query: Type.Object({ ...DayQuery, ...Rows }),
    reply: AnalyticsVisitors,
  }),
  listFeedback: read(`${base}/feedback`, "List page feedback", {
    about: "Lists readers' ratings of pages with reasons, comments and status, newest first.",
    query: Type.Object({
      ...DayQuery,
      page: AnalyticsFilter.page,
      status: Type.Optional(FeedbackStatus),
      helpful: Type.Optional(flag("Only ratings that are helpful, or not.")),
      limit: Rows.limit,
      cursor: Type.Optional(
        text("The `nextCursor` of the previous page.", { maxLength: 80, pattern: "^\\d{1,15}\\.[\\w-]+$" }),
      ),
    }),
    reply: PageFeedback,
  }),
  changeFeedback: write(`${base}/feedback/{id}`, "Change the status of feedback", {
    body: Type.Object({ status: FeedbackStatus }),
  }),
  listFeedbackByPage: read(`${base}/feedback-by-page`, "List feedback by page", {
    about: "Counts ratings by page, those with the most ratings that weren't helpful first.",
    query: Type.Object({ ...DayQuery, ...Rows }),
    reply: FeedbackByPage,
  }),
  listQuestionSubjects: read(`${base}/question-subjects`, "List questions by subject", {
    about: "Counts readers' questions and their outcomes by the page that they are about, most frequent first.",
    query: Type.Object({ ...DayQuery, ...Rows }),
    reply: QuestionSubjects,
  }),
  getAnalyticsCallers: read(`${base}/callers`, "Count questions by caller", {
    about:
      "Counts who asks the assistant: readers on the site, clients of the API, people in Slack, and tools of agents.",
    query: Type.Object(DayQuery),
    reply: AnalyticsCallers,
  }),
  deleteAnalytics: erase(`${base}/delete`, "Delete analytics", {
    about: "Deletes the project's views, actions, searches and page feedback. This can't be undone.",
    body: Type.Object({
      before: Type.Optional(
        text("Only what is from before this day.", { pattern: "^\\d{4}-\\d{2}-\\d{2}$", maxLength: 10 }),
      ),
    }),
  }),
};
