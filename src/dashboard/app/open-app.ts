import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { browserFolder, readBrowserFile } from "../../platform/browser-files.ts";

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

/** Each file is read and compressed once, when it is first requested. */
export function openApp(): Promise<DashboardApp> {
  opened ??= open();
  // After a failure, the next request tries again.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

async function open(): Promise<DashboardApp> {
  // Fails with a clear message when the dashboard has not been built.
  readBrowserFile("dashboard/index.html");
  const folder = join(browserFolder, "dashboard");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return openFiles(
    folder,
    files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))),
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
