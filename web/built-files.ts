import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import type { Bundle } from "./bundles.ts";

const hashDigits = 16;
const rootFolder = join(import.meta.dirname, "..");

export interface BuiltFile {
  /** In the folder of the bundle. */
  path: string;
  /** Of JavaScript; nothing else counts. */
  gzipBytes: number;
}

/** Of all that decides what is built: the sources, how they are built, and the exact versions of what they use. */
export async function hashSources({ name, folders }: Bundle): Promise<string> {
  const hash = createHash("sha256").update(name);
  const own = ["build-process.ts", "bundles.ts"].map((file) => join(import.meta.dirname, file));
  const sources = (await Promise.all(folders.map(listSources))).flat();
  for (const path of [...own, ...sources]) {
    hash.update(`\0${relative(rootFolder, path)}\0`).update(await readFile(path));
  }
  const { dependencies } = JSON.parse(await readFile(join(rootFolder, "package.json"), "utf8")) as {
    dependencies?: unknown;
  };
  return hash.update(JSON.stringify(dependencies)).digest("hex").slice(0, hashDigits);
}

export async function listBuilt(folder: string): Promise<BuiltFile[]> {
  const paths = await listFiles(folder);
  return Promise.all(
    paths.map(async (path) => ({
      path: relative(folder, path),
      gzipBytes: path.endsWith(".js") ? gzipSync(await readFile(path)).length : 0,
    })),
  );
}

async function listSources(folder: string): Promise<string[]> {
  return (await listFiles(folder)).filter((path) => !/\.test\.tsx?$|\.md$/.test(path));
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
