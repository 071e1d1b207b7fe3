import { GitError } from "./git-error.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { runGit } from "./run-git.ts";

/** Full name → commit or tag. */
export type Refs = ReadonlyMap<string, string>;

export interface RefMove {
  /** In full, such as `refs/heads/main`. */
  ref: string;
  /** Undefined if the ref didn't exist before. */
  from: string | undefined;
  to: string | undefined;
}

/** The limit for all branches, tags and hidden refs of a repository. */
const refsMax = 20_000;
const refBytesMax = 1_000;
const replacementCharacter = "\uFFFD";

export async function readRefs(
  { gitDir }: Repository,
  { limits, signal }: RepositoryUse,
): Promise<Map<string, string>> {
  const output = await runGit({
    gitDir,
    args: ["for-each-ref", "--format=%(objectname) %(refname)"],
    secondsMax: limits.readSecondsMax,
    stdoutBytesMax: refsMax * refBytesMax,
    signal,
  });
  const lines = output.toString().split("\n").slice(0, -1);
  if (lines.some((line) => line.includes(replacementCharacter))) {
    throw new GitError("refused", "The names of branches and tags must be UTF-8.");
  }
  if (lines.length > refsMax) {
    throw new GitError("too-large", `A repository can have at most ${refsMax} branches and tags; delete some.`);
  }
  return new Map(lines.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))]));
}

export function compareRefs(before: Refs, after: Refs): RefMove[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .map((ref) => ({ ref, from: before.get(ref), to: after.get(ref) }))
    .filter(({ from, to }) => from !== to);
}

/** Moves refs back. The given moves are some of those that were made. */
export async function undoMoves(
  { gitDir }: Repository,
  moves: readonly RefMove[],
  { limits, signal }: RepositoryUse,
): Promise<void> {
  const commands = moves.map(({ ref, from, to = "" }) =>
    from === undefined ? `delete ${ref}\0${to}\0` : `update ${ref}\0${from}\0${to}\0`,
  );
  const args = ["update-ref", "--stdin", "-z"];
  await runGit({ gitDir, args, secondsMax: limits.readSecondsMax, stdoutBytesMax: 0, signal }, commands.join(""));
}

/** The file in which git keeps refs that have no file of their own. */
export function packedRefs(refs: Refs): Buffer {
  const entries = [...refs].map(([name, sha]) => ({ name: Buffer.from(name), line: Buffer.from(`${sha} ${name}\n`) }));
  // Git searches the file in byte order.
  entries.sort((one, other) => Buffer.compare(one.name, other.name));
  return Buffer.concat([Buffer.from("# pack-refs with: sorted \n"), ...entries.map(({ line }) => line)]);
}
