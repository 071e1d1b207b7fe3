import { growingWords } from "./growing-numbers.ts";
import type { PassageParts } from "./index-merger.ts";
import type { PageRun } from "./page-runs.ts";

/** The text of the pages of these runs: whole blocks are taken over as they are. */
export function mergePassages(segments: Record<PageRun["from"], PassageParts>, runs: readonly PageRun[]): PassageParts {
  const pageFirstPassage = growingWords();
  const passageBlock = growingWords();
  const passageOffset = growingWords();
  const blockOffset = growingWords();
  const blockLength = growingWords();
  const blocks: Buffer[] = [];
  let bytes = 0;
  for (const { from, start, end } of runs) {
    const part = segments[from];
    const firstPassage = part.pageFirstPassage[start] ?? 0;
    const endPassage = part.pageFirstPassage[end] ?? 0;
    // A page always has a passage, and a block holds passages of one page only.
    const firstBlock = part.passageBlock[firstPassage] ?? 0;
    const endBlock = part.passageBlock[endPassage] ?? part.blockLength.length;
    const firstByte = part.blockOffset[firstBlock] ?? 0;
    const endByte = part.blockOffset[endBlock] ?? 0;
    const { length } = passageBlock;
    appendShifted(pageFirstPassage, part.pageFirstPassage.subarray(start, end), length - firstPassage);
    const inRun = part.passageBlock.subarray(firstPassage, endPassage);
    appendShifted(passageBlock, inRun, blockLength.length - firstBlock);
    passageOffset.append(part.passageOffset.subarray(firstPassage, endPassage));
    appendShifted(blockOffset, part.blockOffset.subarray(firstBlock, endBlock), bytes - firstByte);
    blockLength.append(part.blockLength.subarray(firstBlock, endBlock));
    blocks.push(part.blocks.subarray(firstByte, endByte));
    bytes += endByte - firstByte;
  }
  pageFirstPassage.push(passageBlock.length);
  blockOffset.push(bytes);
  return {
    pageFirstPassage: pageFirstPassage.view(),
    passageBlock: passageBlock.view(),
    passageOffset: passageOffset.view(),
    blockOffset: blockOffset.view(),
    blockLength: blockLength.view(),
    blocks: Buffer.concat(blocks),
  };
}

function appendShifted(target: ReturnType<typeof growingWords>, numbers: Uint32Array, shift: number): void {
  const first = target.length;
  target.append(numbers);
  const own = target.view();
  for (let place = first; place < own.length; place++) own[place] = (own[place] ?? 0) + shift;
}
