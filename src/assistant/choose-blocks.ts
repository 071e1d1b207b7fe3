import type { TextBlock } from "../search/page-to-index.ts";
import type { Evidence, EvidencePassage } from "./evidence.ts";

const answerCharactersMax = 900;
const codeLinesMax = 30;
const labelCharactersMax = 40;
/** Four of them, or some characters of a language that does not part them. */
const severalWords = /(?:\S+\s+){3}\S|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{6}/u;
const leaning =
  /^(?:this|that|these|those|it|they|then|so|also|as (?:shown|mentioned|described|above)|for example|however|instead|otherwise)\b/i;

/** The block that covers the question best, with what follows it in the order of the page. */
export function chooseBlocks({ coverageOf }: Evidence, passage: EvidencePassage): TextBlock[] {
  const blocks = blocksAsRead(passage);
  const coverages = blocks.map(({ kind, text }) => coverageOf(text) * (kind === "code" ? 0.7 : 1));
  const best = Math.max(0, ...coverages);
  // A section whose heading is the question is read from its beginning.
  const from = coverageOf(passage.headingPath.join(" ")) >= best ? 0 : startNear(blocks, coverages.indexOf(best));
  // One row of a long table is the answer, and those after it are about other things.
  const isOneOfMany = from > 0 && blocks[from]?.item === 0;
  const chosen: TextBlock[] = [];
  let characters = 0;
  for (const [place, block] of blocks.entries()) {
    if (place < from || (block.kind === "code" && !isShortCode(block.text))) continue;
    if (isOneOfMany && block.item === 0 && (coverages[place] ?? 0) < best / 2) continue;
    characters += block.text.length;
    if (chosen.length > 0 && characters > answerCharactersMax) break;
    chosen.push(block.kind === "text" ? shorten(block) : block);
  }
  const last = chosen.at(-1);
  return chosen.length > 1 && last !== undefined && isLabel(last) ? chosen.slice(0, -1) : chosen;
}

/** The blocks of a passage as they are read: what stands first on a page is its description. */
export function blocksAsRead({ description, blocks }: EvidencePassage): readonly TextBlock[] {
  return description === undefined || description === blocks[0]?.text
    ? blocks
    : [{ kind: "text", text: description }, ...blocks];
}

/** A page of an API may hold nothing but its method and path, which answers nobody. */
export function saysSomething(block: TextBlock): boolean {
  return block.kind === "code" ? isShortCode(block.text) : isSentence(block);
}

function isSentence(block: TextBlock | undefined): boolean {
  return block?.kind === "text" && severalWords.test(block.text);
}

function isShortCode(text: string): boolean {
  return text.split("\n").length <= codeLinesMax;
}

/** Where to begin so that the block is understood. */
function startNear(blocks: readonly TextBlock[], place: number): number {
  let from = place;
  if (from > 0 && !isSentence(blocks[from])) from -= 1;
  while (from > 0 && leaning.test(blocks[from]?.text ?? "")) from -= 1;
  // Steps are read from the first one.
  while (from > 0 && (blocks[from]?.item ?? 0) > 1) from -= 1;
  return from;
}

/** The title of a tab, whose code is not shown. */
function isLabel({ kind, text, item, code }: TextBlock): boolean {
  const isPlain = kind === "text" && item === undefined && code === undefined;
  return isPlain && text.length <= labelCharactersMax && !/[.!?:。！？：]$/.test(text);
}

/** A paragraph that is longer than an answer should be is cut after a sentence. */
function shorten(block: TextBlock): TextBlock {
  const { text, code, ...others } = block;
  if (text.length <= answerCharactersMax) return block;
  const head = text.slice(0, answerCharactersMax);
  const end = Math.max(head.lastIndexOf(". "), head.lastIndexOf("。"));
  return { ...others, text: end > answerCharactersMax / 2 ? head.slice(0, end + 1) : `${head}…` };
}
