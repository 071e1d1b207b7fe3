import { type FSWatcher, lstatSync, readdirSync, watch } from "node:fs";
import { join } from "node:path";
import { createIgnoreRules } from "../site/reading.ts";

interface FolderWatcher {
  close(): void;
}

/** Editors write files in several steps; in between they are empty or missing. */
const quietMilliseconds = 25;
const foldersMax = 10_000;

/** Calls back once changes in the folder have settled. The caller has to find the changes. */
export function watchFolder(folder: string, onChange: () => void, onError: (error: Error) => void): FolderWatcher {
  let timer: NodeJS.Timeout | undefined;
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, quietMilliseconds);
  };
  const close = hasOwnRecursion ? watchAll(folder, touch, onError) : watchEach(folder, touch, onError);
  return {
    close() {
      clearTimeout(timer);
      close();
    },
  };
}

/** These systems can watch a whole tree. On others Node would watch every single file, so we watch every folder. */
const hasOwnRecursion = process.platform === "darwin" || process.platform === "win32";

function watchAll(folder: string, touch: () => void, onError: (error: Error) => void): () => void {
  const watcher = watch(folder, { recursive: true }, touch);
  watcher.on("error", onError);
  return () => watcher.close();
}

function watchEach(folder: string, touch: () => void, onError: (error: Error) => void): () => void {
  const rules = createIgnoreRules(undefined);
  const watchers = new Map<string, FSWatcher>();

  function add(path: string): void {
    if (watchers.size >= foldersMax) return;
    const watcher = watch(join(folder, path), (event, name) => {
      // An entry was added, removed or replaced by a new folder with the same name.
      if (event === "rename" && name !== null) replace(inside(path, name));
      touch();
    });
    watcher.on("error", onError);
    watchers.set(path, watcher);
    for (const name of listFolders(join(folder, path))) {
      if (!rules.ignores(`${inside(path, name)}/`)) add(inside(path, name));
    }
  }

  function replace(path: string): void {
    for (const [watched, watcher] of watchers) {
      if (watched !== path && !watched.startsWith(`${path}/`)) continue;
      watcher.close();
      watchers.delete(watched);
    }
    if (isFolder(join(folder, path)) && !rules.ignores(`${path}/`)) add(path);
  }

  add("");
  return () => {
    for (const watcher of watchers.values()) watcher.close();
  };
}

function inside(path: string, name: string): string {
  return path === "" ? name : `${path}/${name}`;
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Empty for a folder that no longer exists. */
function listFolders(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch {
    return [];
  }
}
