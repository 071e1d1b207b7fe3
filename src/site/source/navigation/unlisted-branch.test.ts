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
  test("is that of the listed pages in its folder", () => {
    expect(guess("fr/api/old")).toBe(frenchApi);
  });

  test("is that of the parent folder if nothing in its folder is listed", () => {
    expect(guess("fr/notes/2024/old")).toBe(french);
  });

  test("isn't guessed in a folder with several languages", () => {
    expect(guess("shared/old")).toBeUndefined();
  });

  test("isn't guessed at the root", () => {
    expect(guess("old")).toBeUndefined();
  });

  test("isn't guessed on a site without languages and versions", () => {
    const plain = createBranchGuess(new Map([["guides/start", { branch: branch(["tab", "Guides"]) }]]));
    expect(plain("guides/old")).toBeUndefined();
  });
});
