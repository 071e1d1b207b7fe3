import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTar } from "../../../test/dashboard/make-tar.ts";
import { never, openTestFolder, testFolder } from "../../../test/support/artifact-store.ts";
import { openTestDatabase } from "../../../test/support/database.ts";
import { createTestProject } from "../../../test/support/server.ts";
import { systemClock } from "../../platform/clock.ts";
import { BackupDamaged } from "./backup-format.ts";
import { checkBackup, readJobs, readStoredObjects } from "./read-backup.ts";
import { writeBackup } from "./write-backup.ts";

let folder: string;
const check = (bytes: Buffer) => {
  const path = join(folder, "checked.tar");
  writeFileSync(path, bytes);
  return checkBackup(path, never);
};

async function makeBackup(): Promise<Buffer> {
  folder = testFolder();
  const database = await openTestDatabase("sqlite");
  await createTestProject(database, systemClock);
  const { objects } = await openTestFolder();
  const path = join(folder, "good.tar");
  const request = { path, withObjects: true, secretKey: "the key", secretKeyNames: ["name"] };
  await writeBackup({ database, objects, clock: systemClock }, request, never);
  return readFileSync(path);
}

test("a complete backup passes, and a backup that was cut off or changed anywhere is refused", async () => {
  const good = await makeBackup();
  expect(await check(good)).toMatchObject({
    secretKey: "the key",
    header: { hasObjects: true, secretKeyNames: ["name"] },
    manifest: { tables: { projects: { rows: 1 } }, objects: 0 },
  });
  const trailer = 1_024;
  for (let length = 0; length < good.length - trailer - 512; length += 1_531) {
    await expect(check(good.subarray(0, length))).rejects.toThrow(BackupDamaged);
  }
  // Change the content of entries; the padding after an entry has no meaning.
  for (const text of ["lectern-backup", "acme-docs", "the key", '"rows":1']) {
    const changed = Buffer.from(good);
    changed[good.indexOf(text)] = 0x7e;
    await expect(check(changed)).rejects.toThrow(BackupDamaged);
  }
});

test.each([
  "objects/../../etc/passwd",
  "/etc/passwd",
  "objects//x",
  "objects/a/../b",
  "objects/lonely",
  "tables/Projects/00000000",
  "tables/projects/0",
  "lectern.db",
])("a backup with an entry named %j is refused", async (path) => {
  folder = testFolder();
  const header = {
    format: "lectern-backup",
    version: 1,
    createdAt: 0,
    schema: ["foundation"],
    columns: {},
    hasObjects: true,
    secretKeyNames: [],
  };
  const parts = [
    { path: "backup.json", content: JSON.stringify(header) },
    { path, content: "x" },
  ];
  await expect(check(makeTar(parts))).rejects.toThrow("not part of a backup");
});

test("links are refused, and so is a backup of a newer format", async () => {
  folder = testFolder();
  await expect(check(makeTar([{ path: "backup.json", type: "2" }]))).rejects.toThrow(BackupDamaged);
  const good = await makeBackup();
  const newer = Buffer.from(good.toString("latin1").replace('"version":1', '"version":9'), "latin1");
  await expect(check(newer)).rejects.toThrow("a newer version of Lectern");
  const path = join(folder, "good.tar");
  expect(await readJobs(path, never)).toEqual([]);
  for await (const object of readStoredObjects(path, never)) {
    expect(object).toBeUndefined();
  }
});
