import { deflateRawSync } from "node:zlib";
import type { BuiltIndex, BuiltSegment } from "../../search/build-index.ts";
import { type SplitSegment, splitSegment } from "../../search/segment-chunks.ts";
import type { StaticFile } from "./write-site.ts";

/** Where web/search finds the index of a static site. */
export const searchFolder = "_lectern/search";
const compressionLevel = 9;

export interface StaticSearch {
  files: StaticFile[];
  /** How many bytes a browser loads before its first search. */
  byteLength: number;
}

/** The index of a static site. Its files are compressed here, because many hosts don't compress unknown types. */
export function staticSearch({ segments }: BuiltIndex): StaticSearch {
  const list = Buffer.from(JSON.stringify(segments.map(({ name, byteLength }) => ({ name, byteLength }))));
  const files = [fileOf("segments.json", () => list)];
  let byteLength = list.length;
  for (const segment of segments) {
    const { common, rest } = splitSegment(segment.load());
    const packed = deflateRawSync(common, { level: compressionLevel });
    byteLength += packed.length;
    files.push(fileOf(`${segment.name}/common.bin`, () => packed));
    for (const chunk of rest.keys()) {
      const pack = () => deflateRawSync(splitOnce(segment).rest.get(chunk) ?? "", { level: compressionLevel });
      files.push(fileOf(`${segment.name}/${chunk}.bin`, pack));
    }
  }
  return { files, byteLength };
}

function fileOf(path: string, bytes: () => Buffer): StaticFile {
  return {
    path: `${searchFolder}/${path}`,
    load: async () => ({ bytes: bytes(), gzip: undefined, brotli: undefined }),
  };
}

let last: { segment: BuiltSegment; split: SplitSegment } | undefined;

/** The chunks of a segment are written one after the other, so only one segment is held in memory. */
function splitOnce(segment: BuiltSegment): SplitSegment {
  if (last?.segment !== segment) last = { segment, split: splitSegment(segment.load()) };
  return last.split;
}
