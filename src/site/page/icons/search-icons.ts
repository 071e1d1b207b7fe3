import { computeOnce } from "../../shared/compute-once.ts";
import type { IconLibrary } from "../../source/config/icon.ts";
import { plainIconName } from "./find-icon.ts";
import { type IconFolder, iconNames } from "./icon-files.ts";

const names = new Map<IconLibrary, string[]>();
const libraryFolders: Record<IconLibrary, IconFolder[]> = {
  fontawesome: ["fa-solid", "fa-brands"],
  lucide: ["lucide"],
  tabler: ["tabler-outline"],
};

/** The names of a library's own icons. */
export function libraryNames(library: IconLibrary): readonly string[] {
  return computeOnce(names, library, () => libraryFolders[library].flatMap((folder) => [...iconNames(folder)]));
}

/** Names that contain the text. Names that start with it come first, then shorter names. */
export function searchIcons(library: IconLibrary, text: string, max: number): string[] {
  const wanted = text.trim() === "" ? "" : plainIconName(text);
  if (wanted === undefined) return [];
  return libraryNames(library)
    .map((name) => ({ name, at: name.indexOf(wanted) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name, "en"))
    .slice(0, max)
    .map(({ name }) => name);
}

const startRank = 1_000;

function rank({ name, at }: { name: string; at: number }): number {
  return (at === 0 ? 0 : startRank) + name.length;
}
