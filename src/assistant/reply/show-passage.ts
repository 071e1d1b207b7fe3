import type { TextBlock } from "../../search/indexing.ts";
import { cutAt, cutBlock, findSentence } from "./cut-block.ts";
import type { Candidate, ReadQuestion } from "./find-candidates.ts";
import type { QuestionKind } from "./question-kind.ts";
import { isLabel } from "./read-page-words.ts";
import { coverageOf, wordsIn } from "./weigh-words.ts";
import { writeBlocks } from "./write-blocks.ts";

/** A block with the words of the question that it contains. */
interface Shown {
  block: TextBlock;
  words: number;
}

/**
 * The bonus for a window at the beginning of the section. A bonus of 1 counts as much as covering the whole question.
 */
const firstBlockLead = 0.25;
/** The same bonus for questions that ask for a definition. */
const definitionLead = 1;
/** The same bonus for errors: a list of problems usually starts with a different problem. */
const errorLead = 0.1;
/** The bonus for starting at a label, in proportion to how much of the question the label covers. */
const labelLead = 0.5;
const codeLead = 0.3;
const numberLead = 0.15;
const decidingLead = 0.2;
const decidingCoverageMin = 0.5;
const fullnessLead = 0.05;
/** Shorter passages continue with the rest of their section, and if they are still too short, with the next section. */
const briefCharacters = 350;
const tooBriefCharacters = 150;
const followingMax = 4;
/** The part of a block that is shown if the block doesn't fit, and the marks around it. */
const partCharactersMin = 200;
const partMarks = 30;
const tableRowsMin = 4;
const labeledPartsMin = 2;
const leaning =
  /^(?:this|that|these|those|it|they|then|so|or|and|but|also|as (?:shown|mentioned|described|above)|for example|however|instead|otherwise)\b/i;
const decidingSentence =
  /\b(?:yes|no|not|only|cannot|can['’]?t|never|supports?|supported|doesn['’]t|don['’]t|isn['’]t)\b/i;

/**
 * The blocks of a passage that are shown. They start at its beginning, unless a later part covers clearly more of the
 * question.
 */
export function showPassage(
  question: ReadQuestion,
  candidate: Candidate,
  charactersMax: number,
  measure: (text: string) => number = (text) => text.length,
): TextBlock[] {
  const blocks = blocksOf(candidate).map((shown) => cut(question, shown, charactersMax));
  const total = charactersOf(blocks);
  const chosen =
    measure(writeBlocks(blocks.map(({ block }) => block))) <= charactersMax
      ? [...blocks, ...following(question, candidate, total, charactersMax)]
      : isMostlyTable(blocks)
        ? chooseRows(question, blocks, charactersMax)
        : chooseWindow(question, blocks, charactersMax);
  const decided = question.kind === "yesno" ? decidingFirst(question, chosen) : chosen;
  return withoutLooseEnd(
    fitted(
      decided.map(({ block }) => block),
      charactersMax,
      measure,
    ),
  );
}

function blocksOf({ passage, partWords }: Pick<Candidate, "passage" | "partWords">): Shown[] {
  return passage.blocks.map((block, number) => ({
    block: withoutOutsideLinks(block),
    words: partWords[passage.firstPart + number] ?? 0,
  }));
}

/** Replies only link to the site's own pages. */
function withoutOutsideLinks(block: TextBlock): TextBlock {
  const { marks } = block;
  if (marks === undefined) return block;
  return { ...block, marks: marks.filter(({ target = "/" }) => target.startsWith("/")) };
}

/** A long block keeps only the sentences or lines that match the question. */
function cut({ words }: ReadQuestion, { block, words: present }: Shown, charactersMax: number): Shown {
  return { block: cutBlock(words, block, charactersMax), words: present };
}

function charactersOf(shown: readonly Shown[]): number {
  return shown.reduce((sum, { block }) => sum + sizeOf(block), 0);
}

/** The length of a written block with the space after it. A table's header is counted once, with its rows. */
function sizeOf(block: TextBlock): number {
  const { head: _, ...own } = block;
  return block.kind === "row" ? block.text.length + rowMarks(block) : writeBlocks([own]).length + 2;
}

const markCharacters = { link: 4, code: 2, strong: 0 };

function rowMarks({ marks = [], cells = [] }: TextBlock): number {
  const inCells = marks.reduce((sum, { kind, target = "" }) => sum + target.length + markCharacters[kind], 0);
  return inCells + cells.length + 2;
}

/**
 * The text after a passage that is too short by itself. The solution to an error is often under the heading after the
 * symptom.
 */
function following(question: ReadQuestion, candidate: Candidate, total: number, charactersMax: number): Shown[] {
  const { page, passage, place, partWords } = candidate;
  const lacksCode = question.kind === "code" && !passage.hasCode;
  if (total >= Math.min(briefCharacters, charactersMax) && !lacksCode) return [];
  const goesOn = question.kind === "error" || question.kind === "code" || total < tooBriefCharacters;
  const added: Shown[] = [];
  let characters = total;
  let heading = passage.headingPath.at(-1);
  for (const next of page.passages.slice(place + 1, place + 1 + followingMax)) {
    const isBelow = passage.headingPath.every((above, depth) => next.headingPath[depth] === above);
    if (!isBelow && !goesOn) break;
    const named = next.headingPath.at(-1);
    const label: Shown[] = named === undefined || named === heading ? [] : [{ block: headingBlock(named), words: 0 }];
    heading = named;
    for (const shown of [...label, ...blocksOf({ passage: next, partWords })]) {
      const fitting = cut(question, shown, charactersMax - characters);
      characters += sizeOf(fitting.block);
      if (characters > charactersMax) return added;
      added.push(fitting);
    }
    if (lacksCode ? next.hasCode : characters >= briefCharacters) break;
  }
  return added;
}

function headingBlock(heading: string): TextBlock {
  return { kind: "text", text: heading, marks: [{ kind: "strong", start: 0, end: heading.length }] };
}

function isMostlyTable(blocks: readonly Shown[]): boolean {
  const rows = blocks.filter(isRow).length;
  return rows >= tableRowsMin && rows > blocks.length / 2;
}

/** Table rows and short list items make sense without their neighbors. */
function isRow({ block }: Shown): boolean {
  return block.kind === "row" || block.item === 0;
}

/** The rows that match the question, in their original order, after the text that introduces them. */
function chooseRows(question: ReadQuestion, blocks: readonly Shown[], charactersMax: number): Shown[] {
  const coverages = blocks.map((shown) => coverageOf(question.words, shown.words, wantedOf(question)));
  const byCoverage = blocks.map((_, place) => place).sort((a, b) => (coverages[b] ?? 0) - (coverages[a] ?? 0) || a - b);
  const kept = new Set<number>();
  let characters = 0;
  for (const place of byCoverage) {
    const shown = blocks[place];
    if (shown === undefined) continue;
    const head = kept.size === 0 ? (shown.block.head?.text.length ?? 0) * 2 : 0;
    const size = sizeOf(shown.block) + head;
    if (kept.size > 0 && characters + size > charactersMax) continue;
    kept.add(place);
    characters += size;
  }
  return blocks.filter((_, place) => kept.has(place));
}

/** The run of blocks that covers most of the question. A run at the beginning of the section gets a bonus. */
function chooseWindow(question: ReadQuestion, blocks: readonly Shown[], charactersMax: number): Shown[] {
  const { kind, words } = question;
  const wanted = wantedOf(question);
  const decidingAt = kind === "yesno" ? findDeciding(words, blocks) : -1;
  let best = -1;
  let chosen: [start: number, end: number] = [0, 1];
  for (const start of startsOf(blocks)) {
    let characters = 0;
    let present = 0;
    let announced = 0;
    let lead = leadOf(question, blocks, start);
    let hasCode = false;
    let hasNumber = false;
    for (let end = start; end < blocks.length; end++) {
      const shown = blocks[end];
      if (shown === undefined) break;
      characters += sizeOf(shown.block);
      if (end > start && characters > charactersMax) break;
      // A block that only introduces the next block isn't shown without it, so its words count only once the next block
      // is added.
      announced |= shown.words;
      if (isAnnouncing(shown.block)) continue;
      present |= announced;
      hasCode ||= kind === "code" && shown.block.kind === "code";
      hasNumber ||= kind === "value" && shown.words !== 0 && /\d/.test(shown.block.text);
      if (end === decidingAt) lead += decidingLead;
      const extra = lead + (hasCode ? codeLead : 0) + (hasNumber ? numberLead : 0);
      const fullness = fullnessLead * Math.min(1, characters / charactersMax);
      const score = coverageOf(words, present, wanted) + extra + fullness;
      if (score <= best) continue;
      best = score;
      chosen = [start, end + 1];
    }
  }
  const start = startOf(blocks, chosen[0]);
  const isTooLong = charactersOf(blocks.slice(start, chosen[1])) > charactersMax;
  const shown = blocks.slice(isTooLong ? chosen[0] : start, chosen[1]);
  // The block that didn't fit is shown in part.
  let room = charactersMax - charactersOf(shown);
  for (const next of blocks.slice(chosen[1])) {
    if (room < partCharactersMin && !shown.every(({ block }) => isAnnouncing(block))) break;
    const part = cut(question, next, room - partMarks);
    room -= sizeOf(part.block);
    shown.push(part);
  }
  return shown;
}

/** Where a window may start. If the parts are labeled, such as tabs or problems in a list, it starts at a label. */
function startsOf(blocks: readonly Shown[]): readonly number[] {
  const all = blocks.map((_, place) => place);
  const labels = all.filter((place) => blocks[place] !== undefined && isLabel(blocks[place].block));
  return labels.length < labeledPartsMin ? all : [0, ...labels.filter((place) => place > 0)];
}

/** The pages already match the thread's subject, so for a follow-up only its own words are looked for. */
function wantedOf({ asked, words }: ReadQuestion): number {
  const known = words.own & words.known;
  return asked.subject !== undefined && known !== 0 ? words.own : words.all;
}

const beginningLeads: Partial<Record<QuestionKind, number>> = {
  whatis: definitionLead,
  install: definitionLead,
  error: errorLead,
};

/** The bonus for where a window starts. */
function leadOf(question: ReadQuestion, blocks: readonly Shown[], start: number): number {
  const { kind, words } = question;
  const first = blocks[start];
  if (first === undefined) return 0;
  const label = isLabel(first.block) ? labelLead * coverageOf(words, first.words, wantedOf(question)) : 0;
  const beginning = beginningLeads[kind] ?? firstBlockLead;
  return Math.max(start === 0 ? beginning : 0, label);
}

/** The block with the sentence that answers a yes/no question. */
function findDeciding(words: ReadQuestion["words"], blocks: readonly Shown[]): number {
  const coverages = blocks.map(({ block, words: present }) =>
    decidingSentence.test(block.text) ? coverageOf(words, present, words.all) : 0,
  );
  const best = Math.max(0, ...coverages);
  return best === 0 ? -1 : coverages.indexOf(best);
}

/** Puts the sentence that decides a yes/no question in front, unless the quote begins with it anyway. */
function decidingFirst({ words }: ReadQuestion, blocks: readonly Shown[]): readonly Shown[] {
  const at = findDeciding(words, blocks);
  const shown = blocks[at];
  if (shown === undefined || shown.block.kind !== "text") return blocks;
  const sentence = findSentence(words, shown.block, decidingSentence);
  if (sentence === undefined || (at === 0 && sentence.isFirst)) return blocks;
  const isEnough = coverageOf(words, wordsIn(words, sentence.block.text), words.all) >= decidingCoverageMin;
  return isEnough ? [{ block: sentence.block, words: shown.words }, ...blocks] : blocks;
}

/**
 * Where to start so that the block makes sense: at its label or first step, and never at a sentence that refers to an
 * earlier one.
 */
function startOf(blocks: readonly Shown[], place: number): number {
  let from = place;
  while (from > 0 && leaning.test(blocks[from]?.block.text ?? "")) from -= 1;
  while (from > 0 && (blocks[from]?.block.item ?? 0) > 1) from -= 1;
  const before = blocks[from - 1];
  if (before !== undefined && isLabel(before.block)) from -= 1;
  return from;
}

/** Drops blocks from the end until the written text fits. */
function fitted(
  blocks: readonly TextBlock[],
  charactersMax: number,
  measure: (text: string) => number,
): readonly TextBlock[] {
  let end = blocks.length;
  while (end > 1 && measure(writeBlocks(blocks.slice(0, end))) > charactersMax) end -= 1;
  return blocks.slice(0, end);
}

/**
 * Drops a final block that only introduces something that isn't shown: a label, a question, a sentence ending in a
 * colon.
 */
function withoutLooseEnd(blocks: readonly TextBlock[]): TextBlock[] {
  const end = blocks.findLastIndex((block) => !isAnnouncing(block));
  const kept = blocks.slice(0, Math.max(1, end + 1));
  const last = kept.at(-1);
  if (last === undefined || !isLeadIn(last)) return kept;
  return [...kept.slice(0, -1), cutAt(last, lastSentenceEnd(last.text))];
}

function isAnnouncing(block: TextBlock): boolean {
  return block.kind === "head" || isLabel(block) || (isLeadIn(block) && lastSentenceEnd(block.text) === 0);
}

function isLeadIn({ kind, text, item }: TextBlock): boolean {
  return kind === "text" && (/[:：]$/.test(text) || (item === undefined && /[?？]$/.test(text)));
}

/** The position where the second-to-last sentence ends. */
function lastSentenceEnd(text: string): number {
  return Math.max(text.lastIndexOf(". ") + 1, text.lastIndexOf("。", text.length - 2) + 1);
}
