import { randomUUID } from "node:crypto";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkBranchName } from "./branch-name.ts";
import type { Repository } from "./repository.ts";
import { runGit } from "./run-git.ts";

const initSecondsMax = 30;
const outputBytesMax = 4_096;

export async function hasRepository({ gitDir }: Repository): Promise<boolean> {
  return access(join(gitDir, "HEAD")).then(
    () => true,
    () => false,
  );
}

/** Atomically creates an empty bare repository without hooks, whose HEAD is the given branch. */
export async function initBare(gitDir: string, branch: string, signal?: AbortSignal): Promise<void> {
  checkBranchName(branch);
  await mkdir(dirname(gitDir), { recursive: true });
  const unfinished = `${gitDir}.new-${randomUUID()}`;
  try {
    await runGit({
      args: ["init", "--quiet", "--bare", "--template=", `--initial-branch=${branch}`, "--", unfinished],
      secondsMax: initSecondsMax,
      stdoutBytesMax: outputBytesMax,
      signal,
    });
    await rename(unfinished, gitDir);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
