interface FileContent {
  bytes: Buffer;
  gzip: Buffer | undefined;
  brotli: Buffer | undefined;
}

/**
 * A file of the finished site. Its bytes are loaded on demand: whoever stores files by their hash already has most of
 * them after a small change, and a large site never lies in memory as a whole.
 *
 * Paths: a page at `/guides/start` is `guides/start.html`, the home page `index.html`; assets keep their own path; files
 * of ours are under `_lectern/` with a hash in the path and never change.
 */
export interface SiteFile {
  path: string;
  type: string;
  /** Of its bytes; undefined for a file that is only put together when it is loaded. */
  sha256: string | undefined;
  byteLength: number;
  isImmutable: boolean;
  /** Checks what it reads; throws when a cache entry was damaged, and a new build then makes it again. */
  load(): Promise<FileContent>;
}
