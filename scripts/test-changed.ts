import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { findFilesAboveStores } from "../test/support/files-above-stores.ts";
import { chooseFiles, longFilesOfAnyChange } from "../test/support/long-files.ts";

/**
 * Runs the long tests of what changed, as `npm run test:changed`, since the commit in `--since=COMMIT` if there is one.
 * Its exit code is that of the tests. Other arguments are passed on to Vitest.
 */
const since = "--since=";
const given = process.argv.slice(2).filter((text) => text.startsWith(since));
const passedOn = process.argv.slice(2).filter((text) => !text.startsWith(since));
const changed = listChangedFiles();
const { chosen, left } =
  changed === undefined
    ? { chosen: [...longFilesOfAnyChange], left: [] }
    : chooseFiles(
        changed,
        findFilesAboveStores().filter((file) => !file.endsWith(".long.test.ts")),
      );
print(
  changed === undefined ? "No earlier commit to compare with; a fixed selection runs:" : "Long tests of the change:",
);
print(chosen.join("\n") || "none");
if (left.length > 0) print(`These would take too long together and are left to the nightly run:\n${left.join("\n")}`);
process.exitCode = chosen.length === 0 ? 0 : runVitest(chosen);

/** The files that differ from the commit before the change, including those that aren't committed yet. */
function listChangedFiles(): string[] | undefined {
  const base = findBase();
  if (base === undefined) return undefined;
  return [
    ...git("diff", "--name-only", "--no-renames", "-z", base).split("\0"),
    ...git("ls-files", "--others", "--exclude-standard", "-z").split("\0"),
  ].filter((path) => path !== "");
}

/** Where the branch left the commit of `--since` or the main branch; on the main branch itself, the commit before. */
function findBase(): string | undefined {
  const head = tryGit("rev-parse", "HEAD");
  const bases = [...given.map((text) => text.slice(since.length)), "origin/main"].map((name) =>
    tryGit("merge-base", "HEAD", name),
  );
  // A merge commit is compared with its first parent, the branch that it was merged into.
  return bases.find((base) => base !== undefined && base !== head) ?? tryGit("rev-parse", "--verify", "HEAD^1");
}

function tryGit(...args: string[]): string | undefined {
  try {
    return git(...args).trim();
  } catch {
    return undefined;
  }
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8", maxBuffer: 100_000_000, stdio: ["ignore", "pipe", "ignore"] });
}

function runVitest(files: readonly string[]): number {
  const projects = ["long", "long-browser", "postgres"].flatMap((project) => ["--project", project]);
  const program = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
  const args = [program, "run", ...projects, ...passedOn, ...files];
  return spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
