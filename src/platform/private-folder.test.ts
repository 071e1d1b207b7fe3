import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "./config.ts";
import { openDatabase } from "./db/open.ts";
import { makePrivateFolder } from "./private-folder.ts";
import { openSecrets } from "./secrets.ts";

function openFolder(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), "lectern-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, mode);
  return folder;
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o7777).toString(8);
}

test("an existing data folder becomes private, including the database and the key in it", async () => {
  const folder = openFolder(0o755);
  for (const name of ["lectern.db", "secret.key"]) writeFileSync(join(folder, name), "", { mode: 0o644 });
  rmSync(join(folder, "secret.key"));
  mkdirSync(join(folder, "repositories"), { mode: 0o755 });
  const dataFolder = readConfig({ LECTERN_DATA: folder }).dataFolder;
  const database = await openDatabase({ url: undefined, dataFolder, connectionsMax: 2, onIdleError: () => {} });
  onTestFinished(() => database.close());
  openSecrets({ keys: [], dataFolder });
  expect(modeOf(folder)).toBe("700");
  expect(modeOf(join(folder, "repositories"))).toBe("700");
  const files = ["lectern.db", "lectern.db-wal", "lectern.db-shm", "secret.key"];
  expect(files.map((name) => [name, modeOf(join(folder, name))])).toEqual(files.map((name) => [name, "600"]));
});

test("a new database is private from the start, whatever the umask", async () => {
  const folder = openFolder(0o700);
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const database = await openDatabase({ url: undefined, dataFolder: folder, connectionsMax: 2, onIdleError: () => {} });
  onTestFinished(() => database.close());
  expect(["lectern.db", "lectern.db-wal", "lectern.db-shm"].map((name) => modeOf(join(folder, name)))).toEqual([
    "600",
    "600",
    "600",
  ]);
});

test("a folder that all users share is refused and left unchanged", () => {
  const folder = openFolder(0o1777);
  expect(() => makePrivateFolder(folder)).toThrow(
    "is shared by all users of this machine. Set LECTERN_DATA to a folder inside it",
  );
  expect(modeOf(folder)).toBe("1777");
  makePrivateFolder(join(folder, "lectern"));
  expect(modeOf(join(folder, "lectern"))).toBe("700");
  expect(existsSync(folder)).toBe(true);
});
