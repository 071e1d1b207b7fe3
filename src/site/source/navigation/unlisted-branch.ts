import { type Division, isChoice, type NavigationBranch } from "./navigation-tree.ts";

/** Undefined if the folder has pages of different branches. */
type FolderBranch = { choice: string; branch: NavigationBranch } | undefined;

/**
 * Finds the branch of pages that the navigation doesn't list. If all listed pages of a folder are in one language and
 * version, its unlisted pages are too: `/fr/notes/old` is in French, even if the sidebar doesn't show it.
 */
export function createBranchGuess(
  listed: ReadonlyMap<string, { branch: NavigationBranch }>,
): (slug: string) => NavigationBranch | undefined {
  const folders = new Map<string, FolderBranch>();
  for (const [slug, { branch }] of listed) {
    const choice = choiceOf(branch.trail);
    for (const folder of foldersAbove(slug)) {
      const known = folders.get(folder);
      if (!folders.has(folder)) folders.set(folder, { choice, branch });
      else if (known?.choice !== choice) folders.set(folder, undefined);
    }
  }
  return (slug) => {
    const folder = foldersAbove(slug).find((above) => folders.has(above));
    const found = folder === undefined ? undefined : folders.get(folder);
    return found === undefined || found.choice === "" ? undefined : found.branch;
  };
}

function choiceOf(trail: readonly Division[]): string {
  return trail
    .filter(isChoice)
    .map(({ kind, label }) => `${kind} ${label}`)
    .join("\n");
}

/** The folders above a page without the root, the nearest folder first. */
function foldersAbove(slug: string): string[] {
  const segments = slug.split("/").slice(0, -1);
  return segments.map((_, index) => segments.slice(0, segments.length - index).join("/"));
}
