import { damagedError } from "./git-error.ts";
import type { TreeFile } from "./list-tree.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { localCommand, readGit } from "./run-git.ts";

const headerLengthMax = 200;

/** A file to read. If its size is given, the size is checked. */
type BlobFile = Pick<TreeFile, "blob"> & { bytes?: number };

/** Reads the contents of files one by one, exactly as committed: no filters, no line ending conversion. */
export async function readBlobs<File extends BlobFile>(
  repository: Repository,
  files: readonly File[],
  use: RepositoryUse,
  onBlob: (file: File, content: Buffer) => Promise<void>,
): Promise<void> {
  const { treeBytesMax, fileBytesMax } = use.limits;
  const bytesMax = treeBytesMax + files.length * headerLengthMax;
  const command = localCommand(repository, use, bytesMax, ["cat-file", "--batch", "--buffer"]);
  const done = await readGit(command, async ({ stdin, stdout }) => {
    stdin.end(files.map(({ blob }) => `${blob}\n`).join(""));
    return splitBlobs(stdout, files, fileBytesMax, onBlob);
  });
  if (done !== files.length) {
    throw damagedError();
  }
}

/**
 * Splits git's output into blobs: a line with ID and size, the bytes, and a line break. Returns the number of blobs.
 */
async function splitBlobs<File extends BlobFile>(
  output: AsyncIterable<Buffer>,
  files: readonly File[],
  bytesMax: number,
  onBlob: (file: File, content: Buffer) => Promise<void>,
): Promise<number> {
  let done = 0;
  let header = "";
  let content: Buffer | undefined;
  let filled = 0;
  for await (const chunk of output) {
    for (let at = 0; at < chunk.length; ) {
      const file = files[done];
      if (file === undefined || header.length > headerLengthMax) {
        throw damagedError();
      }
      if (content === undefined) {
        const end = chunk.indexOf("\n", at);
        header += chunk.toString("latin1", at, end === -1 ? undefined : end);
        at = end === -1 ? chunk.length : end + 1;
        if (end !== -1) {
          content = roomFor(file, header, bytesMax);
          header = "";
          filled = 0;
        }
      } else {
        const copied = chunk.copy(content, filled, at);
        at += copied;
        filled += copied;
        if (filled === content.length) {
          await onBlob(file, content.subarray(0, -1));
          content = undefined;
          done += 1;
        }
      }
    }
  }
  return done;
}

function roomFor({ blob, bytes }: BlobFile, header: string, bytesMax: number): Buffer {
  const size = bytes ?? Number(header.split(" ")[2]);
  if (header !== `${blob} blob ${size}` || size > bytesMax) {
    throw damagedError();
  }
  return Buffer.allocUnsafe(size + 1);
}
