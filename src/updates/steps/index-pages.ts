import { hash } from "node:crypto";
import { searchIndexPath, searchSegmentPath } from "../../projects/sites/site-headers.ts";
import type { BuiltSegment } from "../../search/indexing.ts";
import { indexSite, type SiteBuild } from "../../site/building.ts";
import type { SiteFile } from "../../site/serving.ts";
import type { StepLog } from "./step-log.ts";

/**
 * Writes the index that search and the assistant use, as files of the artifact that visitors cannot fetch. Segments
 * without a changed page are reused from the previous artifact.
 */
export async function indexPages(build: SiteBuild, signal: AbortSignal, stepLog: StepLog): Promise<SiteFile[]> {
  const { list, segments } = await stepLog.timed(`index-pages: ${build.pages.length} pages`, () =>
    indexSite(build, signal),
  );
  return [
    ...segments.map((segment) => serverFile(searchSegmentPath(segment.name), segment)),
    serverFile(searchIndexPath, { sha256: hash("sha256", list), byteLength: list.length, load: () => list }),
  ];
}

/** A file that only the server reads. */
export function serverFile(path: string, { sha256, byteLength, load }: Omit<BuiltSegment, "name">): SiteFile {
  return {
    path,
    type: "application/octet-stream",
    sha256,
    byteLength,
    load: async () => ({ bytes: load(), sha256 }),
  };
}
