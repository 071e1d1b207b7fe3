import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** How the paths of files that take long begin, the longest first. Without an earlier run only their sizes are known. */
const longFirst = ["test/updates/kill/", "test/", "src/screenshot/", "src/platform/"];

/**
 * Begins with what takes long, so that at the end no worker is left with it while the others have nothing to do. Files
 * that share workers stand together: a worker is kept only while such a file is next.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => sharingOf(a) - sharingOf(b) || rankOf(a) - rankOf(b));
  }
}

function sharingOf({ project }: TestSpecification): number {
  return project.config.isolate ? 0 : 1;
}

function rankOf({ moduleId, project }: TestSpecification): number {
  const path = relative(project.config.root, moduleId);
  const rank = longFirst.findIndex((beginning) => path.startsWith(beginning));
  return rank === -1 ? longFirst.length : rank;
}
