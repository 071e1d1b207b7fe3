import { isBranchName } from "../git/branch-name.ts";
import type { Repository } from "../git/repository.ts";
import { runGit } from "../git/run-git.ts";
import { noCommit, type PushCommand } from "./push-commands.ts";

export interface MovedBranch {
  branch: string;
  /** Where it is now; `undefined` for a branch that was deleted. */
  sha: string | undefined;
  isNew: boolean;
}

const branchPrefix = "refs/heads/";
const lookSecondsMax = 30;
const lineBytesMax = 400;

/** Which branches a push moved. Only the repository knows what became of its wishes, so it is asked. */
export async function findMovedBranches(
  { gitDir }: Repository,
  commands: readonly PushCommand[],
): Promise<MovedBranch[]> {
  const wishes = commands.filter(
    ({ ref, from, to }) => from !== to && ref.startsWith(branchPrefix) && isBranchName(ref.slice(branchPrefix.length)),
  );
  if (wishes.length === 0) {
    return [];
  }
  // The names go in as input, so that no number of them is too large for a command line.
  const output = await runGit(
    {
      gitDir,
      args: ["cat-file", "--batch-check=%(objectname)"],
      secondsMax: lookSecondsMax,
      stdoutBytesMax: wishes.length * lineBytesMax,
    },
    wishes.map(({ ref }) => `${ref}\n`).join(""),
  );
  const answers = output.toString().split("\n");
  return wishes.flatMap(({ ref, from, to }, index): MovedBranch[] => {
    const answer = answers[index] ?? "";
    const now = answer.endsWith(" missing") ? noCommit : answer;
    return now === to
      ? [{ branch: ref.slice(branchPrefix.length), sha: to === noCommit ? undefined : to, isNew: from === noCommit }]
      : [];
  });
}
