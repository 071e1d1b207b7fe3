import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lectern-site-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A project with the given files, and a docs.json that lists `index` unless one is given. */
export function temporaryProject(files: Record<string, string>): string {
  const folder = temporaryFolder();
  const settings = { theme: "mint", name: "Example", colors: { primary: "#16A34A" }, navigation: { pages: ["index"] } };
  writeFiles(folder, { "docs.json": JSON.stringify(settings), ...files });
  return folder;
}

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
