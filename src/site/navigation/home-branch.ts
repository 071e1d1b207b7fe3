import { listBranches, type NavigationBranch, type NavigationTree } from "./navigation-tree.ts";

/** What a reader who comes from nowhere sees first: the default version in the default language. */
export function homeBranch(tree: NavigationTree): NavigationBranch | undefined {
  const seen = listBranches(tree).filter(({ trail }) => trail.every((division) => !division.hidden));
  return seen.find(({ trail }) => trail.every(({ kind, isDefault }) => isDefault || !isChoice.has(kind))) ?? seen[0];
}

const isChoice: ReadonlySet<string> = new Set(["version", "language"]);
