import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { inOneLine } from "./merge-commits.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { readGit } from "./run-git.ts";

const outputBytesMax = 100_000;

/** Hands commits to git in the language of `git fast-import`. Without its last word, `done`, git takes nothing of it. */
export async function fastImport(
  { gitDir }: Repository,
  words: AsyncIterable<string | Buffer> | Iterable<string | Buffer>,
  { limits, signal }: RepositoryUse,
): Promise<void> {
  const command = {
    gitDir,
    args: ["fast-import", "--quiet", "--force", "--done"],
    // Always a pack, which appears whole or not at all.
    config: [["fastimport.unpackLimit", "1"]] as const,
    secondsMax: limits.fetchSecondsMax,
    stdoutBytesMax: outputBytesMax,
    signal,
  };
  await readGit(command, async ({ stdin, stdout }) => {
    await pipeline(Readable.from(words), stdin);
    for await (const _ of stdout) {
      // Nothing is said when all goes well.
    }
  });
}

interface CommitHead {
  /** The ref that will stand for the commit. */
  ref: string;
  author: { name: string; email: string };
  message: string;
  /** Milliseconds since the epoch. */
  at: number;
  parent: string | undefined;
}

export function commitHead({ ref, author, message, at, parent }: CommitHead): string {
  const who = `${inOneLine(author.name)} <${inOneLine(author.email)}> ${Math.floor(at / 1_000)} +0000`;
  const from = parent === undefined ? "" : `from ${parent}\n`;
  return `commit ${ref}\nauthor ${who}\ncommitter ${who}\ndata ${Buffer.byteLength(message)}\n${message}\n${from}`;
}

// Names that were checked hold no backslash and no control character, so only the quotation mark is special.
export function quotedName(path: string): string {
  return `"${path.replaceAll('"', '\\"')}"`;
}
