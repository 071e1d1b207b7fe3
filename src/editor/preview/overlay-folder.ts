import { hash } from "node:crypto";
import { copyFile, link, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathProblem } from "../../git/tree-path.ts";
import type { ProjectFile } from "../../site/project.ts";
import type { ChangedFile } from "./host-messages.ts";

const linksAtOnce = 64;

/**
 * Creates a folder with the files of the base and of a draft. The files of the base are hard links, because they are
 * never written. Returns the list of all files.
 */
export async function makeOverlayFolder(
  folder: string,
  base: { folder: string; files: readonly ProjectFile[] },
  changed: ReadonlyMap<string, ChangedFile>,
): Promise<ProjectFile[]> {
  const kept = base.files.filter(({ path }) => !changed.has(path));
  const written = [...changed.values()].filter(({ path }) => pathProblem(path) === undefined);
  const folders = new Set([...kept, ...written].map(({ path }) => dirname(path)));
  for (const name of folders) await mkdir(join(folder, name), { recursive: true });
  for (let start = 0; start < kept.length; start += linksAtOnce) {
    const batch = kept.slice(start, start + linksAtOnce);
    await Promise.all(batch.map(({ path }) => linkOrCopy(join(base.folder, path), join(folder, path))));
  }
  const added: ProjectFile[] = [];
  for (const file of written) {
    if (file.kind === "removed") continue;
    const target = join(folder, file.path);
    if (file.kind === "media") {
      await linkOrCopy(file.file, target);
      added.push({ path: file.path, size: file.bytes, stamp: file.stamp });
    } else {
      await writeFile(target, file.text, { flag: "wx" });
      const stamp = `draft ${hash("sha256", file.text)}`;
      added.push({ path: file.path, size: Buffer.byteLength(file.text), stamp });
    }
  }
  return [...kept, ...added];
}

/** Media of a draft may be on another disk, where hard links don't work. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
