import { rememberPerIndex, type SearchFilter, type SearchIndex } from "../../search/querying.ts";
import type { AnswerEvent, CitedPage, ReplyKind } from "../answer-event.ts";
import { type ComposeDeps, type Composed, extractionName, inPieces, noUsage, textEvents } from "../answer-parts.ts";
import type { Question } from "../read-question.ts";
import { readSiteIndex } from "../read-site-index.ts";
import type { Retrieved } from "../retrieve.ts";
import { createSafeMarkdown } from "../safe-markdown.ts";
import { fixedText } from "../words/fixed-text.ts";
import type { Asked } from "../words/understand-question.ts";
import { choosePassages } from "./choose-passages.ts";
import { decideOutcome, evidenceOf } from "./decide-outcome.ts";
import { findCandidates, readQuestion } from "./find-candidates.ts";
import { escapeMarkdown } from "./write-blocks.ts";
import { passagesMax, type WrittenReply, writeReply } from "./write-reply.ts";

/** A reply that quotes the documentation. */
export interface BuiltInReply {
  kind: ReplyKind;
  /** Split as a model would stream it. */
  texts: readonly string[];
  /** The pages that the reply quotes. */
  cited: readonly (CitedPage & { path: string })[];
}

interface ReplyRequest {
  siteName: string;
  asked: Asked;
  question: Question;
  /** The search results, which the list of closest pages is taken from. */
  found: Retrieved;
}

type ReplyDeps = Pick<ComposeDeps, "index" | "url" | "siteUrl">;

const nearestMax = 3;
const repliesRemembered = 200;
const remember = rememberPerIndex<BuiltInReply>(repliesRemembered);

/**
 * Quotes passages that answer the question or at least may help; otherwise says that the documentation doesn't answer
 * it. Many visitors ask the same question and an index never changes, so the latest replies are remembered.
 */
export function makeReply(deps: ReplyDeps, request: ReplyRequest): BuiltInReply {
  const { index, url } = deps;
  if (index === undefined) return refuse(request, "notPublished");
  const { asked, question, siteName, found } = request;
  const { text, filter, currentPath } = question;
  const name = JSON.stringify([url, siteName, text, asked, filter, currentPath, found.near !== undefined]);
  return remember(index, name, () => readSiteIndex(() => compose(deps, index, request)));
}

/** Sends a reply as events. */
export function* sendReply({ kind, texts, cited }: BuiltInReply): Generator<AnswerEvent, Composed> {
  yield* textEvents(texts, cited);
  const paths = [...new Set(cited.map(({ path }) => path))];
  return { kind, cited: paths, reason: "stop", usage: noUsage, model: extractionName };
}

function compose({ url, siteUrl }: ReplyDeps, index: SearchIndex, request: ReplyRequest): BuiltInReply {
  const { siteName, asked, question: whole, found } = request;
  const { text, filter, currentPath } = whole;
  const question = readQuestion(index, asked, text, filter as SearchFilter);
  const candidates = findCandidates(index, question, { siteName, filter, currentPath, near: found.near });
  const chosen = choosePassages(question, candidates, passagesMax);
  const outcome = decideOutcome(question, evidenceOf(question, candidates, chosen));
  if (outcome === "not_in_docs") return refuse(request);
  const written = writeReply(question, chosen, { outcome, siteUrl: url });
  return { kind: { outcome }, texts: inPieces(checked(written, siteUrl)), cited: written.shown };
}

/** Removes links to other sites, and turns citations into links to their passages. */
function checked({ text, shown }: WrittenReply, siteUrl: ComposeDeps["siteUrl"]): string {
  const safe = createSafeMarkdown({ citationUrl: (number) => shown[number - 1]?.url, siteUrl });
  return safe.push(text) + safe.end();
}

function refuse(
  { siteName, asked: { language }, found: { pages } }: ReplyRequest,
  reason: "refusal" | "notPublished" = "refusal",
): BuiltInReply {
  const nearest = pages.slice(0, nearestMax);
  const list = nearest.map(({ url, metadata }) => `- [${escapeMarkdown(metadata.title)}](${url})`);
  const sentence = fixedText(language, reason, { site: escapeMarkdown(siteName) });
  const text = list.length === 0 ? sentence : `${sentence} ${fixedText(language, "closest")}\n\n${list.join("\n")}`;
  return {
    kind: { outcome: "not_in_docs", nearest: nearest.map(({ url }) => url) },
    texts: inPieces(text),
    cited: [],
  };
}
