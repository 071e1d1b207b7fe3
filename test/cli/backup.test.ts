import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { insertOrganization, listOrganizations } from "../../src/accounts/store.ts";
import type { Database } from "../../src/platform/db/database.ts";
import { openStorage } from "../support/database.ts";
import { slow } from "../support/slow.ts";
import { createInstallation, lectern, lecternJson, startLectern } from "./lectern.ts";

vi.setConfig(slow);

interface Organizations {
  organizations: { organizationId: string }[];
}

/** Writes organizations, two per transaction, until it is stopped. */
function keepWriting(database: Database): { end(): Promise<number> } {
  let isWanted = true;
  const written = (async () => {
    let pairs = 0;
    for (; isWanted; pairs++) {
      await database.transaction(async (tx) => {
        await insertOrganization(tx, { id: `org_${pairs}_left`, name: "Left", createdAt: 0 });
        await insertOrganization(tx, { id: `org_${pairs}_right`, name: "Right", createdAt: 0 });
      });
      await new Promise(setImmediate);
    }
    return pairs;
  })();
  return {
    end() {
      isWanted = false;
      return written;
    },
  };
}

test("a backup made during writes contains only complete transactions and can be restored", async () => {
  const { storage, variables } = await createInstallation("sqlite");
  const file = join(storage.dataFolder, "copy.db");
  const database = await openStorage(storage);
  const writing = keepWriting(database);
  const { schemaVersion } = await lecternJson<{ schemaVersion: number }>(variables, "backup", file);
  const pairs = await writing.end();
  const copied = listIds(file);
  expect(copied.length % 2).toBe(0);
  expect(copied.length).toBeGreaterThan(0);
  expect(copied.length).toBeLessThan(pairs * 2);
  expect(readdirSync(storage.dataFolder).filter((name) => name.startsWith("copy.db"))).toEqual(["copy.db"]);
  const before = (await listOrganizations(database.query)).map(({ id }) => id);
  await database.close();

  expect(await lectern(variables, "restore", file)).toMatchObject({ exitCode: 2, stdout: "" });
  const { keptAs } = await lecternJson<{ keptAs: string }>(variables, "restore", file, "--yes");
  const { organizations } = await lecternJson<Organizations>(variables, "org", "list");
  expect(organizations.map(({ organizationId }) => organizationId)).toEqual(copied);
  expect(listIds(keptAs)).toEqual(before);
  expect(await lecternJson(variables, "migrate")).toEqual({ database: "sqlite", schemaVersion });
});

function listIds(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const ids = database.prepare("select id from organizations order by id").all();
  database.close();
  return ids.map(({ id }) => String(id));
}

test("a backup never overwrites a file", async () => {
  const { storage, variables } = await createInstallation("sqlite");
  const file = join(storage.dataFolder, "precious.txt");
  writeFileSync(file, "precious");
  expect(await lectern(variables, "backup", file)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("choose another name"),
  });
});

test.each(["serve", "worker"] as const)("restoring is refused while %s runs", async (command) => {
  const { storage, variables } = await createInstallation("sqlite");
  const file = join(storage.dataFolder, "copy.db");
  const running = await startLectern(variables, command);
  await lecternJson(variables, "backup", file);
  expect(await lectern(variables, "restore", file, "--yes")).toMatchObject({
    exitCode: 1,
    stdout: "",
    stderr: expect.stringMatching(/^Lectern is running on .*; stop it first, then restore\.\n$/),
  });
  // A killed process leaves no lock behind.
  await running.kill();
  expect(await lecternJson(variables, "restore", file, "--yes")).toMatchObject({ keptAs: expect.any(String) });
});

test("a file that is not a backup, or one from a newer version, is refused", async () => {
  const { storage, variables } = await createInstallation("sqlite");
  const path = (name: string) => join(storage.dataFolder, name);
  await lecternJson(variables, "backup", path("newer.db"));
  const newer = new DatabaseSync(path("newer.db"));
  newer.exec("insert into schema_migrations (version, name, applied_at) values (999, 'future', 0)");
  newer.close();
  const foreign = new DatabaseSync(path("foreign.db"));
  foreign.exec("create table books (id text)");
  foreign.close();
  writeFileSync(path("text.db"), "once upon a time".repeat(1_000));
  for (const name of ["newer.db", "foreign.db", "text.db"]) {
    const { exitCode, stderr } = await lectern(variables, "restore", path(name), "--yes");
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringMatching(/^[^\n]+\.\n$/) });
  }
  expect(readdirSync(storage.dataFolder).filter((name) => /until|restoring/.test(name))).toEqual([]);
});

test("a damaged database is kept aside and replaced", async () => {
  const { storage, variables } = await createInstallation("sqlite");
  const path = (name: string) => join(storage.dataFolder, name);
  await lecternJson(variables, "org", "create", "--name", "ACME");
  await lecternJson(variables, "backup", path("copy.db"));
  writeFileSync(path("lectern.db"), "damaged".repeat(1_000));
  await lecternJson(variables, "restore", path("copy.db"), "--yes");
  expect(await lecternJson(variables, "org", "list")).toMatchObject({ organizations: [{ name: "ACME" }] });
});

test("on PostgreSQL the message names its tools", async () => {
  const { storage, variables } = await createInstallation("postgres");
  const file = join(storage.dataFolder, "copy.db");
  expect(await lectern(variables, "backup", file)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("pg_dump"),
  });
  expect(await lectern(variables, "restore", file, "--yes")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("pg_restore"),
  });
});
