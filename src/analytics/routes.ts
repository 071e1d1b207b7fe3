import type { AnalyticsFilter } from "../contract/analytics-operations.ts";
import type { Operations } from "../contract/operations.ts";
import type { Handlers, Principal } from "../http/call.ts";
import { nextRows, rowsOf } from "../http/pagination.ts";
import { countCallers } from "../insight/questions-store.ts";
import { deleteRatings } from "../insight/rating-store.ts";
import { listDays, readDays } from "../insight/read-days.ts";
import { AppError } from "../platform/errors.ts";
import type { Services } from "../platform/services.ts";
import { getProject } from "../projects/get-project.ts";
import { findTopPages, listPages, listSearches } from "./activity-store.ts";
import { removeExports } from "./export-days.ts";
import { rank, rankHumanAndAi } from "./rank.ts";
import { readOverview } from "./read-overview.ts";
import { readSeries } from "./read-series.ts";
import { countActions, listActions } from "./read-store.ts";
import { deleteDays } from "./store.ts";

const removalMilliseconds = 30_000;
/** Later than every day. */
const everything = "9999-12-31";

export function analyticsRoutes({ database, clock, objects }: Pick<Services, "clock" | "database" | "objects">) {
  const projectOf = async (call: { principal: Principal; params: { projectId: string } }): Promise<string> =>
    (await getProject(database.query, call.principal.organizationId, call.params.projectId)).id;
  const rangeOf = (query: { from?: string; to?: string }) => readDays(query, clock.now());
  const read = database.query;
  return {
    async getAnalyticsSeries(call) {
      const { from: _from, to: _to, compare = false, ...filters } = call.query;
      return readSeries(read, await projectOf(call), { range: rangeOf(call.query), compare, filters });
    },

    async listAnalyticsRanking(call) {
      const {
        from: _from,
        to: _to,
        compare = false,
        dimension = "page",
        limit: _limit,
        cursor: _cursor,
        ...rest
      } = call.query;
      const filters: AnalyticsFilter = rest;
      const range = rangeOf(call.query);
      return rank(read, await projectOf(call), { dimension, range, compare, filters, ...rowsOf(call.query) });
    },

    getInsightOverview: async (call) => readOverview(read, await projectOf(call), rangeOf(call.query)),

    async listInsightSearches(call) {
      const projectId = await projectOf(call);
      const range = rangeOf(call.query);
      const page = rowsOf(call.query);
      const withoutResult = call.query.withoutResult === true;
      const found = await listSearches(read, projectId, { ...range, ...page, withoutResult });
      const searches = found.slice(0, page.limit);
      const topPages = await findTopPages(read, projectId, { ...range, queries: searches.map(({ query }) => query) });
      return {
        searches: searches.map((search) => ({ ...search, topPage: topPages.get(search.query) ?? null })),
        nextCursor: nextRows(found, page),
      };
    },

    async listInsightPages(call) {
      const { limit } = rowsOf(call.query);
      return { pages: await listPages(read, await projectOf(call), { ...rangeOf(call.query), limit }) };
    },

    async listAnalyticsActions(call) {
      const page = rowsOf(call.query);
      const place = { projectId: await projectOf(call), days: listDays(rangeOf(call.query)) };
      const found = await listActions(read, place, call.query, page);
      return { actions: found.slice(0, page.limit), nextCursor: nextRows(found, page) };
    },

    async listAnalyticsViews(call) {
      const request = { range: rangeOf(call.query), what: "views" as const, ...rowsOf(call.query) };
      const { pages, ...rest } = await rankHumanAndAi(read, await projectOf(call), request);
      return { ...rest, views: pages };
    },

    async listAnalyticsVisitors(call) {
      const request = { range: rangeOf(call.query), what: "visitors" as const, ...rowsOf(call.query) };
      const { pages, ...rest } = await rankHumanAndAi(read, await projectOf(call), request);
      return { ...rest, visitors: pages };
    },

    async getAnalyticsCallers(call) {
      const range = rangeOf(call.query);
      const projectId = await projectOf(call);
      const { site, api, slack } = await countCallers(read, projectId, range);
      const tools = await countActions(read, { projectId, days: listDays(range) }, "tool_question");
      return { site, api, slack, tools, total: site + api + slack + tools };
    },

    async deleteAnalytics(call) {
      const projectId = await projectOf(call);
      const before = call.body.before ?? everything;
      if (Number.isNaN(Date.parse(before))) throw new AppError("bad_request", `${before} isn't a valid day.`);
      await call.change(async (tx) => {
        await deleteDays(tx, projectId, before);
        await deleteRatings(tx, projectId, before);
      });
      await removeExports({ query: read, objects }, { before, projectId }, AbortSignal.timeout(removalMilliseconds));
    },
  } satisfies Partial<Handlers<Operations>>;
}
