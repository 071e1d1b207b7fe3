import { nearestWord } from "./nearest-word.ts";

const candidatesMax = 100;

/** Finds the path an author most likely meant. The last part is where slips happen, so only its folder is compared. */
export function createPathFinder(paths: Iterable<string>): (path: string) => string | undefined {
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    const folder = folderOf(path);
    const known = byFolder.get(folder);
    if (known === undefined) byFolder.set(folder, [path]);
    else if (known.length < candidatesMax) known.push(path);
  }
  return (path) => nearestWord(path, byFolder.get(folderOf(path)) ?? []);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
