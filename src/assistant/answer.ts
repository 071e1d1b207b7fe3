import type { Log } from "../platform/log.ts";
import type { AnswerEvent, Usage } from "./answer-event.ts";
import { type Composed, extractionName } from "./compose-answer.ts";
import { type OpenTurn, type OpenTurnDeps, openTurn } from "./open-turn.ts";
import type { Question } from "./question.ts";
import { textOf } from "./whole-answer.ts";

export interface AnswerDeps extends OpenTurnDeps {
  log: Log;
}

export interface AnswerRequest {
  projectId: string;
  question: Question;
  /** Aborts when the reader leaves. */
  signal: AbortSignal;
  /** Makes the answer itself, knowing what was said before. */
  compose(turn: OpenTurn, onUsed: (usage: Usage) => void): AsyncGenerator<AnswerEvent, Composed>;
}

export interface Answer {
  /** As the client knows it. */
  threadName: string;
  events: AsyncIterable<AnswerEvent>;
}

export const unavailable = "The assistant is not available right now. Please try again.";

/**
 * Tells of the answer while it is made. The question is stored before that, and whatever was said of it afterwards, also
 * when the reader leaves.
 */
export async function answer(deps: AnswerDeps, request: AnswerRequest): Promise<Answer> {
  const turn = await openTurn(deps, request.projectId, request.question);
  return { threadName: turn.thread.name, events: tell(deps, request, turn) };
}

async function* tell(deps: AnswerDeps, request: AnswerRequest, turn: OpenTurn): AsyncGenerator<AnswerEvent> {
  const began = performance.now();
  let text = "";
  let composed: Composed | undefined;
  let outcome: Composed["outcome"] = "stopped";
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  try {
    yield { type: "start", messageId: turn.messageId, threadId: turn.thread.name };
    const composing = request.compose(turn, (used) => {
      usage = used;
    });
    try {
      for (let next = await composing.next(); ; next = await composing.next()) {
        if (next.done) {
          composed = next.value;
          break;
        }
        text += textOf(next.value);
        yield next.value;
      }
    } finally {
      // The reader may be gone: what composes must learn of it.
      await composing.return(undefined as never);
    }
    outcome = composed.outcome;
    yield finishOf(composed);
  } catch (error) {
    if (request.signal.aborted) return;
    outcome = "failed";
    deps.log.error({ error }, "an answer broke off");
    yield { type: "error", sentence: unavailable };
  } finally {
    const durationMilliseconds = performance.now() - began;
    remember(deps, request.question, turn, { text, outcome, composed, usage, durationMilliseconds });
    await deps.turns.flush();
  }
}

export function finishOf({ reason, usage, missing }: Composed): AnswerEvent {
  return { type: "finish", reason, usage, ...(missing === undefined ? {} : { missing }) };
}

interface Told {
  text: string;
  outcome: Composed["outcome"];
  composed: Composed | undefined;
  /** What a model has used, also for an answer that broke off. */
  usage: Usage;
  durationMilliseconds: number;
}

/** Has a turn stored, in its thread and for insight. */
export function remember(
  { clock, turns }: Pick<AnswerDeps, "clock" | "turns">,
  { text: asked, currentPath, filter }: Question,
  { thread, messageId, firstQuestion }: OpenTurn,
  { text, outcome, composed, usage, durationMilliseconds }: Told,
): void {
  const createdAt = clock.now();
  turns.add({
    thread,
    ...(firstQuestion === undefined ? {} : { firstQuestion }),
    answer: text === "" ? undefined : { id: messageId, role: "assistant", text, createdAt },
    turn: {
      id: messageId,
      threadId: thread.id,
      projectId: thread.projectId,
      question: asked,
      outcome,
      sources: composed?.cited ?? [],
      page: currentPath,
      language: typeof filter.language === "string" ? filter.language : undefined,
      model: composed?.model ?? extractionName,
      durationMilliseconds,
      usage,
      createdAt,
    },
  });
}
