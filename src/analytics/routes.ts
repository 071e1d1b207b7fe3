import type { Operations } from "../contract/operations.ts";
import type { Handlers, Principal } from "../http/call.ts";
import { listDays, readDays } from "../insight/read-days.ts";
import type { Services } from "../platform/services.ts";
import { getProject } from "../projects/get-project.ts";
import type { Filters } from "./plan-query.ts";
import { rank, rankHumanAndAi } from "./rank.ts";
import { readSeries } from "./read-series.ts";
import { listActions } from "./read-store.ts";

const rowsDefault = 50;
const rowsSkippedMax = 10_000;

export function analyticsRoutes({ database, clock }: Pick<Services, "clock" | "database">) {
  const projectOf = async (call: { principal: Principal; params: { projectId: string } }): Promise<string> =>
    (await getProject(database.query, call.principal.organizationId, call.params.projectId)).id;
  const pageOf = ({ limit = rowsDefault, cursor = "0" }: { limit?: number; cursor?: string }) => ({
    limit,
    offset: Math.min(Number(cursor), rowsSkippedMax),
  });
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
      const filters: Filters = rest;
      const range = rangeOf(call.query);
      return rank(read, await projectOf(call), { dimension, range, compare, filters, ...pageOf(call.query) });
    },

    async listAnalyticsActions(call) {
      const page = pageOf(call.query);
      const place = { projectId: await projectOf(call), days: listDays(rangeOf(call.query)) };
      const found = await listActions(read, place, call.query, page);
      const nextCursor = found.length > page.limit ? String(page.offset + page.limit) : null;
      return { actions: found.slice(0, page.limit), nextCursor };
    },

    async listAnalyticsViews(call) {
      const request = { range: rangeOf(call.query), what: "views" as const, ...pageOf(call.query) };
      const { pages, ...rest } = await rankHumanAndAi(read, await projectOf(call), request);
      return { ...rest, views: pages };
    },

    async listAnalyticsVisitors(call) {
      const request = { range: rangeOf(call.query), what: "visitors" as const, ...pageOf(call.query) };
      const { pages, ...rest } = await rankHumanAndAi(read, await projectOf(call), request);
      return { ...rest, visitors: pages };
    },
  } satisfies Partial<Handlers<Operations>>;
}
