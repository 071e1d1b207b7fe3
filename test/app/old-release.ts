import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";

/** Version 0.2.0. */
const oldCommit = "bf230258";
const root = resolve(import.meta.dirname, "../..");

/**
 * The sources of version 0.2.0, from this repository's own history, with the packages of this checkout. Its sample project
 * is replaced by a small one, which is published sooner.
 */
export function unpackOldRelease(): { mainPath: string } {
  const folder = mkdtempSync(join(tmpdir(), "lectern-old-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const archive = spawnSync("git", ["archive", "--format=tar", oldCommit], { cwd: root, maxBuffer: 500_000_000 });
  if (archive.status !== 0) {
    throw new Error(
      `The commit ${oldCommit} of version 0.2.0 is missing: this is a shallow clone or an export. Fetch the history with "git fetch --unshallow", then run the test again.`,
    );
  }
  execFileSync("tar", ["-x", "-C", folder], { input: archive.stdout });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  symlinkSync(join(root, "web/dist"), join(folder, "web/dist"));
  rmSync(join(folder, "docs"), { recursive: true });
  mkdirSync(join(folder, "docs"));
  const settings = { theme: "mint", name: "Acme", colors: { primary: "#123456" }, navigation: { pages: ["index"] } };
  writeFileSync(join(folder, "docs/docs.json"), JSON.stringify(settings));
  writeFileSync(join(folder, "docs/index.mdx"), "---\ntitle: Backups\n---\n\nMake a backup with the backup command.\n");
  return { mainPath: join(folder, "src/main.ts") };
}
