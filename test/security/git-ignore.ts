import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect } from "vitest";
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
export const ignoredPath = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const piece = fc.constantFrom(
  ..."a|b|-|.| |!|#|*|**|***|?|/|/**/|**/|/**|[ab]|[!a]|[^b]|[a-c]|[]a]|[a/b]|[a\\]b]|[|]|\\*|\\ |\\!|\\#|\\\\|\\/".split(
    "|",
  ),
);
export const ignoreLine = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join("")),
  ignoredPath,
  ignoredPath.map((text) => `!${text}`),
  ignoredPath.map((text) => `/${text}/`),
);

/** Compares the meaning of random lines with git's. */
export function compareWithGit(numRuns: number): void {
  const lines = fc.array(ignoreLine, { minLength: 1, maxLength: 4 });
  const paths = fc.array(ignoredPath, { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(lines, paths, (written, given) => {
      const text = written.join("\n");
      // Names such as `..` aren't files of a repository.
      const files = given.filter((file) => !file.split("/").some((part) => /^\.{1,2}$|^\.git/.test(part)));
      const rules = createIgnoreRules(text);
      const ignored = files.filter((file) => rules.ignores(file));
      expect({ text, ignored }).toEqual({ text, ignored: ignoredByGit(text, files) });
    }),
    { numRuns },
  );
}
