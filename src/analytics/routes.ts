import type { AnalyticsFilter } from "../contract/analytics-operations.ts";
import type { Operations } from "../contract/operations.ts";
import type { Handlers, Principal } from "../http/call.ts";
import { countFeedbackByPage, listFeedback, putFeedbackStatus } from "../insight/pages-store.ts";
import { countCallers, countSubjects } from "../insight/questions-store.ts";
import { listDays, readDays } from "../insight/read-days.ts";
import { deleteInsightOf } from "../insight/store.ts";
import { isoTime } from "../platform/clock.ts";
import { AppError } from "../platform/errors.ts";
import type { Services } from "../platform/services.ts";
import { getProject } from "../projects/get-project.ts";
import { findProject } from "../projects/store.ts";
import { removeExports } from "./export-days.ts";
import { rank, rankHumanAndAi } from "./rank.ts";
import { readSeries } from "./read-series.ts";
import { countActions, listActions } from "./read-store.ts";
import { deleteDays } from "./store.ts";

const rowsDefault = 50;
const removalMilliseconds = 30_000;
/** Later than every day. */
const everything = "9999-12-31";

export function analyticsRoutes({ database, clock, objects }: Pick<Services, "clock" | "database" | "objects">) {
  const projectOf = async (call: { principal: Principal; params: { projectId: string } }): Promise<string> =>
    (await getProject(database.query, call.principal.organizationId, call.params.projectId)).id;
  const pageOf = ({ limit = rowsDefault, cursor = "0" }: { limit?: number; cursor?: string }) => ({
    limit,
    offset: Number(cursor),
  });
  const nextOf = (found: readonly object[], { limit, offset }: { limit: number; offset: number }) =>
    found.length > limit ? String(offset + limit) : null;
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
      return rank(read, await projectOf(call), { dimension, range, compare, filters, ...pageOf(call.query) });
    },

    async listAnalyticsActions(call) {
      const page = pageOf(call.query);
      const place = { projectId: await projectOf(call), days: listDays(rangeOf(call.query)) };
      const found = await listActions(read, place, call.query, page);
      return { actions: found.slice(0, page.limit), nextCursor: nextOf(found, page) };
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

    async listFeedback(call) {
      const { limit = rowsDefault, cursor, ...filters } = call.query;
      const [createdAt, id = ""] = cursor?.split(".") ?? [];
      const after = createdAt === undefined ? undefined : { createdAt: Number(createdAt), id };
      const request = { ...filters, ...rangeOf(call.query), limit, after };
      const found = await listFeedback(read, await projectOf(call), request);
      const feedback = found.slice(0, limit);
      const last = found.length > limit ? feedback.at(-1) : undefined;
      return {
        feedback: feedback.map((each) => ({ ...each, createdAt: isoTime(each.createdAt) })),
        nextCursor: last === undefined ? null : `${last.createdAt}.${last.id}`,
      };
    },

    async changeFeedback(call) {
      const { projectId, id } = call.params;
      const { status } = call.body;
      await call.change(async (tx) => {
        const project = await findProject(tx, call.principal.organizationId, projectId);
        if (project === undefined || !(await putFeedbackStatus(tx, project.id, { id, status }))) {
          throw new AppError("not_found", "Feedback not found; it may have been deleted.");
        }
      });
    },

    async listFeedbackByPage(call) {
      const page = pageOf(call.query);
      const found = await countFeedbackByPage(read, await projectOf(call), { ...rangeOf(call.query), ...page });
      return { pages: found.slice(0, page.limit), nextCursor: nextOf(found, page) };
    },

    async listQuestionSubjects(call) {
      const page = pageOf(call.query);
      const found = await countSubjects(read, await projectOf(call), { ...rangeOf(call.query), ...page });
      return { subjects: found.slice(0, page.limit), nextCursor: nextOf(found, page) };
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
        await deleteInsightOf(tx, projectId, before);
      });
      await removeExports({ query: read, objects }, { before, projectId }, AbortSignal.timeout(removalMilliseconds));
    },
  } satisfies Partial<Handlers<Operations>>;
}
