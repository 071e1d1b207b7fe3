import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { openBundle } from "../../../web/build.ts";

/** A file of the built app, in every form that browsers take it in. */
export interface AppFile {
  type: string;
  etag: string;
  plain: Buffer;
  /** Undefined for what is compressed by itself, such as fonts. */
  gzip: Buffer | undefined;
  brotli: Buffer | undefined;
}

export interface DashboardApp {
  /** The page that every address of the dashboard shows. */
  index: AppFile;
  /** By its path below the app; undefined for what was not built. */
  find(path: string): Promise<AppFile | undefined>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".png": "image/png",
  ".json": "application/json; charset=utf-8",
};
const compressed = new Set([".woff2", ".png"]);

let opened: Promise<DashboardApp> | undefined;

/** Built if nobody has done that yet; each file is read and compressed once, when it is first asked for. */
export function openApp(): Promise<DashboardApp> {
  opened ??= open();
  // A build that failed is tried again with the next request.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

async function open(): Promise<DashboardApp> {
  const { folder, files } = await openBundle("dashboard");
  return openFiles(
    folder,
    files.map(({ path }) => path),
  );
}

/** Only these files can be asked for: no path leads out of the folder. */
export async function openFiles(folder: string, paths: readonly string[]): Promise<DashboardApp> {
  const known = new Set(paths);
  const read = new Map<string, Promise<AppFile>>();
  const readOnce = (path: string): Promise<AppFile> => {
    const file = read.get(path) ?? readAppFile(folder, path);
    read.set(path, file);
    file.catch(() => read.delete(path));
    return file;
  };
  return {
    index: await readOnce("index.html"),
    find: async (path) => (known.has(path) ? readOnce(path) : undefined),
  };
}

async function readAppFile(folder: string, path: string): Promise<AppFile> {
  const plain = await readFile(join(folder, path));
  const extension = extname(path);
  const isDense = compressed.has(extension);
  return {
    type: types[extension] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(plain).digest("hex").slice(0, 32)}"`,
    plain,
    gzip: isDense ? undefined : await promisify(gzip)(plain),
    brotli: isDense ? undefined : await promisify(brotliCompress)(plain),
  };
}
