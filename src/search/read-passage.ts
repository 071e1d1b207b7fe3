import { inflateRawSync } from "node:zlib";
import { type OpenSegment, type SearchIndex, segmentOf } from "./open-index.ts";
import { decodePassageRecord } from "./passage-record.ts";
import { rememberPerIndex } from "./remember.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";
import type { Passage } from "./split-section.ts";

/** The smallest chunk that zlib accepts. */
const chunkBytesMin = 64;
const blockBytesMax = 4 * 1024 * 1024;

export function decodePassage(index: SearchIndex, number: number): Passage {
  const segment = segmentOf(index, number, "firstPassage");
  const { body, places, passageCount } = segment;
  const place = number - segment.firstPassage;
  const block = body.word(places.passageBlock.start + place * 4);
  const start = body.word(places.passageOffset.start + place * 4);
  const isLast = place + 1 === passageCount || body.word(places.passageBlock.start + place * 4 + 4) !== block;
  const end = isLast ? undefined : body.word(places.passageOffset.start + place * 4 + 4);
  try {
    if (index.openBlock?.segment !== segment || index.openBlock.number !== block) {
      index.openBlock = { segment, number: block, content: inflateBlock(segment, block) };
    }
    return decodePassageRecord(JSON.parse(index.openBlock.content.toString("utf8", start, end)));
  } catch (cause) {
    throw new SearchIndexDamaged("the text of a passage is damaged", { cause });
  }
}

function inflateBlock({ body, places }: OpenSegment, block: number): Buffer {
  const inflated = body.word(places.blockLength.start + block * 4);
  const length = Math.min(Math.max(inflated, chunkBytesMin), blockBytesMax);
  const start = body.word(places.blockOffset.start + block * 4);
  const end = body.word(places.blockOffset.start + block * 4 + 4);
  const compressed = body.readOnce(places.blocks.start + start, places.blocks.start + end);
  return inflateRawSync(compressed, { maxOutputLength: length, chunkSize: length });
}

const passagesRemembered = 500;
const remember = rememberPerIndex<Passage>(passagesRemembered);

/** Reads a passage of an index. A few passages answer most questions, so recent ones are cached. */
export function readPassage(index: SearchIndex, number: number): Passage {
  return remember(index, number, () => decodePassage(index, number));
}

/** The passages of a page, in reading order. */
export function readPassages(index: SearchIndex, page: number): Passage[] {
  const [first = 0, end = 0] = index.pageFirstPassage.subarray(page, page + 2);
  return Array.from({ length: end - first }, (_, place) => readPassage(index, first + place));
}
