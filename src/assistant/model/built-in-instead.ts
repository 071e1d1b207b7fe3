import type { AnswerEvent, FoundPage, ModelProblem } from "../answer-event.ts";
import { type Composed, inPieces, textEvents } from "../answer-parts.ts";
import { escapeMarkdown } from "../reply/write-blocks.ts";
import { type FixedTextName, fixedText } from "../words/fixed-text.ts";

interface Circumstances {
  /** Why the model didn't answer; undefined if there is no model. */
  problem: ModelProblem | undefined;
  hasAttachments: boolean;
  /** The pages that the search found. */
  pages: readonly FoundPage[];
  /** The reader's language. */
  language: string;
}

const nearestMax = 3;

/** The sentence for readers: what happened, and what they can do. */
const noteNames: Partial<Record<ModelProblem, FixedTextName>> = { refused: "modelRefused", budget: "modelBudget" };

/**
 * Sends the built-in reply after a note that says why the model didn't answer. It never claims that the documentation
 * doesn't answer the question, because a model might have found the answer.
 */
export async function* builtInInstead(
  reply: Iterator<AnswerEvent, Composed> | AsyncIterator<AnswerEvent, Composed>,
  { problem, hasAttachments, pages, language }: Circumstances,
): AsyncGenerator<AnswerEvent, Composed> {
  const events: AnswerEvent[] = [];
  let next = await reply.next();
  for (; !next.done; next = await reply.next()) events.push(next.value);
  const composed = next.value;
  const notes = [
    ...(problem === undefined ? [] : [fixedText(language, noteNames[problem] ?? "modelSilent")]),
    ...(hasAttachments ? [fixedText(language, "attachmentsUnread")] : []),
  ];
  const note = notes.map((line) => `*${line}*\n\n`).join("");
  const kind = { ...composed.kind, ...(problem === undefined ? {} : { modelProblem: problem }) };
  if (problem === undefined || kind.outcome !== "not_in_docs") {
    yield* withNote(events, note);
    return { ...composed, kind };
  }
  const nearest = pages.slice(0, nearestMax);
  const list = nearest.map(({ url, metadata }) => `- [${escapeMarkdown(metadata.title)}](${url})`);
  const text =
    list.length === 0 ? fixedText(language, "nothingFound") : `${fixedText(language, "closest")}\n\n${list.join("\n")}`;
  yield* textEvents(inPieces(note + text), nearest);
  return { ...composed, kind: nearest.length === 0 ? kind : { ...kind, outcome: "suggested" } };
}

/** Puts the note before the first text. */
function* withNote(events: readonly AnswerEvent[], note: string): Generator<AnswerEvent> {
  let isDue = note !== "";
  for (const event of events) {
    if (isDue && event.type === "texts") yield { type: "texts", texts: [note, ...event.texts] };
    else yield event;
    if (event.type === "texts") isDue = false;
  }
}
