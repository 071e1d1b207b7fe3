import { builtInAnswerLead } from "../contract/built-in-answer.ts";
import { blocksAsRead, chooseBlocks, saysSomething } from "./choose-blocks.ts";
import type { Evidence, EvidencePassage } from "./evidence.ts";
import { escapeMarkdown, writeBlocks } from "./write-blocks.ts";

export interface ExtractedAnswer {
  /** Markdown with `[n]` where the passage of that number is cited. */
  text: string;
}

const relatedMax = 3;
const relatedShare = 0.35;

/**
 * An answer in the words of the documentation: the paragraphs that cover the question best, the code that belongs to them,
 * then pages that are related. One passage, whole and in order; sentences picked from many pages make a jumble.
 */
export function extractAnswer(evidence: Evidence, numberOf: (passage: EvidencePassage) => number): ExtractedAnswer {
  const passage = bestPassage(evidence);
  if (passage === undefined) return { text: "" };
  const blocks = chooseBlocks(evidence, passage);
  const parts = [
    `${builtInAnswerLead}${escapeMarkdown(titleOf(passage))}** [${numberOf(passage)}]`,
    ...(blocks.length === 0 ? [] : [writeBlocks(blocks)]),
    ...relatedLine(evidence, passage, numberOf),
  ];
  return { text: parts.join("\n\n") };
}

function titleOf({ title, headingPath }: EvidencePassage): string {
  return [title, ...headingPath].join(" › ");
}

/** The first page that says something is the best one; of its passages the one whose text itself speaks of the question. */
function bestPassage({ passages, coverageOf }: Evidence): EvidencePassage | undefined {
  const saying = passages.filter((passage) => blocksAsRead(passage).some(saysSomething));
  const candidates = saying.length === 0 ? passages : saying;
  const [first] = candidates;
  if (first === undefined) return undefined;
  const ofPage = candidates.filter(({ path }) => path === first.path);
  return ofPage.reduce((best, candidate) => (strength(candidate) > strength(best) ? candidate : best), first);

  function strength(passage: EvidencePassage): number {
    const own = coverageOf([...passage.headingPath, ...passage.blocks.map(({ text }) => text)].join(" "));
    return 0.6 * own + 0.4 * (passage.score / (first?.score || 1));
  }
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
