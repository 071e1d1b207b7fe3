import type { TextBlock } from "../search/page-to-index.ts";
import type { Evidence, EvidencePassage } from "./evidence.ts";

const answerCharactersMax = 900;
/** Shorter answers continue with what follows under their heading. */
const answerCharactersMin = 250;
const codeLinesMax = 30;
const labelCharactersMax = 40;
/** What the index writes between the cells of a table. */
const betweenCells = " · ";
/** Four words, or several characters of a language without spaces. */
const severalWords = /(?:(?<!\S)\S+\s+){3}\S|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{6}/u;
const leaning =
  /^(?:this|that|these|those|it|they|then|so|or|and|but|also|as (?:shown|mentioned|described|above)|for example|however|instead|otherwise)\b/i;

/** The block that covers the question best, and what follows it on the page. */
export function chooseBlocks({ coverageOf }: Evidence, passage: EvidencePassage): TextBlock[] {
  const blocks = blocksAsRead(passage);
  const coverages = blocks.map(({ kind, text }) => coverageOf(text) * (kind === "code" ? 0.7 : 1));
  const best = Math.max(0, ...coverages);
  // If the heading covers the question best, start at the beginning of the section.
  const from = coverageOf(passage.headingPath.join(" ")) >= best ? 0 : startNear(blocks, coverages.indexOf(best));
  // If a row of a long table is the answer, the rows after it are about something else.
  const isOneOfMany = from > 0 && blocks[from]?.item === 0;
  const chosen: TextBlock[] = [];
  let characters = 0;
  let last = -1;
  for (const [place, block] of blocks.entries()) {
    if (place < from || (block.kind === "code" && !isShortCode(block.text))) continue;
    if (isOneOfMany && block.item === 0 && (coverages[place] ?? 0) < best / 2) continue;
    if (isHeadOf(blocks[place + 1], block)) continue;
    const shown = nameCells(block, headOf(blocks, place));
    characters += shown.text.length;
    if (chosen.length > 0 && characters > answerCharactersMax) break;
    chosen.push(shown.kind === "text" ? shorten(shown) : shown);
    last = place;
  }
  const isWhole = last === blocks.length - 1;
  const isShort = characters < answerCharactersMin || isLeadIn(chosen.at(-1));
  return withoutLooseEnd(isWhole && isShort ? [...chosen, ...continuation(passage, characters)] : chosen);
}

/** What follows under the same heading, with its subheadings, as far as there is room. */
function continuation({ headingPath, continued }: EvidencePassage, used: number): TextBlock[] {
  const chosen: TextBlock[] = [];
  let characters = used;
  let heading = headingPath.at(-1);
  for (const passage of continued()) {
    const next = passage.headingPath.at(-1);
    const named: TextBlock[] = next === undefined || next === heading ? [] : [{ kind: "text", text: next }];
    heading = next;
    for (const block of [...named, ...passage.blocks]) {
      if (block.kind === "code" && !isShortCode(block.text)) continue;
      characters += block.text.length;
      if (characters > answerCharactersMax) return chosen;
      chosen.push(block);
    }
  }
  return chosen;
}

/** Drops an ending that only introduces something not shown: a label, a question, a sentence ending in a colon. */
function withoutLooseEnd(blocks: readonly TextBlock[]): TextBlock[] {
  const end = blocks.findLastIndex((block) => !isLabel(block) && !isLeadIn(block));
  return blocks.slice(0, Math.max(1, end + 1));
}

function isLeadIn(block: TextBlock | undefined): boolean {
  const isQuestion = block?.item === undefined && /[?？]$/.test(block?.text ?? "");
  return block?.kind === "text" && (isQuestion || /[:：]$/.test(block.text));
}

/** The blocks of a passage, with the page's description first if the passage is the beginning of the page. */
export function blocksAsRead({ description, blocks }: EvidencePassage): readonly TextBlock[] {
  return description === undefined || description === blocks[0]?.text
    ? blocks
    : [{ kind: "text", text: description }, ...blocks];
}

/** An API page may contain nothing but its method and path, which answers nothing. */
export function saysSomething(block: TextBlock): boolean {
  return block.kind === "code" ? isShortCode(block.text) : block.item !== undefined || isSentence(block);
}

function isSentence(block: TextBlock | undefined): boolean {
  return block?.kind === "text" && severalWords.test(block.text);
}

function isShortCode(text: string): boolean {
  return text.split("\n").length <= codeLinesMax;
}

/** Where to start so that the block makes sense. */
function startNear(blocks: readonly TextBlock[], place: number): number {
  let from = place;
  if (from > 0 && !isSentence(blocks[from])) from -= 1;
  while (from > 0 && leaning.test(blocks[from]?.text ?? "")) from -= 1;
  // Start a list of steps at the first one.
  while (from > 0 && (blocks[from]?.item ?? 0) > 1) from -= 1;
  return from;
}

/** For example, the title of a tab whose code is not shown, which may be a long path. */
function isLabel({ kind, text, item, code }: TextBlock): boolean {
  const isPlain = kind === "text" && item === undefined && code === undefined;
  const isShort = text.length <= labelCharactersMax || /^[\w./-]+$/.test(text);
  return isPlain && isShort && !/[.!?:。！？：]$/.test(text);
}

/** The row with the names of the columns, if this is a row of a table. */
function headOf(blocks: readonly TextBlock[], place: number): TextBlock | undefined {
  const before = blocks.slice(0, place).findLast(({ item }) => item === undefined);
  return before !== undefined && isHeadOf(blocks[place], before) ? before : undefined;
}

function isHeadOf(row: TextBlock | undefined, { kind, text, item }: TextBlock): boolean {
  const columns = text.split(betweenCells).length;
  const isHead = kind === "text" && item === undefined && columns > 1;
  return isHead && row?.item === 0 && row.text.split(betweenCells).length === columns;
}

/** `size · No · 3 MB` says little without its table: `size · Required: No · Default: 3 MB`. */
function nameCells(row: TextBlock, head: TextBlock | undefined): TextBlock {
  if (head === undefined) return row;
  const names = head.text.split(betweenCells);
  let text = "";
  let from = 0;
  const code = [...(row.code ?? [])];
  for (const [column, cell] of row.text.split(betweenCells).entries()) {
    const name = column === 0 ? "" : `${betweenCells}${names[column]}: `;
    const moved = text.length + name.length - from;
    for (const [index, edge] of (row.code ?? []).entries()) {
      if (edge >= from && edge <= from + cell.length) code[index] = edge + moved;
    }
    text += name + cell;
    from += cell.length + betweenCells.length;
  }
  return { ...row, text, ...(row.code === undefined ? {} : { code }) };
}

/** Cuts an overlong paragraph after a sentence. */
function shorten(block: TextBlock): TextBlock {
  const { text, code, ...others } = block;
  if (text.length <= answerCharactersMax) return block;
  const head = text.slice(0, answerCharactersMax);
  const end = Math.max(head.lastIndexOf(". "), head.lastIndexOf("。"));
  return { ...others, text: end > answerCharactersMax / 2 ? head.slice(0, end + 1) : `${head}…` };
}
