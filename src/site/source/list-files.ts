import { type Dirent, opendirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { BuildFailure, BuildProblem } from "../shared/build-problem.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import type { IgnoreRules } from "./ignore-rules.ts";

export interface ProjectFile {
  path: string;
  size: number;
  /** Identifies the content: an equal stamp means an unchanged file. Undefined if unknown. */
  stamp: string | undefined;
}

interface ListRequest {
  folder: string;
  rules: IgnoreRules;
  limits: SiteLimits;
  signal: AbortSignal;
  /** The files of the folder, if the caller already knows them. Otherwise the folder is walked. */
  given?: readonly ProjectFile[] | undefined;
  /** Called for each symbolic link. Links aren't followed, because they may lead out of the project. */
  onLink?(path: string): void;
}

/** Lists the files that the rules allow. Limits are checked during the walk. */
export async function listFiles(request: ListRequest): Promise<ProjectFile[]> {
  const { rules, limits, signal, given } = request;
  signal.throwIfAborted();
  const files: ProjectFile[] = [];
  let bytes = 0;
  function add(file: ProjectFile): void {
    bytes += file.size;
    if (files.length >= limits.filesMax) refuse(`the project has more than ${limits.filesMax} files`);
    if (bytes > limits.projectBytesMax) refuse(`the project is larger than ${limits.projectBytesMax} bytes`);
    files.push(file);
  }
  const walk: Walk = { ...request, add, sinceRest: 0 };
  if (given === undefined) await walkFolder(walk, "", 0);
  for (const file of given ?? []) {
    if (!rules.ignores(file.path)) add(file);
    await rest(walk);
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

interface Walk extends ListRequest {
  add(file: ProjectFile): void;
  sinceRest: number;
}

/** The number of files to stat before yielding. Synchronous calls take a fifth of the time of asynchronous calls. */
const filesWithoutRest = 256;

async function walkFolder(walk: Walk, relative: string, depth: number): Promise<void> {
  const { folder, rules, limits } = walk;
  if (depth > limits.folderDepthMax) refuse(`folders are more than ${limits.folderDepthMax} levels deep`, relative);
  const directory = opendirSync(join(folder, relative));
  try {
    for (let entry: Dirent | null = directory.readSync(); entry !== null; entry = directory.readSync()) {
      const path = relative === "" ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!rules.ignores(`${path}/`)) await walkFolder(walk, path, depth + 1);
      } else if (entry.isFile() && !rules.ignores(path)) {
        const stats = statSync(join(folder, path), { throwIfNoEntry: false });
        // In a project that is being edited, the file may have been deleted since the folder was opened.
        if (stats !== undefined) walk.add({ path, size: stats.size, stamp: stampOf(stats) });
      } else if (entry.isSymbolicLink() && !rules.ignores(path)) walk.onLink?.(path);
      await rest(walk);
    }
  } finally {
    directory.closeSync();
  }
}

async function rest(walk: Walk): Promise<void> {
  walk.sinceRest += 1;
  if (walk.sinceRest < filesWithoutRest) return;
  walk.sinceRest = 0;
  await setImmediate();
  walk.signal.throwIfAborted();
}

/** Some file systems store times in steps of two seconds, so two writes of a file may have the same time. */
const unsureMilliseconds = 2_000;

/** Includes the change time, because programs can't set it, and the inode, because it differs for a replaced file. */
function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): string | undefined {
  const isUnsure = Math.max(mtimeMs, ctimeMs) > Date.now() - unsureMilliseconds;
  return isUnsure ? undefined : `${size}:${mtimeMs}:${ctimeMs}:${ino}`;
}

function refuse(message: string, file?: string): never {
  throw new BuildFailure([
    new BuildProblem(message, { file, hint: "exclude everything that is not documentation in .mintignore" }),
  ]);
}
