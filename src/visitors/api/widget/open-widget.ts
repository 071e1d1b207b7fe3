import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { readBrowserFile } from "../../../platform/browser-files.ts";

/** The script that other websites load, in every form that browsers take it in. */
export interface Widget {
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
}

let opened: Promise<Widget> | undefined;

/** Read and compressed once, with the first request for it. */
export function openWidget(): Promise<Widget> {
  opened ??= read();
  // After a failure, the next request tries again.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

async function read(): Promise<Widget> {
  const plain = readBrowserFile("widget.js");
  return {
    etag: `"${createHash("sha256").update(plain).digest("hex").slice(0, 32)}"`,
    plain,
    gzip: await promisify(gzip)(plain),
    brotli: await promisify(brotliCompress)(plain),
  };
}
