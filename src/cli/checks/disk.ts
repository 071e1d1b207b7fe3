import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../../platform/config.ts";
import type { Check } from "./check.ts";

const gibibyte = 1024 ** 3;
const enoughBytes = gibibyte;
const megabyte = 1_000_000;

/** Checks the data folder, or the folder where it will be created. */
export function checkDisk({ dataFolder, diskMegabytesMin }: Pick<Config, "dataFolder" | "diskMegabytesMin">): Check {
  const folder = nearestFolder(dataFolder);
  if (!statSync(folder).isDirectory()) {
    return { name: "disk", state: "fail", found: `${folder} is not a folder`, fix: "set LECTERN_DATA to a folder" };
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    const fix = "make it writable for this user, or set LECTERN_DATA to another folder";
    return { name: "disk", state: "fail", found: `${folder} is not writable`, fix };
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const found = `${(free / gibibyte).toFixed(1)} GiB free for ${dataFolder}`;
  const isFull = free < diskMegabytesMin * megabyte;
  if (!isFull && free >= enoughBytes) {
    return { name: "disk", state: "ok", found };
  }
  return {
    name: "disk",
    state: isFull ? "fail" : "warn",
    found,
    fix: "free some space, or set LECTERN_DATA to a folder on a larger disk",
  };
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}
