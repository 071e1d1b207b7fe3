import { listBranches, type NavigationBranch, type NavigationTree } from "./navigation-tree.ts";
import { isChoice } from "./unlisted-branch.ts";

/** What a reader who comes from nowhere sees first: the default version in the default language. */
export function homeBranch(tree: NavigationTree): NavigationBranch | undefined {
  const seen = listBranches(tree).filter(({ trail }) => trail.every((division) => !division.hidden));
  return seen.find(({ trail }) => trail.every(({ kind, isDefault }) => isDefault || !isChoice({ kind }))) ?? seen[0];
}
