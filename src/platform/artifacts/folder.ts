import { randomUUID } from "node:crypto";
import { constants, type Dirent } from "node:fs";
import { access, lstat, mkdir, open, readdir, rename, rm, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { forEachParallel } from "../for-each-parallel.ts";
import { assertKey, assertPrefix, isKey, type NewObject, type ObjectStore, type StoredObject } from "./object-store.ts";
import { ArtifactDamaged, StorageFailed, StorageFull } from "./storage-error.ts";

// Node runs file operations on four threads; a few more operations in the queue keep the threads busy.
const operationsMax = 16;

/**
 * Stores objects as files. Several processes may share the folder, even over a network file system, as long as its
 * renames are atomic.
 *
 * A file is written and synced under a temporary name and then renamed, so a name always refers to complete, durable
 * content. The parent folders are synced before `put` and `find` return.
 */
export async function createFolderStore(root: string): Promise<ObjectStore> {
  await guard(() => mkdir(root, { recursive: true }));

  return {
    async put(objects, signal) {
      objects.forEach(({ key }) => {
        assertKey(key);
      });
      await forEachParallel(objects, operationsMax, signal, (object) => writeWhole(root, object, signal));
      await syncFolders(
        root,
        objects.map(({ key }) => key),
        signal,
      );
    },

    async find(keys, signal) {
      const found = new Map<string, StoredObject>();
      await forEachParallel(keys, operationsMax, signal, async (key) => {
        const object = await describe(root, key);
        if (object) {
          found.set(key, object);
        }
      });
      // Another process may have been killed between its rename and its sync.
      await syncFolders(root, [...found.keys()], signal);
      return found;
    },

    async read(key, bytesMax, signal) {
      const file = await openFile(root, key);
      if (!file) {
        return undefined;
      }
      try {
        const { size } = await guard(() => file.stat());
        if (size > bytesMax) {
          throw new ArtifactDamaged();
        }
        return await guard(() => file.readFile({ signal }), signal);
      } finally {
        await file.close();
      }
    },

    async open(key, range, signal) {
      const file = await openFile(root, key);
      return file?.createReadStream({ ...range, signal });
    },

    filePath(key) {
      assertKey(key);
      return join(root, key);
    },

    async *list(prefix, signal) {
      assertPrefix(prefix);
      yield* walk(root, prefix.slice(0, -1), signal);
    },

    async remove(keys, signal) {
      keys.forEach(assertKey);
      // Empty folders are kept: on a full disk a collection couldn't create them again.
      await forEachParallel(keys, operationsMax, signal, (key) =>
        guard(() => ignoring(["ENOENT"], unlink(join(root, key)))),
      );
    },

    async removeAll(prefix) {
      assertPrefix(prefix);
      await guard(() => rm(join(root, prefix), { recursive: true, force: true }));
    },

    async ping() {
      await guard(() => access(root, constants.R_OK | constants.W_OK));
    },
  };
}

async function writeWhole(root: string, { key, bytes }: NewObject, signal: AbortSignal): Promise<void> {
  // Temporary files show up in listings like any other object, so leftovers of a killed process are collected.
  const temporary = join(root, key.slice(0, key.indexOf("/")), "temporary", randomUUID());
  const target = join(root, key);
  await guard(async () => {
    try {
      await inFolder(dirname(temporary), () => writeFile(temporary, bytes, { flag: "wx", flush: true, signal }));
      await inFolder(dirname(target), () => rename(temporary, target));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }, signal);
}

/** Creates the folder only if it turns out to be missing, which is rare. */
async function inFolder(folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (errorCode(error) !== "ENOENT") {
      throw error;
    }
    await mkdir(folder, { recursive: true });
    await work();
  }
}

async function syncFolders(root: string, keys: readonly string[], signal: AbortSignal): Promise<void> {
  const folders = keys.length === 0 ? [] : [...foldersOf(keys), ""];
  await forEachParallel(folders, operationsMax, signal, async (folder) => {
    const handle = await guard(() => open(join(root, folder)));
    try {
      await guard(() => handle.sync());
    } finally {
      await handle.close();
    }
  });
}

/** All parent folders of these keys. */
function foldersOf(keys: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const key of keys) {
    for (let folder = dirname(key); folder !== "." && !folders.has(folder); folder = dirname(folder)) {
      folders.add(folder);
    }
  }
  return folders;
}

async function describe(root: string, key: string): Promise<StoredObject | undefined> {
  assertKey(key);
  const stats = await guard(() => ignoring(["ENOENT"], lstat(join(root, key))));
  return stats?.isFile() ? { key, size: stats.size, modifiedAt: stats.mtimeMs } : undefined;
}

function openFile(root: string, key: string) {
  assertKey(key);
  return guard(() => ignoring(["ENOENT"], open(join(root, key))));
}

async function* walk(root: string, folder: string, signal: AbortSignal): AsyncGenerator<StoredObject> {
  signal.throwIfAborted();
  const entries: Dirent[] =
    (await guard(() => ignoring(["ENOENT"], readdir(join(root, folder), { withFileTypes: true })))) ?? [];
  const objects: StoredObject[] = [];
  // Ignore files that other programs left here.
  const files = entries.filter((entry) => entry.isFile() && isKey(`${folder}/${entry.name}`));
  await forEachParallel(files, operationsMax, signal, async ({ name }) => {
    const object = await describe(root, `${folder}/${name}`);
    // A temporary file may have been renamed in the meantime.
    if (object) {
      objects.push(object);
    }
  });
  yield* objects;
  for (const entry of entries) {
    if (entry.isDirectory()) {
      yield* walk(root, `${folder}/${entry.name}`, signal);
    }
  }
}

async function ignoring<Value>(codes: readonly string[], operation: Promise<Value>): Promise<Value | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (codes.includes(errorCode(error))) {
      return undefined;
    }
    throw error;
  }
}

/** File system errors contain paths, so they must not leave this file. */
async function guard<Value>(operation: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
  try {
    return await operation();
  } catch (error) {
    signal?.throwIfAborted();
    const code = errorCode(error);
    if (["ENOSPC", "EDQUOT", "EFBIG"].includes(code)) {
      throw new StorageFull();
    }
    throw code === "" ? error : new StorageFailed(`its folder returned ${code}`);
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
