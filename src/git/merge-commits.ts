import { text } from "node:stream/consumers";
import { checkSha } from "./branches.ts";
import { GitError } from "./git-error.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { localCommand, readGit, runGit } from "./run-git.ts";

export type MergedTree = { kind: "clean"; tree: string } | { kind: "conflict"; paths: string[] };

const treeBytesMax = 1_000_000;
const lineBytesMax = 4_096;
const conflictsMax = 100;
const shaPattern = /^[0-9a-f]{40}$/;

/** Merges two commits into a new tree of the repository, without a work tree and without moving a branch. */
export async function mergeTrees(
  repository: Repository,
  { ours, theirs, ...use }: { ours: string; theirs: string } & RepositoryUse,
): Promise<MergedTree> {
  checkSha(ours, theirs);
  const args = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", "--end-of-options", ours, theirs];
  let output = "";
  try {
    await readGit(localCommand(repository, use, treeBytesMax, args), async ({ stdin, stdout }) => {
      stdin.end();
      output = await text(stdout);
    });
  } catch (error) {
    const [tree = "", ...paths] = output.split("\0");
    // If there are conflicts, git exits with 1 but still prints a tree.
    if (error instanceof GitError && error.kind === "failed" && error.stderr === "" && shaPattern.test(tree)) {
      return { kind: "conflict", paths: [...new Set(paths.filter((path) => path !== ""))].slice(0, conflictsMax) };
    }
    throw error;
  }
  return { kind: "clean", tree: output.split("\0")[0] ?? "" };
}

interface NewCommit {
  tree: string;
  parents: readonly string[];
  message: string;
  author: { name: string; email: string };
  /** Milliseconds since the epoch. */
  at: number;
}

/** Creates a commit from an existing tree, without moving a branch. */
export async function commitTree(
  repository: Repository,
  { tree, parents, message, author, at, ...use }: NewCommit & RepositoryUse,
): Promise<string> {
  checkSha(tree, ...parents);
  const date = `${Math.floor(at / 1_000)} +0000`;
  const name = inOneLine(author.name) || "Lectern";
  const email = inOneLine(author.email);
  const args = ["commit-tree", ...parents.flatMap((parent) => ["-p", parent]), "-F", "-", tree];
  const variables = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
  const command = { ...localCommand(repository, use, lineBytesMax, args), variables };
  const output = await runGit(command, message.replaceAll("\0", ""));
  return output.toString().trim();
}

// Replaces characters that are delimiters in git's author lines.
export function inOneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would start another header.
  return text.replace(/[\u0000-\u001f\u007f<>]/g, " ").trim();
}
