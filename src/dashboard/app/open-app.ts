import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { type BuiltFile, browserFolder, openOnce, packFile, readBrowserFile } from "../../platform/browser-files.ts";

export interface DashboardApp {
  /** The page that every address of the dashboard shows. */
  index: BuiltFile;
  /** Finds a file by its path below the app; undefined if it was not built. */
  find(path: string): Promise<BuiltFile | undefined>;
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

/** Each file is read and compressed once, when it is first requested. */
export const openApp = openOnce(async (): Promise<DashboardApp> => {
  // Fails with a clear message when the dashboard has not been built.
  readBrowserFile("dashboard/index.html");
  const folder = join(browserFolder, "dashboard");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return openFiles(
    folder,
    files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))),
  );
});

/** Only these files can be requested, so no path can lead out of the folder. */
export async function openFiles(folder: string, paths: readonly string[]): Promise<DashboardApp> {
  const known = new Set(paths);
  const read = new Map<string, Promise<BuiltFile>>();
  const readOnce = (path: string): Promise<BuiltFile> => {
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

async function readAppFile(folder: string, path: string): Promise<BuiltFile> {
  const extension = extname(path);
  const type = types[extension] ?? "application/octet-stream";
  return packFile(type, await readFile(join(folder, path)), compressed.has(extension));
}
