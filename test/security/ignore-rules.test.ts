import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { BuildFailure } from "../../src/site/shared/build-problem.ts";
import { matchesLine, parseIgnoreLine } from "../../src/site/source/ignore-line.ts";
import { createIgnoreRules } from "../../src/site/source/ignore-rules.ts";

const folder = mkdtempSync(join(tmpdir(), "lectern-ignore-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = (input: string, ...command: string[]) => {
  const options = { cwd: folder, input, env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null" } };
  return spawnSync("git", command, options).stdout.toString();
};
run("", "init", "--quiet");

/** The files that git itself ignores, from a list of files that don't exist. */
function ignoredByGit(lines: string, paths: string[]): string[] {
  writeFileSync(join(folder, ".git", "info", "exclude"), lines);
  const command = ["check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"];
  const fields = run(paths.map((path) => `${path}\0`).join(""), ...command).split("\0");
  return paths.filter((_, index) => {
    const pattern = fields[index * 4 + 2] ?? "";
    return pattern !== "" && !pattern.startsWith("!");
  });
}

const name = fc.string({
  unit: fc.constantFrom("a", "b", "-", ".", " ", "!", "#", "]", "^"),
  minLength: 1,
  maxLength: 4,
});
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const piece = fc.constantFrom(
  ..."a|b|-|.| |!|#|*|**|***|?|/|/**/|**/|/**|[ab]|[!a]|[^b]|[a-c]|[]a]|[a/b]|[a\\]b]|[|]|\\*|\\ |\\!|\\#|\\\\|\\/".split(
    "|",
  ),
);
const line = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join("")),
  path,
  path.map((text) => `!${text}`),
  path.map((text) => `/${text}/`),
);

test("the lines of .mintignore have the same meaning as for git", () => {
  const lines = fc.array(line, { minLength: 1, maxLength: 4 });
  const paths = fc.array(path, { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(lines, paths, (written, given) => {
      const text = written.join("\n");
      // Names such as `..` aren't files of a repository.
      const files = given.filter((file) => !file.split("/").some((part) => /^\.{1,2}$|^\.git/.test(part)));
      const rules = createIgnoreRules(text);
      const ignored = files.filter((file) => rules.ignores(file));
      expect({ text, ignored }).toEqual({ text, ignored: ignoredByGit(text, files) });
    }),
    { numRuns: 300 },
  );
});

test("the printed remedy includes the page or file, whatever the lines say", () => {
  const lines = fc.array(line, { minLength: 1, maxLength: 4 });
  let hints = 0;
  fc.assert(
    fc.property(lines, path, fc.constantFrom("", ".png"), (written, slug, extension) => {
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
