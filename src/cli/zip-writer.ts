import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** Writes a zip file entry by entry. */
export interface ZipWriter {
  add(path: string, bytes: Buffer): Promise<void>;
  /** Gives the file its name. Until then, an earlier file of that name is untouched. */
  finish(): Promise<void>;
  /** Removes the incomplete file. Does nothing after `finish`. */
  abandon(): Promise<void>;
}

/** Files that are already compressed, so compressing them again would only take time. */
const dense = /\.(?:br|gz|bin|png|jpe?g|gif|webp|avif|mp4|webm|woff2?|zip)$/i;
/** All entries have the earliest time that the format allows, so that the same entries give the same bytes. */
const sameForAll = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644 };

export function createZipWriter(file: string): ZipWriter {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  const zip = new ZipFile();
  const output = createWriteStream(temporary);
  const written = pipeline(zip.outputStream, output);
  const failing = new AbortController();
  const { signal } = failing;
  written.catch((error: unknown) => failing.abort(error));

  return {
    async add(path, bytes) {
      signal.throwIfAborted();
      if (dense.test(path)) {
        zip.addBuffer(bytes, path, { ...sameForAll, compress: false });
        if (output.writableNeedDrain) await once(output, "drain", { signal });
        return;
      }
      const source = Readable.from([bytes]);
      zip.addReadStream(source, path, { ...sameForAll, size: bytes.length });
      // One entry at a time, so that a large site doesn't wait in memory to be compressed.
      await finished(source, { signal });
    },
    async finish() {
      zip.end();
      await written;
      await rename(temporary, file);
    },
    async abandon() {
      output.destroy();
      await written.catch(() => undefined);
      await rm(temporary, { force: true });
    },
  };
}
