import { builtInAnswerLead } from "../contract/built-in-answer.ts";
import { blocksAsRead, chooseBlocks, saysSomething } from "./choose-blocks.ts";
import type { Evidence, EvidencePassage } from "./evidence.ts";
import { escapeMarkdown, writeBlocks } from "./write-blocks.ts";

export interface ExtractedAnswer {
  /** Markdown in which `[n]` cites passage n. */
  text: string;
  /** The passage it is taken from. */
  passage: EvidencePassage | undefined;
}

const relatedMax = 3;
const relatedShare = 0.35;
const wholeFitMin = 0.95;
const briefCharactersMax = 160;
const briefPenalty = 0.15;

/**
 * An answer in the documentation's own words: the paragraphs that cover the question best, with their code, then related
 * pages. It is a single passage in its original order, because sentences picked from many pages don't read well.
 */
export function extractAnswer(evidence: Evidence, numberOf: (passage: EvidencePassage) => number): ExtractedAnswer {
  const passage = bestPassage(evidence);
  if (passage === undefined) return { text: "", passage };
  const blocks = chooseBlocks(evidence, passage);
  const parts = [
    `${builtInAnswerLead}${escapeMarkdown(titleOf(passage))}** [${numberOf(passage)}]`,
    ...(blocks.length === 0 ? [] : [writeBlocks(blocks)]),
    ...relatedLine(evidence, passage, numberOf),
  ];
  return { text: parts.join("\n\n"), passage };
}

function titleOf({ title, headingPath }: EvidencePassage): string {
  return [title, ...headingPath].join(" › ");
}

/**
 * Takes the first page with content, and of its passages the one whose own text covers the question best. A heading that is
 * the question itself, as in an FAQ, beats any page.
 */
function bestPassage({ passages, coverageOf, fitOf }: Evidence): EvidencePassage | undefined {
  const saying = passages.filter((passage) => blocksAsRead(passage).some(saysSomething));
  const candidates = saying.length === 0 ? passages : saying;
  const [first] = candidates;
  if (first === undefined) return undefined;
  const isQuestion = ({ headingPath }: EvidencePassage) => fitOf(headingPath.at(-1) ?? "") >= wholeFitMin;
  const asked = candidates.find((one) => one.wordsCovered > 1 && isQuestion(one) && !isBrief(one));
  if (asked !== undefined) return asked;
  const ofPage = candidates.filter(({ path }) => path === first.path);
  const strengths = ofPage.map((passage) => {
    const own = coverageOf([...passage.headingPath, ...passage.blocks.map(({ text }) => text)].join(" "));
    const standing = passage.score / (first.score || 1);
    return 0.6 * own + 0.4 * standing - (isBrief(passage) ? briefPenalty : 0);
  });
  return ofPage[strengths.indexOf(Math.max(...strengths))];
}

/** For example, the last sentence of a long section, or a heading that only links to another page. */
function isBrief({ blocks, continued }: EvidencePassage): boolean {
  const shown = blocks.filter(saysSomething);
  const characters = shown.reduce((sum, { text }) => sum + text.length, 0);
  return characters < briefCharactersMax && !shown.some(({ item }) => item !== undefined) && continued().length === 0;
}

function relatedLine(
  { passages }: Evidence,
  answer: EvidencePassage,
  numberOf: (passage: EvidencePassage) => number,
): string[] {
  const others = new Map<string, EvidencePassage>();
  for (const passage of passages) {
    const isClose = passage.score >= answer.score * relatedShare;
    if (passage.path !== answer.path && isClose && !others.has(passage.path)) others.set(passage.path, passage);
  }
  const named = [...others.values()]
    .slice(0, relatedMax)
    .map((passage) => `${escapeMarkdown(passage.title)} [${numberOf(passage)}]`);
  return named.length === 0 ? [] : [`Related: ${named.join(", ")}`];
}
