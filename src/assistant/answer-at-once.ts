import { type AnswerDeps, remember, unavailable } from "./answer.ts";
import type { Encode } from "./answer-event.ts";
import type { ComposeDeps } from "./compose-answer.ts";
import { encodeWhole } from "./encode-whole.ts";
import { beginTurn, type OpenTurn, openTurn } from "./open-turn.ts";
import type { Question } from "./question.ts";
import { answerName, composeWhole, type KnownAnswers, type WholeAnswer } from "./whole-answer.ts";

export interface QuickRequest extends Pick<ComposeDeps, "retrieve" | "siteUrl"> {
  projectId: string;
  siteName: string;
  url: string;
  question: Question;
  /** Undefined where answers also depend on what is not in the index. */
  known: KnownAnswers | undefined;
}

export interface QuickAnswer {
  /** As the client knows it. */
  threadName: string;
  /** All that is sent. */
  stream: string;
}

const noUsage = { inputTokens: 0, outputTokens: 0 };

/** Answers without a model, from the pages alone: all of it is known within moments, so it is sent as a whole. */
export async function answerAtOnce(
  deps: AnswerDeps,
  request: QuickRequest,
  createEncoder: () => Encode,
): Promise<QuickAnswer> {
  const { projectId, question } = request;
  const began = performance.now();
  const turn =
    question.threadName === undefined
      ? beginTurn(deps, projectId, question)
      : await openTurn(deps, projectId, question);
  const whole = await findAnswer(deps, request, turn);
  remember(deps, question, turn, {
    text: whole?.text ?? "",
    outcome: whole?.composed.outcome ?? "failed",
    composed: whole?.composed,
    usage: noUsage,
    durationMilliseconds: performance.now() - began,
  });
  // What begins a thread is written moments later, except where turns come faster than that.
  if (question.threadName !== undefined || deps.turns.isBehind) await deps.turns.flush();
  const ids = { messageId: turn.messageId, threadId: turn.thread.name };
  const stream = whole === undefined ? encodeFailure(createEncoder(), ids) : encodeWhole(createEncoder, whole, ids);
  return { threadName: turn.thread.name, stream };
}

/** Undefined where it failed, which is logged. */
async function findAnswer(
  { log }: AnswerDeps,
  { question, siteName, url, known, retrieve, siteUrl }: QuickRequest,
  { history }: OpenTurn,
): Promise<WholeAnswer | undefined> {
  const asked = { siteName, question, history };
  const name = known && answerName(url, asked);
  const before = name && known.get(name);
  if (before) return before;
  try {
    const whole = await composeWhole({ retrieve, siteUrl, log }, asked);
    if (name !== undefined) known?.set(name, whole);
    return whole;
  } catch (error) {
    log.error({ error }, "an answer broke off");
    return undefined;
  }
}

function encodeFailure(encode: Encode, ids: { messageId: string; threadId: string }): string {
  return encode({ type: "start", ...ids }) + encode({ type: "error", sentence: unavailable });
}
