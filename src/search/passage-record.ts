import type { TextBlock, TextLink } from "./page-to-index.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";
import type { Passage } from "./split-section.ts";

/** The JSON of a passage in the index. The heads belong to rows whose table starts in another passage. */
type PassageRecord = [headingPath: readonly string[], anchor: string | null, BlockRecord[], heads?: BlockRecord[]];

/** A compact form of a block. Offsets are stored as distances, which are small numbers that compress well. */
interface BlockRecord {
  /** The text, or the cells of a row separated by tabs. */
  t: string;
  k?: Exclude<TextBlock["kind"], "text">;
  l?: string;
  i?: number;
  c?: readonly number[];
  b?: readonly number[];
  /** The start, length and target of each link. */
  a?: readonly (readonly [number, number, string])[];
  /** The cells, if they don't make up all of the text. */
  d?: readonly number[];
  /** The position of the row's head, counted through the blocks and then the heads. */
  h?: number;
}

const betweenCells = " · ";

export function encodePassage({ headingPath, anchor, blocks }: Passage): PassageRecord {
  const places = new Map(blocks.map((block, place) => [block, place]));
  const heads: BlockRecord[] = [];
  const placeOf = (head: TextBlock): number => {
    const place = places.get(head) ?? blocks.length + heads.push(encodeBlock(head)) - 1;
    places.set(head, place);
    return place;
  };
  const records = blocks.map((block) => ({
    ...encodeBlock(block),
    ...(block.head === undefined ? {} : { h: placeOf(block.head) }),
  }));
  return heads.length === 0 ? [headingPath, anchor ?? null, records] : [headingPath, anchor ?? null, records, heads];
}

export function decodePassageRecord(record: PassageRecord): Passage {
  const [headingPath, anchor, records, heads = []] = record;
  const blocks = records.map(decodeBlock);
  const isWhole = Array.isArray(headingPath) && blocks.every(({ text }) => typeof text === "string");
  if (!isWhole) throw new SearchIndexDamaged("a passage has an invalid structure");
  const all = [...blocks, ...heads.map(decodeBlock)];
  for (const [place, one] of records.entries()) {
    const block = blocks[place];
    const head = one.h !== undefined ? all[one.h] : undefined;
    if (block !== undefined && head !== undefined) block.head = head;
  }
  return { headingPath, anchor: anchor ?? undefined, blocks };
}

function encodeBlock({ kind, text, language, item, code, strong, cells, links }: TextBlock): BlockRecord {
  const joined = cells === undefined ? undefined : joinCells(text, cells);
  return {
    t: joined ?? text,
    ...(kind === "text" ? {} : { k: kind }),
    ...(language === undefined ? {} : { l: language }),
    ...(item === undefined ? {} : { i: item }),
    ...(code === undefined ? {} : { c: distancesOf(code) }),
    ...(strong === undefined ? {} : { b: distancesOf(strong) }),
    ...(links === undefined ? {} : { a: links.map(([start, end, target]) => [start, end - start, target] as const) }),
    ...(cells === undefined || joined !== undefined ? {} : { d: distancesOf(cells) }),
  };
}

function decodeBlock(record: BlockRecord): TextBlock {
  const { t, k: kind = "text", l: language, i: item, c, b, a, d } = record;
  const row = d === undefined && (kind === "row" || kind === "head") ? splitCells(t) : undefined;
  const cells = row?.cells ?? (d && offsetsOf(d));
  return {
    kind,
    text: row?.text ?? t,
    ...(language === undefined ? {} : { language }),
    ...(item === undefined ? {} : { item }),
    ...(c === undefined ? {} : { code: offsetsOf(c) }),
    ...(b === undefined ? {} : { strong: offsetsOf(b) }),
    ...(cells === undefined ? {} : { cells }),
    ...(a === undefined
      ? {}
      : { links: a.map(([start, length, target]): TextLink => [start, start + length, target]) }),
  };
}

/** Undefined if the text can't be restored from the cells, as in a part of a long row. */
function joinCells(text: string, cells: readonly number[]): string | undefined {
  const parts: string[] = [];
  for (let place = 0; place < cells.length; place += 2) parts.push(text.slice(cells[place], cells[place + 1]));
  const joined = parts.join("\t");
  const again = splitCells(joined);
  return again.text === text && again.cells.join() === cells.join() ? joined : undefined;
}

function splitCells(joined: string): { text: string; cells: number[] } {
  let text = "";
  const cells: number[] = [];
  for (const cell of joined.split("\t")) {
    if (text !== "" && !text.endsWith(betweenCells)) text += betweenCells;
    cells.push(text.length, text.length + cell.length);
    text += cell;
  }
  if (text.endsWith(betweenCells)) text = text.slice(0, -betweenCells.length);
  return { text, cells: cells.map((offset) => Math.min(offset, text.length)) };
}

function distancesOf(offsets: readonly number[]): number[] {
  return offsets.map((offset, place) => offset - (offsets[place - 1] ?? 0));
}

function offsetsOf(distances: readonly number[]): number[] {
  let offset = 0;
  return distances.map((distance) => {
    offset += distance;
    return offset;
  });
}
