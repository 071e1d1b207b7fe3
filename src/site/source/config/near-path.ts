import { nearestWord } from "./nearest-word.ts";

const candidatesMax = 100;

/** Finds the path an author most likely meant. The last part is where slips happen, so only its folder is compared. */
export function createPathFinder(paths: Iterable<string>): (path: string) => string | undefined {
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    const [folder, name] = split(path);
    const known = byFolder.get(folder);
    if (known === undefined) byFolder.set(folder, [name]);
    else if (known.length < candidatesMax) known.push(name);
  }
  return (path) => {
    const [folder, name] = split(path);
    const nearest = nearestWord(name, byFolder.get(folder) ?? []);
    return nearest === undefined ? undefined : folder + nearest;
  };
}

function split(path: string): [folder: string, name: string] {
  const end = path.lastIndexOf("/") + 1;
  return [path.slice(0, end), path.slice(end)];
}
