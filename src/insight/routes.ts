import type { Static } from "typebox";
import { listMessages } from "../assistant/store.ts";
import type { InsightQuestions } from "../contract/insight-operations.ts";
import type { Operations } from "../contract/operations.ts";
import type { Handlers, Principal } from "../http/call.ts";
import { pageLimitDefault, pageOf } from "../http/pagination.ts";
import { isoTime } from "../platform/clock.ts";
import type { TurnRow } from "../platform/db/tables.ts";
import { AppError } from "../platform/errors.ts";
import type { Services } from "../platform/services.ts";
import { getProject } from "../projects/get-project.ts";
import { findTopPages, listSearches } from "./figures-store.ts";
import { listPages, listRatings } from "./pages-store.ts";
import { findThread, listThreads, listTurns } from "./questions-store.ts";
import { readDays, readGivenDays } from "./read-days.ts";
import { readOverview } from "./read-overview.ts";

const rowsDefault = 50;

interface PageQuery {
  limit?: number;
  cursor?: string;
  from?: string;
  to?: string;
}

export function insightRoutes({ database, clock }: Pick<Services, "clock" | "database">) {
  const projectOf = async (call: { principal: Principal; params: { projectId: string } }): Promise<string> => {
    return (await getProject(database.query, call.principal.organizationId, call.params.projectId)).id;
  };
  const rowsOf = (query: { from?: string; to?: string; limit?: number }) => ({
    ...readDays(query, clock.now()),
    limit: query.limit ?? rowsDefault,
  });
  const pageRequest = ({ limit = pageLimitDefault, cursor, ...days }: PageQuery) => ({
    ...{ limit, cursor },
    range: readGivenDays(days),
  });
  return {
    getInsightOverview: async (call) =>
      readOverview(database.query, await projectOf(call), readDays(call.query, clock.now())),

    async listInsightSearches(call) {
      const projectId = await projectOf(call);
      const withoutResult = call.query.withoutResult === true;
      const { limit, ...range } = rowsOf(call.query);
      const offset = Number(call.query.cursor ?? 0);
      const request = { ...range, withoutResult, limit: limit + 1, offset };
      const found = await listSearches(database.query, projectId, request);
      const searches = found.slice(0, limit);
      const queries = searches.map(({ query }) => query);
      const topPages = await findTopPages(database.query, projectId, { ...range, queries });
      return {
        searches: searches.map((search) => ({ ...search, topPage: topPages.get(search.query) ?? null })),
        nextCursor: found.length > limit ? String(offset + limit) : null,
      };
    },

    listInsightPages: async (call) => ({
      pages: await listPages(database.query, await projectOf(call), rowsOf(call.query)),
    }),

    async listInsightRatings(call) {
      const ratings = await listRatings(database.query, await projectOf(call), rowsOf(call.query));
      return { ratings: ratings.map(({ createdAt, ...rating }) => ({ ...rating, createdAt: isoTime(createdAt) })) };
    },

    async listInsightQuestions(call) {
      const { outcome, helpful, source } = call.query;
      const page = pageRequest(call.query);
      const turns = await listTurns(database.query, await projectOf(call), { ...page, outcome, helpful, source });
      const { items, nextCursor } = pageOf(turns, page.limit);
      return { questions: items.map(presentTurn), nextCursor };
    },

    async listInsightConversations(call) {
      const page = pageRequest(call.query);
      const threads = await listThreads(database.query, await projectOf(call), page);
      const { items, nextCursor } = pageOf(threads, page.limit);
      const conversations = items.map(({ id, messages, firstQuestion, ...times }) => ({
        id,
        firstQuestion: firstQuestion ?? "",
        messages: Number(messages),
        ...presentTimes(times),
      }));
      return { conversations, nextCursor };
    },

    async getInsightConversation({ principal, params }) {
      const thread = await findThread(database.query, principal.organizationId, params.projectId, params.id);
      if (thread === undefined) {
        throw new AppError("not_found", "Conversation not found; it may have been deleted after the retention period.");
      }
      const messages = await listMessages(database.query, thread.id);
      return {
        id: thread.id,
        ...presentTimes(thread),
        messages: messages.map(({ createdAt, ...message }) => ({ ...message, createdAt: isoTime(createdAt) })),
      };
    },
  } satisfies Partial<Handlers<Operations>>;
}

function presentTimes(row: { createdAt: number; updatedAt: number }): { createdAt: string; updatedAt: string } {
  return { createdAt: isoTime(row.createdAt), updatedAt: isoTime(row.updatedAt) };
}

function presentTurn(turn: TurnRow): Static<typeof InsightQuestions>["questions"][number] {
  return {
    id: turn.id,
    conversationId: turn.threadId,
    question: turn.question,
    outcome: turn.outcome,
    sources: JSON.parse(turn.sources),
    page: turn.page,
    caller: turn.caller,
    language: turn.language,
    model: turn.model,
    durationMilliseconds: turn.durationMilliseconds,
    helpful: turn.helpful === null ? null : turn.helpful === 1,
    reason: turn.reason,
    comment: turn.comment,
    createdAt: isoTime(turn.createdAt),
  };
}
