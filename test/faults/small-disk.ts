import { spawnSync } from "node:child_process";
import { mkdirSync, statfsSync } from "node:fs";

const sizeMegabytes = 1_024;
const shrinkTriesMax = 20;

/** Mounts a file system of its own for a data folder, so that it can really be full. Returns false if not allowed. */
export function mountDisk(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return mount("-t", "tmpfs", "-o", `size=${sizeMegabytes}m,mode=700`, "lectern-faults", folder);
}

/** Shrinks the file system to the size of its contents, or makes it large again. */
export function fillDisk(folder: string, isFull: boolean): void {
  for (let tries = 1; tries <= shrinkTriesMax; tries += 1) {
    const { blocks, bfree, bsize } = statfsSync(folder);
    const size = isFull ? `${((blocks - bfree) * bsize) / 1_024}k` : `${sizeMegabytes}m`;
    // Fails if something was written in the meantime.
    if (mount("-o", `remount,size=${size}`, folder)) return;
  }
  throw new Error(`The file system of ${folder} could not be resized.`);
}

export function unmountDisk(folder: string): void {
  spawnSync("umount", ["-l", folder]);
}

function mount(...args: string[]): boolean {
  return spawnSync("mount", args).status === 0;
}
