import type { AnswerEvent, CitedPage } from "./answer-event.ts";
import { noUsage } from "./answer-parts.ts";

const pieceCharacters = 24;

/** A step with these texts and the pages they cite. */
export function* textEvents(texts: readonly string[], cited: readonly CitedPage[] = []): Generator<AnswerEvent> {
  yield { type: "step-start" };
  yield { type: "texts", texts };
  if (cited.length > 0) yield { type: "sources", pages: cited };
  yield { type: "step-finish", reason: "stop", usage: noUsage };
}

/** Small pieces, like those of a model: clients show them as they arrive. */
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
