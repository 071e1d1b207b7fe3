import type { SectionToIndex, TextBlock } from "./page-to-index.ts";
import { sliceBlock } from "./slice-block.ts";

/** A piece of a section that is scored, shown and cited as a unit. */
export type Passage = SectionToIndex;

/**
 * Measured with the development questions: without a limit, each plugin in a list of three hundred under one heading is
 * hard to find. Limits from 1,000 to 3,000 characters all fix this.
 */
const passageCharactersMax = 1_200;
const headingCharactersMax = 300;

/** Returns a short section as one passage, and a long one as several passages that end between blocks if possible. */
export function splitSection(section: SectionToIndex): Passage[] {
  const { anchor, blocks } = section;
  const headingPath = section.headingPath.map((heading) => heading.slice(0, headingCharactersMax));
  const passages: Passage[] = [];
  let open: TextBlock[] = [];
  let characters = 0;
  const close = () => {
    passages.push({ headingPath, anchor, blocks: open });
    open = [];
    characters = 0;
  };
  for (const block of blocks.flatMap(splitBlock)) {
    if (open.length > 0 && characters + block.text.length > passageCharactersMax) close();
    open.push(block);
    characters += block.text.length;
  }
  // A heading without content can still be found.
  if (open.length > 0 || passages.length === 0) close();
  return passages;
}

function splitBlock(block: TextBlock): TextBlock[] {
  const { kind, text } = block;
  if (text.length <= passageCharactersMax) return text === "" ? [] : [block];
  const border = kind === "code" ? /\n/g : /(?<=[.!?。！？])\s|[。！？]/g;
  const pieces: TextBlock[] = [];
  let from = 0;
  while (text.length - from > passageCharactersMax) {
    const end = from + breakBefore(text.slice(from), border);
    pieces.push(sliceBlock(block, from, end));
    from = end + (/^\s+/.exec(text.slice(end))?.[0].length ?? 0);
  }
  return from < text.length ? [...pieces, sliceBlock(block, from, text.length)] : pieces;
}

/**
 * Where to break the text: at the last good place in the second half of the text that fits, otherwise at the last
 * space, otherwise at the limit.
 */
function breakBefore(text: string, border: RegExp): number {
  const fitting = text.slice(0, passageCharactersMax);
  const last = [...fitting.matchAll(border)].at(-1);
  const end = last === undefined ? 0 : last.index + last[0].length;
  if (end > passageCharactersMax / 2) return end;
  const space = fitting.lastIndexOf(" ");
  if (space > passageCharactersMax / 2) return space;
  // Don't split a surrogate pair.
  return fitting.isWellFormed() || !text.isWellFormed() ? passageCharactersMax : passageCharactersMax - 1;
}
