import type { AnswerEvent } from "./answer-event.ts";
import {
  type ComposeDeps,
  type Composed,
  type ComposeRequest,
  extractionName,
  inPieces,
  noUsage,
  textEvents,
} from "./answer-parts.ts";
import { builtInInstead } from "./model/built-in-instead.ts";
import { fillSilence } from "./model/fill-silence.ts";
import { tryModel } from "./model/try-model.ts";
import { makeReply, sendReply } from "./reply/built-in-reply.ts";
import { answerSmallTalk } from "./words/small-talk.ts";
import { understandQuestion } from "./words/understand-question.ts";
import { noVocabulary, vocabularyOf } from "./words/vocabulary.ts";

/**
 * Answers small talk directly. For other questions it searches, lets the model or the built-in reply answer, and checks
 * the citations.
 */
export async function* composeAnswer(
  deps: ComposeDeps,
  { siteName, question, history }: ComposeRequest,
): AsyncGenerator<AnswerEvent, Composed> {
  const hasAttachments = (question.attachments ?? []).length > 0;
  // "What is this?" may be about the selection or the page. Without either, it can only be about the assistant.
  const isAboutAssistant = deps.model === undefined && question.context.length === 0 && !hasAttachments;
  const smallTalk = answerSmallTalk(question.text, siteName, isAboutAssistant);
  if (smallTalk !== undefined) {
    yield* textEvents(inPieces(smallTalk));
    return { kind: { outcome: "small_talk" }, reason: "stop", usage: noUsage, model: extractionName, cited: [] };
  }
  const asked = understandQuestion(
    deps.index === undefined ? noVocabulary : vocabularyOf(deps.index),
    question,
    history,
  );
  const { query, language } = asked;
  const options = {
    pageSize: question.retrievalPageSize,
    filter: question.filter,
    currentPath: question.currentPath,
  };
  const found = await deps.retrieve(query, options);
  const instead = { hasAttachments, pages: found.pages, language };
  const builtIn = () => makeReply(deps, { siteName, asked, question, found });
  // A model understands other wordings; the built-in reply only knows the words that the pages use.
  if (deps.model === undefined && builtIn().kind.outcome === "not_in_docs") {
    return yield* builtInInstead(sendReply(builtIn()), { ...instead, problem: deps.modelProblem });
  }
  yield { type: "step-start" };
  yield { type: "search-call", callId: "call_1", query };
  yield { type: "search-result", callId: "call_1", pages: found.pages };
  yield { type: "step-finish", reason: "tool-calls", usage: noUsage };
  const search = (again: string) => deps.retrieve(again, options);
  const answered = deps.model && (yield* fillSilence(tryModel(deps, deps.model, { found, search, language }), builtIn));
  if (typeof answered === "object") return answered;
  const problem = answered ?? deps.modelProblem;
  return yield* builtInInstead(sendReply(builtIn()), { ...instead, problem });
}
