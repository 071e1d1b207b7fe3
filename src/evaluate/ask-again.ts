import { setImmediate } from "node:timers/promises";
import type { AskedSite } from "../assistant/answer.ts";
import type { AnswerEvent } from "../assistant/answer-event.ts";
import type { Composed, ComposeRequest } from "../assistant/answer-parts.ts";
import { composeAnswer } from "../assistant/compose-answer.ts";
import type { EarlierMessage } from "../assistant/read-question.ts";
import { answerLink } from "../contract/answer-link.ts";
import { forEachParallel } from "../platform/for-each-parallel.ts";
import type { Log } from "../platform/log.ts";
import type { Reply } from "./score-reply.ts";

export interface AskedQuestion {
  question: string;
  earlier: readonly EarlierMessage[];
  language: string | null;
  version: string | null;
  page: string | null;
}

/** The number of pages that the panel on a site asks for. */
const pagesFound = 6;
const secondsDefault = 60;

type Composing = AsyncGenerator<AnswerEvent, Composed>;
/** Composes the answer to a question like for a reader. */
export type AskReader = (request: Omit<ComposeRequest, "siteName">, signal: AbortSignal) => Composing;

interface AskAgainDeps {
  ask: AskReader;
  signal: AbortSignal;
  secondsMax?: number;
  atOnce?: number;
}

/**
 * Asks questions as a reader would, without storing a conversation. A question has no reply if the time limit is
 * reached, or if the project's language model doesn't answer it: the built-in answer would be compared with a model's.
 */
export async function askAgain(
  { ask, signal, secondsMax = secondsDefault, atOnce = 1 }: AskAgainDeps,
  questions: readonly AskedQuestion[],
): Promise<(Reply | undefined)[]> {
  const replies: (Reply | undefined)[] = questions.map(() => undefined);
  const until = performance.now() + secondsMax * 1_000;
  await forEachParallel(questions.entries(), atOnce, signal, async ([place, question]) => {
    // Computing a reply blocks the event loop, so yield between replies.
    await setImmediate();
    if (performance.now() < until) replies[place] = await askQuestion(ask, question, signal);
  });
  return replies;
}

/** Asks for built-in answers, even if the project has a language model. */
export function askBuiltIn({ retrieve, index, url, name }: BuiltInSite, log: Log): AskReader {
  const siteUrl = (link: string) => answerLink(link, [url]);
  return (request) =>
    composeAnswer({ retrieve, index, url, siteUrl, model: undefined, log }, { ...request, siteName: name });
}

type BuiltInSite = Pick<AskedSite, "name" | "url" | "retrieve" | "index">;

async function askQuestion(
  ask: AskReader,
  { question: text, earlier, language, version, page }: AskedQuestion,
  signal: AbortSignal,
): Promise<Reply | undefined> {
  const question = {
    text,
    messageId: undefined,
    fp: "evaluation",
    threadName: undefined,
    retrievalPageSize: pagesFound,
    filter: { ...(language === null ? {} : { language }), ...(version === null ? {} : { version }) },
    context: [],
    currentPath: page ?? undefined,
    earlier,
  };
  const composing = ask({ question, history: earlier }, signal);
  let reply = "";
  for (let next = await composing.next(); ; next = await composing.next()) {
    if (next.done) {
      const { kind, cited } = next.value;
      return kind.modelProblem === undefined ? { outcome: kind.outcome, cited, text: reply } : undefined;
    }
    if (next.value.type === "text") reply += next.value.text;
    if (next.value.type === "texts") reply += next.value.texts.join("");
  }
}
