import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { insertOrganization, listOrganizations } from "../../src/accounts/store.ts";
import { openArtifacts } from "../../src/platform/artifacts/open.ts";
import { publishArtifact } from "../../src/platform/artifacts/publish-artifact.ts";
import { readConfig } from "../../src/platform/config.ts";
import type { Database } from "../../src/platform/db/database.ts";
import { pointSite } from "../../src/projects/sites/store.ts";
import { never } from "../support/artifact-store.ts";
import { onDatabaseOfRun, openStorage } from "../support/database.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { slow } from "../support/slow.ts";
import { s3Variables } from "../updates/publisher.ts";
import {
  createInstallation,
  createUsedInstallation,
  lectern,
  lecternJson,
  RunningLectern,
  startLectern,
  type Variables,
} from "./lectern.ts";

vi.setConfig(slow);

interface Organizations {
  organizations: { organizationId: string }[];
}

/** Writes organizations, two per transaction, until it is stopped. */
function keepWriting(database: Database): { pairs: number; end(): Promise<void> } {
  let isWanted = true;
  const writing = {
    pairs: 0,
    end() {
      isWanted = false;
      return written;
    },
  };
  const written = (async () => {
    while (isWanted) {
      await database.transaction(async (tx) => {
        await insertOrganization(tx, { id: `org_${writing.pairs}_left`, name: "Left", createdAt: 0 });
        await insertOrganization(tx, { id: `org_${writing.pairs}_right`, name: "Right", createdAt: 0 });
      });
      writing.pairs += 1;
      await new Promise(setImmediate);
    }
  })();
  return writing;
}

const listIds = async (variables: Variables) => {
  const { organizations } = await lecternJson<Organizations>(variables, "org", "list");
  return organizations.map(({ organizationId }) => organizationId);
};

onDatabaseOfRun((dialect) => {
  test("a backup made during writes has only complete transactions, and restoring it replaces later content", async () => {
    const { storage, variables } = await createInstallation(dialect);
    const file = join(storage.dataFolder, "copy.tar");
    const database = await openStorage(storage);
    const writing = keepWriting(database);
    await vi.waitUntil(() => writing.pairs > 0);
    const pairsBefore = writing.pairs;
    await lecternJson(variables, "backup", file);
    await writing.end();
    const all = (await listOrganizations(database.query)).map(({ id }) => id);
    await database.close();

    const refused = await lectern(variables, "restore", file);
    expect(refused).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining("add --yes") });
    expect(await listIds(variables)).toEqual(all);
    const { keptAs } = await lecternJson<{ keptAs: string | null }>(variables, "restore", file, "--yes");
    const restored = await listIds(variables);
    expect(restored.length % 2).toBe(0);
    expect(restored.length).toBeGreaterThanOrEqual(pairsBefore * 2);
    expect(restored.length).toBeLessThan(all.length);
    if (dialect === "sqlite") {
      expect(listIdsIn(keptAs ?? "")).toEqual(all);
    }
  });

  test.each(["serve", "worker"] as const)("restoring is refused while %s runs", async (command) => {
    const { storage, variables } = await createUsedInstallation(dialect);
    const file = join(storage.dataFolder, "copy.tar");
    const running = await startLectern(variables, command);
    await lecternJson(variables, "backup", file);
    expect(await lectern(variables, "restore", file, "--yes")).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringMatching(/^Lectern is (running on .*; stop it first\.|using the PostgreSQL database .*)\n$/),
    });
    // A killed process leaves no lock behind.
    await running.kill();
    await vi.waitFor(() => lecternJson(variables, "restore", file, "--yes"), { timeout: slow.testTimeout });
  });

  test("a killed backup or restore leaves no file that looks complete, and can be repeated", async () => {
    const source = await createServerOnS3(dialect);
    const file = join(source.variables.LECTERN_DATA ?? "", "copy.tar");
    await killDuring(source.s3, /^GET .*\/blobs\//, source.variables, "backup", file);
    expect(existsSync(file)).toBe(false);
    await lecternJson(source.variables, "backup", file);

    const target = await createServerOnS3(dialect);
    await killDuring(target.s3, /^PUT .*\/blobs\//, target.variables, "restore", file, "--yes");
    expect(await listIds(target.variables)).toEqual([target.organizationId]);
    await vi.waitFor(() => lecternJson(target.variables, "restore", file, "--yes"), { timeout: slow.testTimeout });
    expect(await listIds(target.variables)).toEqual([source.organizationId]);
    const copied = [...target.s3.objects.keys()].filter((key) => key.includes(source.projectId)).sort();
    expect(copied).toEqual(
      [...source.s3.objects.keys()].filter((key) => key.includes(source.projectId) && !key.includes("/holds/")).sort(),
    );
  });
});

/** Creates a server with one published page. */
async function createServerOnS3(dialect: "sqlite" | "postgres") {
  const { storage, variables, ...ids } = await createUsedInstallation(dialect);
  const s3 = await startS3Server();
  onTestFinished(() => s3.close());
  const onS3 = { ...variables, ...s3Variables(s3) };
  const { artifacts, dataFolder } = readConfig(onS3);
  const objects = await openArtifacts({ ...artifacts, dataFolder });
  const files = [{ path: "index.html", bytes: Buffer.from("A page."), type: "text/html" }];
  const request = { namespace: ids.projectId, files, filesMax: 10, bytesMax: 1_000, extra: null };
  const { digest: artifact } = await publishArtifact(objects, request, never);
  const database = await openStorage(storage);
  const site = { subdomain: "acme", projectId: ids.projectId, branch: "main", updateId: "upd_1" };
  await pointSite(database.query, { ...site, artifact, commitSha: null, publishedAt: 0 });
  await database.close();
  return { variables: onS3, s3, ...ids };
}

/** Runs a command and kills it while it waits for the reply to a matching request. */
async function killDuring(s3: S3Server, request: RegExp, variables: Variables, ...args: string[]): Promise<void> {
  const running = new RunningLectern(variables, args);
  const reached = new Promise<void>((resolve) => {
    s3.fault = (name) => {
      if (!request.test(name)) {
        return undefined;
      }
      resolve();
      return { kind: "slow", until: running.ended.then(() => {}) };
    };
  });
  await Promise.race([reached, running.ended]);
  expect(running.process.exitCode).toBe(null);
  await running.kill();
  s3.fault = () => undefined;
}

function listIdsIn(file: string): string[] {
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

test("a file that is not a backup, is damaged, or comes from a newer version is refused", async () => {
  const { storage, variables } = await createUsedInstallation("sqlite");
  const path = (name: string) => join(storage.dataFolder, name);
  await lecternJson(variables, "backup", path("good.tar"));
  const good = readFileSync(path("good.tar"));
  writeFileSync(path("short.tar"), good.subarray(0, good.length - 4096));
  writeFileSync(path("changed.tar"), Buffer.from(good.toString("latin1").replace('"ACME"', '"ACNE"'), "latin1"));
  writeFileSync(
    path("newer.tar"),
    Buffer.from(good.toString("latin1").replace('"foundation"', '"far-future"'), "latin1"),
  );
  copyFileSync(path("lectern.db"), path("copied.db"));
  writeFileSync(path("text.tar"), "once upon a time".repeat(1_000));
  writeFileSync(path("empty.tar"), "");
  for (const name of ["short.tar", "changed.tar", "newer.tar", "copied.db", "text.tar", "empty.tar", "absent.tar"]) {
    const { exitCode, stderr } = await lectern(variables, "restore", path(name), "--yes");
    expect({ name, exitCode, stderr }).toEqual({ name, exitCode: 1, stderr: expect.stringMatching(/^[^\n]+\.\n$/) });
  }
  expect(readdirSync(storage.dataFolder).filter((name) => /until|restoring/.test(name))).toEqual([]);
});

test("restoring keeps a damaged database and a different secret key under other names", async () => {
  const { storage, variables } = await createInstallation("sqlite");
  const path = (name: string) => join(storage.dataFolder, name);
  await lecternJson(variables, "org", "create", "--name", "ACME");
  writeFileSync(path("secret.key"), "k".repeat(43));
  await lecternJson(variables, "backup", path("copy.tar"));
  writeFileSync(path("lectern.db"), "damaged".repeat(1_000));
  writeFileSync(path("secret.key"), "another".repeat(7));
  await lecternJson(variables, "restore", path("copy.tar"), "--yes");
  expect(await lecternJson(variables, "org", "list")).toMatchObject({ organizations: [{ name: "ACME" }] });
  expect(readFileSync(path("secret.key"), "utf8")).toBe("k".repeat(43));
  expect(readdirSync(storage.dataFolder).filter((name) => /^secret-until-.*\.key$/.test(name))).toHaveLength(1);
});
