import { checkSha } from "./branches.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { failureOf, localCommand, runGit, startGit } from "./run-git.ts";

export type MergedTree = { kind: "clean"; tree: string } | { kind: "conflict"; paths: string[] };

const treeBytesMax = 1_000_000;
const lineBytesMax = 4_096;
const conflictsMax = 100;

/** Merges two commits into a new tree of the repository, without a work tree and without moving a branch. */
export async function mergeTrees(
  repository: Repository,
  { ours, theirs, ...use }: { ours: string; theirs: string } & RepositoryUse,
): Promise<MergedTree> {
  checkSha(ours, theirs);
  const args = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", "--end-of-options", ours, theirs];
  const git = startGit(localCommand(repository, use, treeBytesMax, args));
  git.stdin.end();
  const [tree = "", ...paths] = Buffer.concat(await git.stdout.toArray())
    .toString()
    .split("\0");
  const failure = await failureOf(git);
  if (failure === undefined) {
    return { kind: "clean", tree };
  }
  // If there are conflicts, git exits with 1 but still prints a tree.
  if (failure.kind === "failed" && failure.stderr === "" && /^[0-9a-f]{40}$/.test(tree)) {
    return { kind: "conflict", paths: [...new Set(paths.filter((path) => path !== ""))].slice(0, conflictsMax) };
  }
  throw failure;
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
