import { fixedText } from "../words/fixed-text.ts";
import type { Candidate, ReadQuestion } from "./find-candidates.ts";
import { showPassage } from "./show-passage.ts";
import { escapeMarkdown, writeBlocks } from "./write-blocks.ts";

export interface WrittenReply {
  /** Markdown in which `[n]` cites the nth of the shown passages. */
  text: string;
  /** The shown passages. */
  shown: readonly ShownPassage[];
}

interface ShownPassage {
  path: string;
  /** Includes the anchor of the passage's heading. */
  url: string;
  /** The title of the passage's page. */
  metadata: { title: string };
}

/** The limit for the whole text of a reply, including link addresses. */
const replyCharactersMax = 1_800;
const answerCharactersMax = 900;
const passageCharactersMin = 120;
export const passagesMax = 4;
/** The limit for each side of a comparison. */
const sideCharactersMax = 560;
/** The length of the line above a quote without its title and address; enough for "From the docs" in every language. */
const markCharacters = 50;
const entityCharacters = 3;
const comparedCharacters = 120;

/**
 * Quotes passages: the first one as the answer, or all of them as suggestions. The line above each quote has its title
 * and a citation. The panel uses these lines to tell the quotes apart.
 */
export function writeReply(
  question: ReadQuestion,
  chosen: readonly Candidate[],
  { outcome, siteUrl }: { outcome: "answered" | "suggested"; siteUrl: string },
): WrittenReply {
  const { language } = question.asked;
  const answers = outcome === "suggested" ? 0 : question.sides.length === 2 ? 2 : 1;
  const lead = outcome === "suggested" ? [fixedText(language, "suggestions")] : [];
  // The later check makes links to the site absolute and writes "<" as an entity, so both are counted at their final
  // length.
  const measure = (text: string) =>
    text.length + (text.split("](/").length - 1) * siteUrl.length + (text.split("<").length - 1) * entityCharacters;
  let left = replyCharactersMax - charactersOf(lead) - charactersOf([fixedText(language, "more")]);
  const quotes = new Map<Candidate, string>();
  for (const [place, candidate] of chosen.entries()) {
    const isAnswer = place < answers;
    const room = left - headCharacters(candidate, siteUrl);
    const share = isAnswer ? (answers === 2 ? sideCharactersMax : answerCharactersMax) : room / (chosen.length - place);
    const characters = Math.floor(Math.min(room, share));
    if (characters < passageCharactersMin) continue;
    const quote = writeBlocks(showPassage(question, candidate, characters, measure));
    if (measure(quote) > room || [...quotes.values()].some((other) => repeats(other, quote))) continue;
    quotes.set(candidate, quote);
    left = room - measure(quote) - 2;
  }
  // The passages that were cut get the room that the others didn't need.
  for (const [candidate, quote] of quotes) {
    const room = left + measure(quote);
    const longer = writeBlocks(showPassage(question, candidate, room, measure));
    const others = [...quotes].filter(([other]) => other !== candidate);
    if (measure(longer) <= measure(quote) || measure(longer) > room) continue;
    if (others.some(([, other]) => repeats(other, longer))) continue;
    quotes.set(candidate, longer);
    left = room - measure(longer);
  }
  const shown = chosen.filter((candidate) => quotes.has(candidate));
  const parts = shown.flatMap((candidate, place) => {
    const title = titleOf(candidate);
    const named = place === 0 && answers > 0 ? fixedText(language, "answerLead", { title }) : title;
    const more = answers > 0 && place === answers ? [fixedText(language, "more")] : [];
    const head = `**${escapeMarkdown(named)}** [${place + 1}]`;
    return [...more, head, quotes.get(candidate) ?? ""];
  });
  return {
    text: [...lead, ...parts].join("\n\n"),
    shown: shown.map((candidate) => ({
      path: candidate.page.path,
      url: addressOf(candidate, siteUrl),
      metadata: { title: candidate.page.title },
    })),
  };
}

/**
 * Whether one text begins inside the other. A short passage continues with the next one, which may also have been
 * chosen.
 */
function repeats(one: string, other: string): boolean {
  return one.includes(other.slice(0, comparedCharacters)) || other.includes(one.slice(0, comparedCharacters));
}

/** The length of the line above a quote: its title and the address in the citation. */
function headCharacters(candidate: Candidate, siteUrl: string): number {
  return titleOf(candidate).length + addressOf(candidate, siteUrl).length + markCharacters;
}

function charactersOf(parts: readonly string[]): number {
  return parts.reduce((sum, { length }) => sum + length + 2, 0);
}

function addressOf({ page, passage }: Candidate, siteUrl: string): string {
  return siteUrl + page.path + (passage.anchor === undefined ? "" : `#${encodeURIComponent(passage.anchor)}`);
}

/** The page title and the headings, without consecutive duplicates. */
function titleOf({ page, passage }: Candidate): string {
  const names = [page.title, ...passage.headingPath];
  return names.filter((name, depth) => name.toLowerCase() !== names[depth - 1]?.toLowerCase()).join(" › ");
}
