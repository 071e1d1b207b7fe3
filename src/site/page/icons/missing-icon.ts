import type { IconLibrary } from "../../source/config/icon.ts";
import { didYouMean, nearestWord } from "../../source/config/nearest-word.ts";
import { plainIconName } from "./find-icon.ts";
import { libraryNames } from "./search-icons.ts";

const suggestionsMax = 500;
const suggestions = new Map<string, string | undefined>();

const titles = { fontawesome: "Font Awesome Free", lucide: "Lucide", tabler: "Tabler" };
const shownLengthMax = 60;

/** The message about a name that no icon has, or only an icon of the paid Font Awesome. */
export function missingIcon(library: IconLibrary, name: string): { message: string; hint: string } {
  const title = titles[library];
  return {
    message: `there is no icon "${name.slice(0, shownLengthMax)}" in ${title}`,
    hint: didYouMean(suggestIcon(library, name)) ?? `check the icon names of ${title}`,
  };
}

/**
 * The name an author most likely meant: the closest spelling, or the name without its last or first words
 * (`cloud-sparkle` → `cloud`), which is how the paid Font Awesome names its variants.
 */
function suggestIcon(library: IconLibrary, name: string): string | undefined {
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
    libraryNames(library).filter((candidate) => candidate[0] === name[0]),
  );
}

function shorterName(library: IconLibrary, name: string): string | undefined {
  const words = name.split("-");
  const shorter = words.slice(1).flatMap((_, index) => {
    const count = words.length - 1 - index;
    return [words.slice(0, count).join("-"), words.slice(-count).join("-")];
  });
  const known = new Set(libraryNames(library));
  return shorter.find((candidate) => known.has(candidate));
}
