import { hash } from "node:crypto";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Path prefixes of slow test files, slowest first. Without an earlier run only file sizes are known. */
const longFirst = ["test/updates/kill/", "test/", "src/screenshot/", "src/platform/"];

/**
 * Runs slow files first, so that no worker is left with one while the others are idle. Files that share workers are
 * kept together: a worker is only reused while such a file is next. With `--sequence.shuffle` they run in random order.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    if (shuffle) {
      return files.toSorted((a, b) => sharingOf(a) - sharingOf(b) || placeOf(a, seed) - placeOf(b, seed));
    }
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => sharingOf(a) - sharingOf(b) || rankOf(a) - rankOf(b));
  }
}

function sharingOf({ project }: TestSpecification): number {
  return project.config.isolate ? 0 : 1;
}

/** Random, but the same again for the same seed. */
function placeOf({ moduleId, project }: TestSpecification, seed: number): number {
  return Number.parseInt(hash("sha256", `${seed} ${relative(project.config.root, moduleId)}`).slice(0, 12), 16);
}

function rankOf({ moduleId, project }: TestSpecification): number {
  const path = relative(project.config.root, moduleId);
  const rank = longFirst.findIndex((beginning) => path.startsWith(beginning));
  return rank === -1 ? longFirst.length : rank;
}
