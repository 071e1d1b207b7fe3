import { checkSha } from "./branches.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { readStart } from "./run-git.ts";

interface Hunk {
  start: number;
  count: number;
  newCount: number;
}

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const diffBytesMax = 1_000_000;

/**
 * Finds lines of one version of a file in another version. The result is undefined for lines that were changed or
 * removed, and for all lines if the versions differ too much.
 */
export async function followLines(
  repository: Repository,
  { from, to, ...use }: RepositoryUse & { from: string; to: string },
): Promise<(line: number) => number | undefined> {
  if (from === to) {
    return (line) => line;
  }
  checkSha(from, to);
  const args = ["diff", "--no-color", "--no-ext-diff", "--no-textconv", "-U0", "--end-of-options", from, to];
  const text = await readStart(repository, use, diffBytesMax, args);
  if (Buffer.byteLength(text) >= diffBytesMax - 3) {
    return () => undefined;
  }
  const hunks = text.split("\n").flatMap(readHunk);
  return (line) => newLine(hunks, line);
}

function readHunk(line: string): Hunk[] {
  const [, start, count = "1", newCount = "1"] = hunkHead.exec(line) ?? [];
  return start === undefined ? [] : [{ start: Number(start), count: Number(count), newCount: Number(newCount) }];
}

function newLine(hunks: readonly Hunk[], line: number): number | undefined {
  let shift = 0;
  for (const { start, count, newCount } of hunks) {
    // For a hunk that only adds lines, git gives the number of the line before it.
    const first = count === 0 ? start + 1 : start;
    if (line < first) break;
    if (line < first + count) return undefined;
    shift += newCount - count;
  }
  return line + shift;
}
