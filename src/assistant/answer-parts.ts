import type { Services } from "../platform/services.ts";
import type { SearchIndex } from "../search/querying.ts";
import type { AnswerEvent, CitedPage, FinishReason, ModelProblem, ReplyKind, Usage } from "./answer-event.ts";
import type { EarlierMessage, Question } from "./read-question.ts";
import type { Retrieve, Retrieved } from "./retrieve.ts";

export const extractionName = "builtin/extract";
export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };

export interface ComposeDeps extends Pick<Services, "log"> {
  retrieve: Retrieve;
  /** The site's search index; undefined before the first update. */
  index: SearchIndex | undefined;
  /** The site's address, without a trailing slash. */
  url: string;
  /** Returns the address if it belongs to the site. */
  siteUrl(address: string): string | undefined;
  /** Undefined if the project has no model or the model can't be used for this answer. */
  model: AnswerModel | undefined;
  /** Why the project's model can't be used. */
  modelProblem?: ModelProblem | undefined;
}

export interface AnswerModel {
  name: string;
  /** Throws a `ModelFailure` if the model doesn't answer. */
  answer(asked: AskedModel): AsyncGenerator<AnswerEvent, Composed>;
}

/** The input of a model that answers a question. */
export interface AskedModel {
  /** The result of the first search. */
  found: Retrieved;
  search(query: string): Promise<Retrieved>;
  /** The reader's language, for fixed sentences. */
  language: string;
}

export interface ComposeRequest {
  siteName: string;
  question: Question;
  history: readonly EarlierMessage[];
}

/** The result of answering a question. */
export interface Composed {
  kind: ReplyKind;
  reason: FinishReason;
  usage: Usage;
  model: string;
  /** The paths of the cited pages. */
  cited: readonly string[];
}

const pieceCharacters = 24;

/** Yields one step with these texts and the pages they cite. */
export function* textEvents(texts: readonly string[], cited: readonly CitedPage[] = []): Generator<AnswerEvent> {
  yield { type: "step-start" };
  yield { type: "texts", texts };
  if (cited.length > 0) yield { type: "sources", pages: cited };
  yield { type: "step-finish", reason: "stop", usage: noUsage };
}

/** Splits a text into small pieces, like those of a model: clients show them as they arrive. */
export function inPieces(text: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const word of text.split(/(?<=\s)/)) {
    piece += word;
    if (piece.length < pieceCharacters) continue;
    pieces.push(piece);
    piece = "";
  }
  return piece === "" ? pieces : [...pieces, piece];
}
