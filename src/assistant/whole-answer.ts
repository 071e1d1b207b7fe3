import { LRUCache } from "lru-cache";
import type { SearchIndex } from "../search/open-index.ts";
import type { AnswerEvent } from "./answer-event.ts";
import { type ComposeDeps, type Composed, type ComposeRequest, composeAnswer, queryFor } from "./compose-answer.ts";

/** An answer of which all is known before any of it is sent. */
export interface WholeAnswer {
  /** Between the start and the end of its stream. */
  events: readonly AnswerEvent[];
  text: string;
  composed: Composed;
}

export type KnownAnswers = LRUCache<string, WholeAnswer>;

const charactersMax = 8_000_000;
const foundPageCharacters = 1_000;
// An answer is kept as events, and encoded in each version that was asked for.
const forms = 3;

const ofIndexes = new WeakMap<SearchIndex, KnownAnswers>();

/** Many readers ask the same, and an index never changes: what was answered from it last is answered again at once. */
export function answersOf(index: SearchIndex): KnownAnswers {
  const known =
    ofIndexes.get(index) ?? new LRUCache<string, WholeAnswer>({ maxSize: charactersMax, sizeCalculation: sizeOf });
  ofIndexes.set(index, known);
  return known;
}

/** All that an answer without a model depends on, beside the index. */
export function answerName(siteUrl: string, { siteName, question, history }: ComposeRequest): string {
  const { text, retrievalPageSize, filter, currentPath } = question;
  return JSON.stringify([siteUrl, siteName, text, queryFor(question, history), retrievalPageSize, filter, currentPath]);
}

/** An answer from the pages alone. */
export async function composeWhole(deps: Omit<ComposeDeps, "model">, request: ComposeRequest): Promise<WholeAnswer> {
  const composing = composeAnswer({ ...deps, model: undefined }, request);
  const events: AnswerEvent[] = [];
  for (let next = await composing.next(); ; next = await composing.next()) {
    if (next.done) return { events, text: events.map(textOf).join(""), composed: next.value };
    events.push(next.value);
  }
}

/** What an event says to the reader. */
export function textOf(event: AnswerEvent): string {
  if (event.type === "text") return event.text;
  return event.type === "texts" ? event.texts.join("") : "";
}

function sizeOf({ events, text }: WholeAnswer, name: string): number {
  const pages = events.map((event) => (event.type === "search-result" ? event.pages.length : 0));
  return name.length + forms * (text.length + foundPageCharacters * (1 + Math.max(0, ...pages)));
}
