import { builtInAnswerLead } from "../../src/contract/built-in-answer.ts";
import type { Turn } from "./thread.ts";

const pagesMax = 3;
const titleCharactersMax = 60;

/**
 * Suggests what to ask next. A model can rephrase its answer. A built-in answer quotes the pages, so there the other pages
 * that were found are suggested, without those that the answer itself names.
 */
export function followUpsOf(turn: Turn | undefined, forModel: readonly string[]): readonly string[] {
  const isAnswered = turn?.state === "done" && turn.outcome === undefined && turn.sources.length > 0;
  if (!isAnswered) return [];
  if (!turn.text.startsWith(builtInAnswerLead)) return forModel;
  const [answer, ...others] = turn.sources;
  const [, related = ""] = turn.text.split("\n\nRelated: ");
  const titles = others
    .map(({ title }) => title)
    .filter((title) => title !== answer?.title && !related.includes(title));
  return [...new Set(titles)].filter((title) => title.length <= titleCharactersMax).slice(0, pagesMax);
}
