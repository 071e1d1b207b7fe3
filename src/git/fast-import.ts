import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { inOneLine } from "./merge-commits.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { longCommand, readGit } from "./run-git.ts";

/**
 * Streams commits to `git fast-import`, and returns what the commands print. If the stream doesn't end with `done`, git
 * discards all of it.
 */
export async function fastImport(
  repository: Repository,
  commands: AsyncIterable<string | Buffer> | Iterable<string | Buffer>,
  use: RepositoryUse,
): Promise<string> {
  const command = longCommand(repository, use, ["fast-import", "--quiet", "--force", "--done"]);
  // Git always writes a pack, because a pack appears atomically.
  const config = [["fastimport.unpackLimit", "1"]] as const;
  return readGit({ ...command, config }, async ({ stdin, stdout }) => {
    await pipeline(Readable.from(commands), stdin);
    return text(stdout);
  });
}

interface CommitHead {
  /** The ref that will point to the commit. */
  ref: string;
  author: { name: string; email: string };
  message: string;
  /** Milliseconds since the epoch. */
  at: number;
  parent: string | undefined;
  /** A number by which later commands can refer to the commit. */
  mark?: number;
}

export function commitHead({ ref, author, message, at, parent, mark }: CommitHead): string {
  const who = `${inOneLine(author.name)} <${inOneLine(author.email)}> ${Math.floor(at / 1_000)} +0000`;
  const from = parent === undefined ? "" : `from ${parent}\n`;
  const marked = mark === undefined ? "" : `mark :${mark}\n`;
  return `commit ${ref}\n${marked}author ${who}\ncommitter ${who}\ndata ${Buffer.byteLength(message)}\n${message}\n${from}`;
}

// Checked paths contain no backslashes or control characters, so only quotes need escaping.
export function quotedName(path: string): string {
  return `"${path.replaceAll('"', '\\"')}"`;
}
