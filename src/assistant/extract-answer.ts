import type { Evidence, EvidenceBlock, EvidencePassage } from "./evidence.ts";

export interface ExtractedAnswer {
  /** Markdown with `[n]` where the passage of that number is cited. */
  text: string;
}

const answerCharactersMax = 900;
const codeLinesMax = 30;
const relatedMax = 3;
const relatedShare = 0.35;
const leaning =
  /^(?:this|that|these|those|it|they|then|so|also|as (?:shown|mentioned|described|above)|for example|however|instead|otherwise)\b/i;

/**
 * An answer in the words of the documentation: the paragraphs that cover the question best, the code that belongs to them,
 * then pages that are related. One passage, whole and in order; sentences picked from many pages make a jumble.
 */
export function extractAnswer(evidence: Evidence, numberOf: (passage: EvidencePassage) => number): ExtractedAnswer {
  const passage = bestPassage(evidence);
  if (passage === undefined) return { text: "" };
  const blocks = chooseBlocks(evidence, passage);
  const parts = [
    `**From the docs: ${escapeMarkdown(titleOf(passage))}** [${numberOf(passage)}]`,
    ...blocks.map(writeBlock),
    ...relatedLine(evidence, passage, numberOf),
  ];
  return { text: parts.join("\n\n") };
}

function titleOf({ title, headingPath }: EvidencePassage): string {
  return [title, ...headingPath].join(" › ");
}

/** The first page is the best one; of its passages the one whose text itself speaks of the question. */
function bestPassage({ passages, coverageOf }: Evidence): EvidencePassage | undefined {
  const [first] = passages;
  if (first === undefined) return undefined;
  const ofPage = passages.filter(({ path }) => path === first.path);
  return ofPage.reduce((best, candidate) => (strength(candidate) > strength(best) ? candidate : best), first);

  function strength(passage: EvidencePassage): number {
    const own = coverageOf([...passage.headingPath, ...passage.blocks.map(({ text }) => text)].join(" "));
    return 0.6 * own + 0.4 * (passage.score / (first?.score || 1));
  }
}

/** The block that covers the question best, with its neighbours in the order of the page. */
function chooseBlocks({ coverageOf }: Evidence, { blocks, headingPath }: EvidencePassage): EvidenceBlock[] {
  const coverages = blocks.map(({ kind, text }) => coverageOf(text) * (kind === "code" ? 0.7 : 1));
  const heading = coverageOf(headingPath.join(" "));
  // A section whose heading is the question is read from its beginning.
  let from = heading >= Math.max(0, ...coverages) ? 0 : Math.max(0, coverages.indexOf(Math.max(...coverages)));
  if (from > 0 && blocks[from]?.kind === "code") from -= 1;
  while (from > 0 && leaning.test(blocks[from]?.text ?? "")) from -= 1;
  const chosen: EvidenceBlock[] = [];
  let characters = 0;
  for (const block of blocks.slice(from)) {
    if (block.kind === "code" && block.text.split("\n").length > codeLinesMax) continue;
    characters += block.text.length;
    if (chosen.length > 0 && characters > answerCharactersMax) break;
    chosen.push(block.kind === "text" ? { ...block, text: shorten(block.text) } : block);
  }
  return chosen;
}

/** A paragraph that is longer than an answer should be is cut after a sentence. */
function shorten(text: string): string {
  if (text.length <= answerCharactersMax) return text;
  const head = text.slice(0, answerCharactersMax);
  const end = Math.max(head.lastIndexOf(". "), head.lastIndexOf("。"));
  return end > answerCharactersMax / 2 ? head.slice(0, end + 1) : `${head}…`;
}

function writeBlock({ kind, text, language = "" }: EvidenceBlock): string {
  if (kind === "text") return escapeMarkdown(text);
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language.replaceAll(/[^\w+#.-]/g, "")}\n${text}\n${fence}`;
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

/** The words of a page are text: nothing in them may be read as markup. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*[\]~|]/g, "\\$&").replaceAll(/^(\s*)([#>+-]|\d+[.)])/gm, "$1\\$2");
}
