import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const sizeMegabytes = 1_024;
const shrinkTriesMax = 20;
const slackKilobytes = 256;
const fillerName = ".full";

/** Mounts a file system of its own for a data folder, so that it can really be full. Returns false if not allowed. */
export function mountDisk(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return mount("-t", "tmpfs", "-o", `size=${sizeMegabytes}m,mode=700`, "lectern-faults", folder);
}

/** Shrinks the file system to about the size of its contents and fills the rest, or makes it large again. */
export function fillDisk(folder: string, isFull: boolean): void {
  const filler = join(folder, fillerName);
  rmSync(filler, { force: true });
  for (let tries = 1; tries <= shrinkTriesMax; tries += 1) {
    const { blocks, bfree, bsize } = statfsSync(folder);
    const usedKilobytes = ((blocks - bfree) * bsize) / 1_024;
    const size = isFull ? `${usedKilobytes + tries * slackKilobytes}k` : `${sizeMegabytes}m`;
    // Fails if more than that was written in the meantime.
    if (!mount("-o", `remount,size=${size}`, folder)) continue;
    if (isFull) writeUntilFull(filler);
    return;
  }
  throw new Error(`The file system of ${folder} could not be resized.`);
}

function writeUntilFull(file: string): void {
  const block = Buffer.alloc(4_096);
  try {
    for (let written = 0; written < sizeMegabytes * 1_024 * 1_024; written += block.length) appendFileSync(file, block);
  } catch {
    // Nothing more fits.
  }
}

export function unmountDisk(folder: string): void {
  spawnSync("umount", ["-l", folder]);
}

function mount(...args: string[]): boolean {
  return spawnSync("mount", args).status === 0;
}
