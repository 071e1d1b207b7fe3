import { citedSources, pageOf } from "./cited-sources.ts";
import type { Turn } from "./thread.ts";
import { fill, type ReaderWords } from "./words.ts";

const pagesMax = 3;
const titleCharactersMax = 60;

/**
 * Suggests follow-up questions. A model can rephrase its answer. A built-in answer quotes pages, so its follow-ups are
 * about the pages that were found but not quoted.
 */
export function followUpsOf(
  turn: Turn | undefined,
  { followUps, askAboutPage }: Pick<ReaderWords, "followUps" | "askAboutPage">,
): readonly string[] {
  if (turn?.state !== "done" || turn.ending?.outcome !== "answered" || turn.sources.length === 0) return [];
  if (turn.ending.isByModel) return followUps;
  const cited = citedSources(turn.text, turn.sources);
  const isCited = new Set(cited.map(({ href }) => pageOf(href)));
  const titles = turn.sources
    .filter(({ url }) => !isCited.has(pageOf(url)))
    .map(({ title }) => title)
    .filter((title) => cited.every((source) => source.title !== title));
  return [...new Set(titles)]
    .filter((title) => title.length <= titleCharactersMax)
    .slice(0, pagesMax)
    .map((title) => fill(askAboutPage, { title }));
}
