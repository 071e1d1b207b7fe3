import fc from "fast-check";
import { expect, test } from "vitest";
import { BuildFailure } from "../../src/site/shared/build-problem.ts";
import { matchesLine, parseIgnoreLine } from "../../src/site/source/ignore-line.ts";
import { createIgnoreRules } from "../../src/site/source/ignore-rules.ts";
import { compareWithGit, ignoredPath, ignoreLine } from "./git-ignore.ts";

test("the lines of .mintignore have the same meaning as for git", () => {
  // Each run asks git. The long test has many more.
  compareWithGit(25);
});

test("the printed remedy includes the page or file, whatever the lines say", () => {
  const lines = fc.array(ignoreLine, { minLength: 1, maxLength: 4 });
  let hints = 0;
  fc.assert(
    fc.property(lines, ignoredPath, fc.constantFrom("", ".png"), (written, slug, extension) => {
      const hint = createIgnoreRules(written.join("\n")).findHint(`${slug}${extension}`);
      if (hint === undefined || hint.startsWith("Lectern")) return;
      hints += 1;
      const added = /add the lines? (.*) to \.mintignore/.exec(hint)?.[1]?.split(" and ") ?? [];
      const { ignores } = createIgnoreRules([...written, ...added].join("\n"));
      const names = extension === "" ? [`${slug}.mdx`, `${slug}.md`] : [`${slug}${extension}`];
      expect({ hint, ignored: names.filter(ignores) }).toEqual({ hint, ignored: [] });
    }),
    { numRuns: 1_000 },
  );
  expect(hints).toBeGreaterThan(10);
  const listed = createIgnoreRules("drafts/", { pages: ["drafts/one"] });
  expect([listed.ignores("drafts/one.mdx"), listed.ignores("drafts/two.mdx")]).toEqual([false, true]);
});

test("matching a line takes at most as many steps as its length times the length of the path", () => {
  const lines = [
    "**/a/".repeat(9),
    `${"*a".repeat(100)}b`,
    `${"**/a*/".repeat(30)}b`,
    `**/${"?*".repeat(100)}b`,
    "[a-c]*".repeat(50),
  ];
  for (const text of lines.map((start) => `${start}**/b`).concat(lines)) {
    const parsed = parseIgnoreLine(text);
    const segments = Array.from({ length: 40 }, () => "a".repeat(20));
    let steps = 0;
    const take = () => {
      steps += 1;
    };
    if (parsed !== undefined) matchesLine(parsed, segments, take);
    expect(parsed).toBeDefined();
    expect(steps).toBeLessThanOrEqual(text.length * segments.join("/").length);
  }
});

test("rules that take too many comparisons fail the build, so that nothing is published by accident", () => {
  const refusal = (text: string, file: string) => {
    try {
      return createIgnoreRules(text).ignores(file);
    } catch (error) {
      if (error instanceof BuildFailure) return error.message;
      throw error;
    }
  };
  const deep = "a/".repeat(36);
  expect(refusal(`${"**/a/".repeat(9)}**/b`, `${deep}c`)).toBe(false);
  const many = Array.from({ length: 900 }, (_, index) => `*${"a".repeat(30)}${index}*`).join("\n");
  expect(refusal(many, "a".repeat(250))).toBe(
    `.mintignore: takes more than 50000 comparisons for the path ${"a".repeat(250)} (use fewer lines and fewer stars)`,
  );
  expect(refusal("a\n".repeat(1_000), "b")).toBe(
    ".mintignore:1001: has more than 1000 lines (use fewer lines and fewer stars)",
  );
  expect(refusal("a".repeat(70_000), "b")).toBe(
    ".mintignore: has more than 65536 characters (use fewer lines and fewer stars)",
  );
});

test("the search for hints is limited, however many links are broken", () => {
  const rules = createIgnoreRules("drafts/");
  const hints = Array.from({ length: 2_000 }, (_, index) => rules.findHint(`drafts/${index}`));
  expect(hints.filter((hint) => hint !== undefined).length).toBe(1_000);
  expect(createIgnoreRules("a/").findHint("a/".repeat(500_000))).toBeUndefined();
});
