import { BuildProblem } from "../../ground/build-problem.ts";
import { suggestIcon } from "../../page/icons/suggest-icon.ts";
import type { IconLibrary } from "../../source/config/icon.ts";
import type { IconSheet } from "./icon-sheet.ts";

const shownLengthMax = 60;

/** Icons of the navigation that no library has: they are left out, and the author is told once for each. */
export function noteMissingIcons({ missing }: IconSheet, library: IconLibrary): BuildProblem[] {
  return [...missing].map(([name, file]) => {
    const nearest = suggestIcon(library, name);
    return new BuildProblem(`there is no icon "${name.slice(0, shownLengthMax)}"`, {
      severity: "warning",
      file,
      hint: nearest === undefined ? undefined : `did you mean "${nearest}"?`,
    });
  });
}
