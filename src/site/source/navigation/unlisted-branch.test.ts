import { describe, expect, test } from "vitest";
import { rootPlace } from "../config/place.ts";
import type { Division, DivisionKind, NavigationBranch } from "./navigation-tree.ts";
import { createBranchGuess } from "./unlisted-branch.ts";

function branch(...trail: [kind: DivisionKind, label: string][]): NavigationBranch {
  const divisions = trail.map(
    ([kind, label]): Division => ({
      kind,
      label,
      isDefault: false,
      hidden: false,
      directory: "none",
      place: rootPlace,
      divisions: [],
      entries: [],
    }),
  );
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

describe("the branch of an unlisted page", () => {
  test("an unlisted page belongs to the branch of the listed pages in its folder", () => {
    expect(guess("fr/api/old")).toBe(frenchApi);
  });

  test("an unlisted page in a folder without listed pages belongs to the branch of the parent folder", () => {
    expect(guess("fr/notes/2024/old")).toBe(french);
  });

  test("an unlisted page in a folder with several languages has no branch", () => {
    expect(guess("shared/old")).toBeUndefined();
  });

  test("an unlisted page at the root has no branch", () => {
    expect(guess("old")).toBeUndefined();
  });

  test("an unlisted page of a site without languages and versions has no branch", () => {
    const plain = createBranchGuess(new Map([["guides/start", { branch: branch(["tab", "Guides"]) }]]));
    expect(plain("guides/old")).toBeUndefined();
  });
});
