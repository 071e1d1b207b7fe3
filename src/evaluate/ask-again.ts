import { setImmediate } from "node:timers/promises";
import type { AskedSite } from "../assistant/answer.ts";
import { composeAnswer } from "../assistant/compose-answer.ts";
import type { EarlierMessage } from "../assistant/read-question.ts";
import { answerLink } from "../contract/answer-link.ts";
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

interface AskAgainDeps {
  site: Pick<AskedSite, "name" | "url" | "retrieve" | "index">;
  log: Log;
  signal: AbortSignal;
  secondsMax?: number;
}

/**
 * Asks questions as a reader would, but gets built-in answers only, because language models cost money and answer
 * differently each time. Nothing is stored or counted. Stops after a time limit, so some questions may have no result.
 */
export async function askAgain(
  { site, log, signal, secondsMax = secondsDefault }: AskAgainDeps,
  questions: readonly AskedQuestion[],
): Promise<Reply[]> {
  const replies: Reply[] = [];
  const until = performance.now() + secondsMax * 1_000;
  for (const question of questions) {
    // Computing a reply blocks the event loop, so yield between replies.
    await setImmediate();
    signal.throwIfAborted();
    if (performance.now() > until) break;
    replies.push(await askQuestion(site, log, question));
  }
  return replies;
}

async function askQuestion(
  site: Pick<AskedSite, "name" | "url" | "retrieve" | "index">,
  log: Log,
  { question: text, earlier, language, version, page }: AskedQuestion,
): Promise<Reply> {
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
  const siteUrl = (link: string) => answerLink(link, [site.url]);
  const composing = composeAnswer(
    { retrieve: site.retrieve, index: site.index, url: site.url, siteUrl, model: undefined, log },
    { siteName: site.name, question, history: earlier },
  );
  let reply = "";
  for (let next = await composing.next(); ; next = await composing.next()) {
    if (next.done) return { outcome: next.value.kind.outcome, cited: next.value.cited, text: reply };
    if (next.value.type === "text") reply += next.value.text;
    if (next.value.type === "texts") reply += next.value.texts.join("");
  }
}
