import { createHash } from "node:crypto";
import type { Seam } from "../../platform/join-file.ts";

interface FileContent {
  bytes: Buffer;
  /** Set if the bytes were verified when they were loaded. */
  sha256?: string;
}

/**
 * A file of the finished site. Its content is loaded on demand, because after a small change most files are already in
 * storage, and because a large site may not fit in memory. A page at `/guides/start` has the path `guides/start.html`;
 * the home page has the path `index.html`. Assets keep their own paths. Files of Lectern are under `_lectern/`, with a
 * hash in their path, and never change.
 */
export interface SiteFile {
  path: string;
  type: string;
  /** Undefined for a file that isn't assembled until it is loaded. */
  sha256: string | undefined;
  byteLength: number;
  /** The pieces of a large file. A small change to the project leaves most of them unchanged. */
  parts?: readonly SiteFilePart[];
  /** The part that the file shares with others, such as the sidebar of a page, is stored once for all of them. */
  joined?: Seam & { own: SiteFilePart; shared: SiteFilePart };
  /** Reads and verifies the content. Throws if a cache entry is damaged; the next build then creates it again. */
  load(): Promise<FileContent>;
}

export interface SiteFilePart {
  sha256: string;
  byteLength: number;
  load(): Buffer;
}

/** A file of Lectern that pages load. Its path contains its hash, so it can be cached forever. */
export interface SiteAsset {
  path: string;
  type: string;
  bytes: Buffer;
}

const hashDigits = 12;
/**
 * The folder of files made from the author's code. The server doesn't serve it if the operator turns author code off.
 */
export const authorCodePath = "_lectern/author/";

export function hashedAsset(name: string, content: string | Buffer, type: string, folder = "_lectern/"): SiteAsset {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, hashDigits);
  return { path: `${folder}${hash}/${name}`, type, bytes: Buffer.from(content) };
}

/** The file of a page: `index.html` for the home page, `guides/start.html` for `/guides/start`. */
export function pageFilePath(url: string): string {
  return url === "/" ? "index.html" : `${url.slice(1)}.html`;
}

/** The Markdown of a page has the same name as the page. */
export function markdownFilePath(url: string): string {
  return url === "/" ? "index.md" : `${url.slice(1)}.md`;
}
