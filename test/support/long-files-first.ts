import { hash } from "node:crypto";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { durations } from "./durations.ts";

/**
 * Runs slow files first, so that no worker is busy with a slow file at the end while the others are idle. Files that
 * share workers run together, project by project, because a worker is only reused if the next file shares it too. With
 * `--sequence.shuffle`, the files of each kind run in random order.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    if (shuffle) {
      return files.toSorted((a, b) => bySharing(a, b) || placeOf(a, seed) - placeOf(b, seed));
    }
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => bySharing(a, b) || bySeconds(a, b));
  }
}

function bySeconds(a: TestSpecification, b: TestSpecification): number {
  const [one, other] = [secondsOf(a), secondsOf(b)];
  return one === other ? 0 : other - one;
}

function bySharing(a: TestSpecification, b: TestSpecification): number {
  return sharingOf(a).localeCompare(sharingOf(b));
}

/** Empty for files that have a worker of their own, and so come first. */
function sharingOf({ project }: TestSpecification): string {
  return project.config.isolate ? "" : project.name;
}

/** A random position that is always the same for the same seed. */
function placeOf({ moduleId, project }: TestSpecification, seed: number): number {
  return Number.parseInt(hash("sha256", `${seed} ${relative(project.config.root, moduleId)}`).slice(0, 12), 16);
}

/** A file that was never measured counts as slow. */
function secondsOf({ moduleId, project }: TestSpecification): number {
  return durations[relative(project.config.root, moduleId)] ?? Number.POSITIVE_INFINITY;
}
