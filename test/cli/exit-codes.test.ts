import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, expect, test, vi } from "vitest";
import { createStorage, onDatabaseOfRun, openStorage } from "../support/database.ts";
import { slow } from "../support/slow.ts";
import {
  createInstallation,
  createUsedInstallation,
  lectern,
  lecternHere,
  occupyPort,
  type Variables,
} from "./lectern.ts";

vi.setConfig(slow);

let shared: Variables;
beforeAll(async () => {
  const storage = await createStorage("sqlite");
  shared = { PORT: "0", LECTERN_DATA: storage.dataFolder };
  return () => storage.remove();
});

const oneSentence = /^[^\n]+[.]\n$/;

test.each([
  ["an unknown command", ["frobnicate"]],
  ["an unknown option", ["org", "list", "--frobnicate"]],
  ["a missing option", ["org", "create", "--json"]],
  ["a missing argument", ["update", "show"]],
  ["one argument too many", ["org", "list", "more"]],
  ["a value that isn't one of the choices", ["key", "create", "--kind", "golden"]],
  [
    "an expiry that isn't one of the choices",
    ["key", "create", "--kind", "admin", "--organization", "o", "--expires-in-days", "5"],
  ],
  ["a limit out of range", ["update", "list", "acme", "--limit", "1000"]],
  ["an assistant key without a project", ["key", "create", "--kind", "assistant"]],
  ["a blank name", ["org", "create", "--name", " ", "--json"]],
  ["a name that turns the text around", ["project", "create", "--name", "Docs\u202e", "--domain", "docs"]],
])("%s is wrong usage: exit code 2 and one sentence", async (_what, args) => {
  const { exitCode, stdout, stderr } = await lecternHere(shared, ...args);
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 2, stdout: "", stderr: expect.stringMatching(oneSentence) });
});

test.each([
  ["an update that does not exist", ["update", "show", "upd_none", "--json"]],
  ["a project that does not exist", ["project", "show", "none"]],
  ["an update of a project that does not exist", ["update", "run", "none"]],
  ["a job of a project that does not exist", ["job", "show", "none", "job_none"]],
  ["a key for an organization that does not exist", ["key", "create", "--kind", "admin", "--organization", "org_none"]],
  ["an admin key without any organization", ["key", "create", "--kind", "admin"]],
  ["a question to a project that does not exist", ["ask", "none", "Why?"]],
  ["revoking a key that does not exist", ["key", "revoke", "key_none"]],
  ["restoring a file that does not exist", ["restore", "none.db"]],
  ["a backup into a folder that does not exist", ["backup", "/nowhere/server.backup"]],
  [
    "a project from a folder that does not exist",
    ["project", "create", "--name", "Docs", "--domain", "docs", "--from", "/nowhere"],
  ],
])("%s is a failure: exit code 1 and one sentence", async (_what, args) => {
  const { exitCode, stdout, stderr } = await lecternHere(shared, ...args);
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 1, stdout: "", stderr: expect.stringMatching(oneSentence) });
});

test("removing a domain that the project doesn't have is wrong usage", async () => {
  const { variables } = await createUsedInstallation("sqlite");
  const { exitCode, stderr } = await lecternHere(variables, "project", "domain", "remove", "acme", "docs.acme.test");
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining("doesn't have the domain docs"),
  });
});

test("a missing subcommand is wrong usage and prints help to stderr", async () => {
  expect(await lectern(shared, "key")).toMatchObject({
    exitCode: 2,
    stdout: "",
    stderr: expect.stringMatching(/^Usage: lectern key/),
  });
});

test.each([["start"], ["serve"], ["worker"], ["org", "list"]])(
  "%s fails with the name of an invalid setting",
  async (...args) => {
    const { exitCode, stdout, stderr } = await lectern({ ...shared, LECTERN_WORKER_CONCURRENCY: "many" }, ...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toBe("The setting LECTERN_WORKER_CONCURRENCY must be a whole number from 1 to 64.\n");
  },
);

test("a command outside a server's folder creates no data and says where to run it", async () => {
  const { storage, variables } = await createInstallation("sqlite");
  for (const args of [
    ["project", "list"],
    ["account", "link"],
    ["update", "list", "acme"],
  ]) {
    const { exitCode, stdout, stderr } = await lectern(variables, ...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toMatch(/^There is no server in .*LECTERN_DATA.* start\n$/);
  }
  expect(existsSync(join(storage.dataFolder, "lectern.db"))).toBe(false);
});

test("settings come from .env in the working directory, and the environment overrides it", async () => {
  const { storage, variables } = await createInstallation("sqlite");
  writeFileSync(join(storage.dataFolder, ".env"), "PORT=none\nLECTERN_LOG_LEVEL=loud\n");
  const { exitCode, stderr } = await lectern(variables, "serve");
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining("LECTERN_LOG_LEVEL") });
});

test.each([["start"], ["serve"]])("%s on a port in use says what to do", async (command) => {
  const { variables } = await createInstallation("sqlite");
  const PORT = await occupyPort();
  const { exitCode, stdout, stderr } = await lectern({ ...variables, PORT, LECTERN_LOG_LEVEL: "fatal" }, command);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  expect(stderr).toBe(
    `Port ${PORT} on 127.0.0.1 is in use; stop the program that uses it, or set PORT to another port.\n`,
  );
});

test("the error about an unreachable database names its address but not its password", async () => {
  const DATABASE_URL = "postgres://lectern:hush@127.0.0.1:9/lectern";
  const { exitCode, stdout, stderr } = await lectern({ ...shared, DATABASE_URL }, "start");
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 1, stdout: "", stderr: expect.stringMatching(oneSentence) });
  expect(stderr).toContain("127.0.0.1:9");
  expect(stderr).not.toContain("hush");
});

test("for a damaged database file the message suggests restoring a backup", async () => {
  const { storage, variables } = await createInstallation("sqlite");
  writeFileSync(join(storage.dataFolder, "lectern.db"), "not a database, but long enough to look at".repeat(100));
  const { exitCode, stderr } = await lectern(variables, "start");
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringMatching(/restore FILE\.\n$/) });
});

onDatabaseOfRun((dialect) => {
  test("a schema newer than this version is not changed", async () => {
    const { storage, variables } = await createInstallation(dialect);
    expect((await lecternHere(variables, "migrate")).stdout).toMatch(/database has schema \d+\.\n$/);
    const database = await openStorage(storage);
    await sql`
      insert into schema_migrations (version, name, usable_from, applied_at) values (999, 'future', 999, 0)`.execute(
      database.query,
    );
    await database.close();
    for (const command of ["start", "serve", "worker", "migrate"]) {
      const { exitCode, stdout, stderr } = await lectern(variables, command);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
      expect(stderr).toMatch(/^The database has schema 999, .* newer version .*\n$/);
    }
  });
});
