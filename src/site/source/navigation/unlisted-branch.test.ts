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

describe("the branch of a page that the navigation does not name", () => {
  test("is that of the listed pages beside it", () => {
    expect(guess("fr/api/old")).toBe(frenchApi);
  });

  test("is that of the folder above where nothing is listed beside it", () => {
    expect(guess("fr/notes/2024/old")).toBe(french);
  });

  test("is not guessed in a folder of several languages", () => {
    expect(guess("shared/old")).toBeUndefined();
  });

  test("is not guessed at the root, where everything stands", () => {
    expect(guess("old")).toBeUndefined();
  });

  test("is not guessed on a site that has neither languages nor versions", () => {
    const plain = createBranchGuess(new Map([["guides/start", { branch: branch(["tab", "Guides"]) }]]));
    expect(plain("guides/old")).toBeUndefined();
  });
});
