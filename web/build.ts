import { execFile } from "node:child_process";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type BuiltFile, hashSources, listBuilt } from "./built-files.ts";
import { type Bundle, type BundleName, bundles } from "./bundles.ts";

const distFolder = join(import.meta.dirname, "dist");
const buildSecondsMax = 100;
const lockSecondsMax = 120;
const pollMilliseconds = 100;
/** The newest few stay: a server that still runs the code of before may be reading its own. */
const foldersKept = 3;

/** A bundle as it stands on the disk. */
export interface BuiltBundle {
  folder: string;
  files: readonly BuiltFile[];
}

const run = promisify(execFile);
const opened = new Map<BundleName, Promise<BuiltBundle>>();

/** The bundle of the sources that are here now. It is built first if nobody has done that. */
export function openBundle(name: BundleName): Promise<BuiltBundle> {
  const known = opened.get(name) ?? findOrBuild(bundles[name]);
  opened.set(name, known);
  // A build that failed is tried again, when its reason may be gone.
  known.catch(() => opened.delete(name));
  return known;
}

async function findOrBuild(bundle: Bundle): Promise<BuiltBundle> {
  const folder = join(distFolder, bundle.name, await hashSources(bundle));
  if (!(await exists(folder))) await buildAlone(bundle, folder);
  return { folder, files: await listBuilt(folder) };
}

/** Processes that start together wait for the one that came first. Without the lock they would only do the same twice. */
async function buildAlone(bundle: Bundle, folder: string): Promise<void> {
  const lock = join(distFolder, `${bundle.name}.lock`);
  await mkdir(distFolder, { recursive: true });
  while (!(await takeLock(lock))) {
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
    if (await exists(folder)) return;
  }
  try {
    if (!(await exists(folder))) await buildTo(bundle, folder);
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "EEXIST") throw error;
    const since = await stat(lock).catch(() => undefined);
    // Whoever held it was killed.
    if (since !== undefined && Date.now() - since.mtimeMs > lockSecondsMax * 1000) {
      await rm(lock, { recursive: true, force: true });
    }
    return false;
  }
}

/** The folder gets its name last: it is whole or it is not there. */
async function buildTo(bundle: Bundle, folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  try {
    const script = join(import.meta.dirname, "build-process.ts");
    // Nothing else of the environment: neither settings nor secrets of a server have a part in it.
    const options = { env: { NODE_ENV: "production" }, timeout: buildSecondsMax * 1000 };
    await run(process.execPath, [script, bundle.name, unfinished], options);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  await removeOld(join(distFolder, bundle.name));
}

async function removeOld(parent: string): Promise<void> {
  const folders = await Promise.all(
    (await readdir(parent)).map(async (name) => ({ name, time: (await stat(join(parent, name))).mtimeMs })),
  );
  for (const { name } of folders.toSorted((a, b) => b.time - a.time).slice(foldersKept)) {
    await rm(join(parent, name), { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** How much JavaScript, compressed, is loaded before anything of the bundle works. */
export async function countFirstLoad(name: BundleName): Promise<number> {
  const { listFirstLoad }: Bundle = bundles[name];
  const { folder, files } = await openBundle(name);
  const first = await listFirstLoad?.(folder);
  return files
    .filter(({ path }) => first === undefined || first.includes(path))
    .reduce((sum, file) => sum + file.gzipBytes, 0);
}

/** Run by `npm ci`: builds everything and says how large it is. */
async function buildAll(): Promise<void> {
  for (const name of Object.keys(bundles) as BundleName[]) {
    const bytes = await countFirstLoad(name);
    const { gzipBytesMax } = bundles[name];
    const line = `${name}: ${kilobytes(bytes)} of JavaScript, compressed; it may have ${kilobytes(gzipBytesMax)}`;
    process.stdout.write(`${line}\n`);
    if (bytes > gzipBytesMax) throw new Error(`${name} is too large for those who load it; find what has grown.`);
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

if (import.meta.main) await buildAll();
