import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

/** Everything that browsers load, built from web/ by `npm ci`. */
export const browserFolder = join(import.meta.dirname, "../../web/dist");

/** A built file by its path in the folder. */
export function readBrowserFile(path: string): Buffer {
  try {
    return readFileSync(join(browserFolder, path));
  } catch (error) {
    throw new Error(`web/dist/${path} has not been built. Run \`npm ci\` or \`npm run build:web\`.`, { cause: error });
  }
}

/** A file built from web/, in every encoding that browsers accept. */
export interface BuiltFile {
  type: string;
  etag: string;
  plain: Buffer;
  /** Undefined for formats that are already compressed, such as fonts. */
  gzip: Buffer | undefined;
  brotli: Buffer | undefined;
}

export async function packFile(type: string, plain: Buffer, isDense = false): Promise<BuiltFile> {
  return {
    type,
    etag: `"${createHash("sha256").update(plain).digest("hex").slice(0, 32)}"`,
    plain,
    gzip: isDense ? undefined : await promisify(gzip)(plain),
    brotli: isDense ? undefined : await promisify(brotliCompress)(plain),
  };
}

/** Opens something on the first call. After a failure, the next call tries again. */
export function openOnce<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined;
  return () => {
    opened ??= open();
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
}
