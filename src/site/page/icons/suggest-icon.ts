import type { IconLibrary } from "../../source/config/icon-library.ts";
import { nearestWord } from "../../source/config/nearest-word.ts";
import { findIcon, plainIconName } from "./find-icon.ts";
import { iconNames } from "./icon-files.ts";

const suggestionsMax = 500;
const suggestions = new Map<string, string | undefined>();

/**
 * The name an author most likely meant: the closest spelling, or else the icon without its last or first words
 * (`cloud-sparkle` → `cloud`), which is how the paid Font Awesome names its variants.
 */
export function suggestIcon(library: IconLibrary, name: string): string | undefined {
  const plainName = plainIconName(name);
  if (plainName === undefined) return undefined;
  const key = `${library}/${plainName}`;
  if (!suggestions.has(key)) {
    if (suggestions.size >= suggestionsMax) suggestions.clear();
    suggestions.set(key, nearestName(library, plainName) ?? shorterName(library, plainName));
  }
  return suggestions.get(key);
}

/** Typos are rarely in the first letter, and there are thousands of names. */
function nearestName(library: IconLibrary, name: string): string | undefined {
  return nearestWord(
    name,
    namesOf(library).filter((candidate) => candidate[0] === name[0]),
  );
}

function shorterName(library: IconLibrary, name: string): string | undefined {
  const words = name.split("-");
  const shorter = words.slice(1).flatMap((_, index) => {
    const count = words.length - 1 - index;
    return [words.slice(0, count).join("-"), words.slice(-count).join("-")];
  });
  return shorter.find((candidate) => findIcon(library, candidate) !== undefined);
}

const names = new Map<IconLibrary, string[]>();

function namesOf(library: IconLibrary): string[] {
  let known = names.get(library);
  if (known === undefined) {
    const folders = { fontawesome: ["fa-solid", "fa-brands"], lucide: ["lucide"], tabler: ["tabler-outline"] } as const;
    known = folders[library].flatMap((folder) => [...iconNames(folder)]);
    names.set(library, known);
  }
  return known;
}
