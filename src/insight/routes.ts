import type { Static } from "typebox";
import { listMessages } from "../assistant/store.ts";
import type { InsightQuestions } from "../contract/insight-operations.ts";
import type { Operations } from "../contract/operations.ts";
import type { Handlers, Principal } from "../http/call.ts";
import { nextRows, pageLimitDefault, pageOf, rowsOf } from "../http/pagination.ts";
import { isoTime } from "../platform/clock.ts";
import type { TurnRow } from "../platform/db/tables.ts";
import { AppError } from "../platform/errors.ts";
import type { Services } from "../platform/services.ts";
import { getProject } from "../projects/get-project.ts";
import { findProject } from "../projects/store.ts";
import { countSubjects, findThread, listThreads, listTurns } from "./questions-store.ts";
import { countFeedbackByPage, listFeedback, putFeedbackStatus } from "./rating-store.ts";
import { readDays, readGivenDays } from "./read-days.ts";

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
  const rangeOf = (query: { from?: string; to?: string }) => readDays(query, clock.now());
  const pageRequest = ({ limit = pageLimitDefault, cursor, ...days }: PageQuery) => ({
    ...{ limit, cursor },
    range: readGivenDays(days),
  });
  return {
    async listInsightRatings(call) {
      const { limit } = rowsOf(call.query);
      const found = await listFeedback(database.query, await projectOf(call), { ...rangeOf(call.query), limit });
      return {
        ratings: found.slice(0, limit).map(({ page, helpful, reason, comment, createdAt }) => ({
          ...{ page, helpful, reason, comment, createdAt: isoTime(createdAt) },
        })),
      };
    },

    async listFeedback(call) {
      const { cursor, ...filters } = call.query;
      const { limit } = rowsOf(filters);
      const [createdAt, id = ""] = cursor?.split(".") ?? [];
      const after = createdAt === undefined ? undefined : { createdAt: Number(createdAt), id };
      const request = { ...filters, ...rangeOf(call.query), limit, after };
      const found = await listFeedback(database.query, await projectOf(call), request);
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
      const page = rowsOf(call.query);
      const found = await countFeedbackByPage(database.query, await projectOf(call), {
        ...rangeOf(call.query),
        ...page,
      });
      return { pages: found.slice(0, page.limit), nextCursor: nextRows(found, page) };
    },

    async listQuestionSubjects(call) {
      const page = rowsOf(call.query);
      const found = await countSubjects(database.query, await projectOf(call), { ...rangeOf(call.query), ...page });
      return { subjects: found.slice(0, page.limit), nextCursor: nextRows(found, page) };
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
