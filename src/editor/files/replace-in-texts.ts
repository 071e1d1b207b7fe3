import type { DraftReplacement } from "../../contract/editor-file-operations.ts";
import { AppError } from "../../platform/errors.ts";
import { draftLimits } from "../draft.ts";
import type { DraftTree } from "../draft-tree.ts";
import { createFinder, type TextMatch } from "./find-matches.ts";
import { eachText } from "./search-draft.ts";

interface Replaced {
  files: number;
  matches: number;
  /** The number of selected matches that no longer exist. */
  skipped: number;
}

/** Replaces the selected matches, or all matches without a selection. The caller stores the new texts. */
export async function replaceInTexts(
  tree: DraftTree,
  replacement: DraftReplacement,
): Promise<{ result: Replaced; changes: { path: string; content: string }[] }> {
  const chosen = replacement.files && new Map(replacement.files.map(({ path, starts }) => [path, starts]));
  const find = createFinder(replacement);
  const result: Replaced = { files: 0, matches: 0, skipped: 0 };
  const changes: { path: string; content: string }[] = [];
  const replace = (path: string, text: string) => {
    const { matches } = find(path, text);
    const starts = chosen?.get(path);
    const taken = starts === undefined ? matches : matches.filter(({ start }) => starts.includes(start));
    result.skipped += (starts?.length ?? taken.length) - taken.length;
    const content = replaceMatches(text, taken, replacement.replacement);
    if (content === text) return;
    result.files += 1;
    result.matches += taken.length;
    changes.push({ path, content });
  };
  await eachText(tree, replace, chosen && new Set(chosen.keys()));
  if (changes.length > draftLimits.filesMax) {
    throw new AppError(
      "too_large",
      `This would change ${changes.length} files; a draft can change at most ${draftLimits.filesMax}. Select fewer.`,
    );
  }
  return { result, changes };
}

function replaceMatches(text: string, matches: readonly TextMatch[], replacement: string): string {
  let content = "";
  let done = 0;
  for (const { start, end } of matches) {
    content += text.slice(done, start) + replacement;
    done = end;
  }
  return content + text.slice(done);
}
