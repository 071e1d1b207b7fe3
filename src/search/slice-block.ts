import type { TextBlock } from "./page-to-index.ts";

/** A part of a block, without trailing spaces. Code, bold text and links stay marked, and a row keeps all its cells. */
export function sliceBlock(block: TextBlock, start: number, end: number): TextBlock {
  const { item, code, strong, cells, links, ...others } = block;
  const text = block.text.slice(start, end).trimEnd();
  const within = (offset: number) => Math.min(Math.max(offset - start, 0), text.length);
  const shown = links?.map(([from, to, target]) => [within(from), within(to), target] as const);
  return {
    ...others,
    text,
    // The rest of a list item becomes a paragraph below it.
    ...(item === undefined || start > 0 ? {} : { item }),
    ...(code === undefined ? {} : { code: withoutEmpty(code.map(within)) }),
    ...(strong === undefined ? {} : { strong: withoutEmpty(strong.map(within)) }),
    ...(cells === undefined ? {} : { cells: cells.map(within) }),
    ...(shown === undefined ? {} : { links: shown.filter(([from, to]) => to > from) }),
  };
}

function withoutEmpty(edges: readonly number[]): number[] {
  // Ranges are stored as a start at an even position followed by an end.
  return edges.filter((edge, place) => edge !== edges[place % 2 === 0 ? place + 1 : place - 1]);
}
