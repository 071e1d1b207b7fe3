import { opendir, stat } from "node:fs/promises";
import { join } from "node:path";
import { BuildFailure, BuildProblem } from "../build-problem.ts";
import type { SiteLimits } from "../site-limits.ts";
import type { IgnoreRules } from "./ignore-rules.ts";

export interface ProjectFile {
  path: string;
  size: number;
}

/** Every file of the project that the rules let through, in order. Bounds are checked while it walks, not after. */
export async function listFiles(
  folder: string,
  rules: IgnoreRules,
  limits: SiteLimits,
  signal: AbortSignal,
): Promise<ProjectFile[]> {
  const files: ProjectFile[] = [];
  let bytes = 0;
  async function walk(relative: string, depth: number): Promise<void> {
    signal.throwIfAborted();
    if (depth > limits.folderDepthMax) refuse(`folders are nested more than ${limits.folderDepthMax} deep`, relative);
    const found: Promise<ProjectFile>[] = [];
    for await (const entry of await opendir(join(folder, relative))) {
      const path = relative === "" ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!rules.ignores(`${path}/`)) await walk(path, depth + 1);
      } else if (entry.isFile() && !rules.ignores(path)) {
        if (files.length + found.length >= limits.filesMax)
          refuse(`the project has more than ${limits.filesMax} files`);
        found.push(stat(join(folder, path)).then(({ size }) => ({ path, size })));
      }
    }
    for (const file of await Promise.all(found)) {
      bytes += file.size;
      if (bytes > limits.projectBytesMax) refuse(`the project is larger than ${limits.projectBytesMax} bytes`);
      files.push(file);
    }
  }
  await walk("", 0);
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

function refuse(message: string, file?: string): never {
  throw new BuildFailure([
    new BuildProblem(message, { file, hint: "exclude what is not documentation in .mintignore" }),
  ]);
}
