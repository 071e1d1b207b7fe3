import { expect, test } from "vitest";
import { rootPlace } from "../config/config-report.ts";
import type { Division, DivisionKind, NavigationBranch } from "./navigation-tree.ts";
import { createBranchGuess } from "./unlisted-branch.ts";

function branch(...trail: [kind: DivisionKind, label: string][]): NavigationBranch {
  const others = { isDefault: false, hidden: false, directory: "none", place: rootPlace } as const;
  const divisions = trail.map(([kind, label]): Division => ({ kind, label, ...others, divisions: [], entries: [] }));
  return { trail: divisions, entries: [] };
}

const english = branch(["language", "en"]);
const french = branch(["language", "fr"], ["tab", "Guides"]);
const frenchApi = branch(["language", "fr"], ["tab", "API"]);
const guess = createBranchGuess(
  new Map([
    ["guides/start", { branch: english }],
    ["fr/guides/start", { branch: french }],
    ["fr/api/start", { branch: frenchApi }],
    ["shared/start", { branch: english }],
    ["shared/debut", { branch: french }],
  ]),
);

test.each([
  ["in a folder with listed pages belongs to their branch", "fr/api/old", frenchApi],
  ["in a folder without listed pages belongs to the branch of the parent folder", "fr/notes/2024/old", french],
  ["in a folder with several languages has no branch", "shared/old", undefined],
  ["at the root has no branch", "old", undefined],
])("an unlisted page %s", (_, slug, expected) => {
  expect(guess(slug)).toBe(expected);
});

test("an unlisted page of a site without languages and versions has no branch", () => {
  const plain = createBranchGuess(new Map([["guides/start", { branch: branch(["tab", "Guides"]) }]]));
  expect(plain("guides/old")).toBeUndefined();
});
