import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";

/**
 * `git archive bf230258 src package.json` without its tests, plus the packages that were dropped since
 * (`ignore`, and `prom-client` with what it needs). A file instead of the history, which a shallow clone doesn't have.
 */
const archive = join(import.meta.dirname, "release-0.2.0.tar.gz");
const root = resolve(import.meta.dirname, "../..");

/** Version 0.2.0 with the packages of this checkout. Its sample project is a small one, which is published sooner. */
export function unpackOldRelease(): { mainPath: string } {
  const folder = mkdtempSync(join(tmpdir(), "lectern-old-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync("tar", ["-xzf", archive, "-C", folder]);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "web"));
  symlinkSync(join(root, "web/dist"), join(folder, "web/dist"));
  mkdirSync(join(folder, "docs"));
  const settings = { theme: "mint", name: "Acme", colors: { primary: "#123456" }, navigation: { pages: ["index"] } };
  writeFileSync(join(folder, "docs/docs.json"), JSON.stringify(settings));
  writeFileSync(join(folder, "docs/index.mdx"), "---\ntitle: Backups\n---\n\nMake a backup with the backup command.\n");
  return { mainPath: join(folder, "src/main.ts") };
}
