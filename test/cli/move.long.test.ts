import { expect, onTestFinished, test, vi } from "vitest";
import { insertOrganization } from "../../src/accounts/store.ts";
import { openApp } from "../../src/app/app.ts";
import { serve } from "../../src/app/serve.ts";
import { readConfig } from "../../src/platform/config.ts";
import { freePort } from "../../src/platform/free-port.ts";
import { findSite } from "../../src/projects/sites/store.ts";
import { createEmptyStorage, openStorage } from "../support/database.ts";
import { startS3Server } from "../support/s3-server.ts";
import { slow } from "../support/slow.ts";
import { Clone } from "../updates/clone.ts";
import { openInstallation, s3Variables, smallProject, startWorker } from "../updates/publisher.ts";
import { lectern, lecternJson, startLectern, type Variables } from "./lectern.ts";

vi.setConfig(slow);

interface Moved {
  rows: number;
  objects: number;
  copied: number;
  missing: number;
  isCopied: boolean;
}

/** An embedded server that has published a project and is stopped. */
async function createSource() {
  const source = await openInstallation("sqlite");
  const app = await openApp(readConfig(source.variables), "worker");
  const server = await serve(app);
  const worker = startWorker(app);
  const { project, firstUpdate } = await source.createProject("acme", smallProject);
  await source.ended(firstUpdate);
  await worker.stop();
  await server.stop();
  await app.close();
  await source.app.close();
  onTestFinished(() => source.storage.remove());
  return { ...source, project };
}

async function createTarget() {
  const storage = await createEmptyStorage("postgres");
  onTestFinished(() => storage.remove());
  const s3 = await startS3Server();
  onTestFinished(() => s3.close());
  const { LECTERN_ARTIFACTS = "", ...credentials } = s3Variables(s3);
  const settings = { LECTERN_MOVE_DATABASE_URL: storage.databaseUrl ?? "", LECTERN_MOVE_ARTIFACTS: LECTERN_ARTIFACTS };
  return { storage, s3, settings: { ...settings, ...credentials } };
}

test("a server moves to PostgreSQL and S3, a second move changes nothing, and a target in use is refused", async () => {
  const { project, adminKey, variables, storage } = await createSource();
  const target = await createTarget();
  const moving: Variables = { ...variables, ...target.settings };
  const running = await startLectern(variables, "worker");
  expect(await lectern(moving, "move")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^Lectern is running on .*; stop it first\.\n$/),
  });
  // Nothing is answered until several objects are being copied at once.
  const several = Promise.withResolvers<void>();
  target.s3.fault = () => {
    if (target.s3.requests.length === 4) several.resolve();
    return { kind: "slow", until: several.promise };
  };
  const ahead = await lecternJson<Moved>(moving, "move", "--ahead");
  expect(ahead).toMatchObject({ missing: 0, copied: ahead.objects, notes: [expect.stringContaining("Now stop")] });
  expect(ahead).not.toHaveProperty("isCopied");
  await running.stop();

  const first = await lecternJson<Moved>(moving, "move");
  expect(first).toMatchObject({ isCopied: true, missing: 0, copied: 0, objects: ahead.objects });
  const [lost = ""] = [...target.s3.objects.keys()].filter((key) => key.includes("/blobs/"));
  target.s3.objects.delete(lost);
  expect(await lecternJson<Moved>(moving, "move")).toMatchObject({
    ...first,
    isCopied: false,
    copied: 1,
    notes: expect.anything(),
  });

  const port = String(await freePort("127.0.0.1"));
  const url = `http://127.0.0.1:${port}`;
  const moved = {
    ...variables,
    PORT: port,
    LECTERN_URL: url,
    LECTERN_DATA: target.storage.dataFolder,
    DATABASE_URL: target.settings.LECTERN_MOVE_DATABASE_URL,
    ...s3Variables(target.s3),
  };
  const app = await openApp(readConfig(moved), "worker");
  const server = await serve(app);
  const worker = startWorker(app);
  const clone = await Clone.of(`${url}/git/acme.git`, adminKey);
  const sha = await clone.commitAndPush({ "index.mdx": "---\ntitle: Moved\n---\n\nOn PostgreSQL.\n" });
  await vi.waitFor(async () => expect((await findSite(app.database.query, project.domain))?.commitSha).toBe(sha), {
    timeout: slow.testTimeout,
    interval: 100,
  });
  await worker.stop();
  await server.stop();
  await app.close();

  await vi.waitFor(
    async () =>
      expect(await lectern(moving, "move")).toMatchObject({
        exitCode: 1,
        stderr: expect.stringMatching(
          /^Cannot move: the PostgreSQL database is not empty, and its table \w+ differs\./,
        ),
      }),
    { timeout: slow.testTimeout },
  );
  const old = await openStorage(storage);
  expect((await findSite(old.query, project.domain))?.commitSha).not.toBe(sha);
  await old.close();
});

test("nothing is copied without a target or to a target that belongs to another server", async () => {
  const source = await createEmptyStorage("sqlite");
  onTestFinished(() => source.remove());
  const variables = { LECTERN_DATA: source.dataFolder };
  expect(await lectern(variables, "move")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("LECTERN_MOVE_DATABASE_URL"),
  });
  expect(await lectern({ ...variables, LECTERN_MOVE_DATABASE_URL: "postgres://db" }, "move", "--ahead")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("LECTERN_MOVE_ARTIFACTS"),
  });
  const { storage, s3, settings } = await createTarget();
  for (const options of [[], ["--ahead"]]) {
    expect(await lectern({ ...variables, ...settings }, "move", ...options)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("There is no server in"),
    });
  }
  const other = await openStorage(storage);
  await insertOrganization(other.query, { id: "org_other", name: "Other", createdAt: 0 });
  await other.close();
  await (await openStorage(source)).close();
  expect(await lectern({ ...variables, ...settings }, "move")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("belongs to another server"),
  });
  expect(s3.objects.size).toBe(0);
});
