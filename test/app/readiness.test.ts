import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { createReadiness, findDiskProblem, findStoreProblem } from "../../src/app/readiness.ts";
import type { ObjectStore } from "../../src/platform/artifacts/object-store.ts";
import { createS3Store } from "../../src/platform/artifacts/s3.ts";
import { createLog } from "../../src/platform/log.ts";
import { reportAlive } from "../../src/platform/nodes/report-alive.ts";
import { onBothDatabases, openTestDatabase } from "../support/database.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";

const tries = { triesMax: 2, backoffFirstMilliseconds: 1, backoffMaxMilliseconds: 1 };

async function startStore(changes: { secretAccessKey?: string } = {}): Promise<{ s3: S3Server; objects: ObjectStore }> {
  const s3 = await startS3Server();
  onTestFinished(() => s3.close());
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3;
  const address = { endpoint, bucket, region, pathStyle: true, prefix: "", limits: tries };
  return { s3, objects: createS3Store({ ...address, accessKeyId, secretAccessKey, ...changes }) };
}

test("an unreachable store, a wrong secret and a missing bucket are told apart, without the secret", async () => {
  const good = await startStore();
  expect(await findStoreProblem(good.objects)).toBeUndefined();
  expect(good.s3.objects.size).toBe(0);

  const wrong = await startStore({ secretAccessKey: "a wrong secret" });
  const refused = await findStoreProblem(wrong.objects);
  expect(refused).toMatch(/403 SignatureDoesNotMatch; check LECTERN_ARTIFACTS and its credentials/);
  expect(refused).not.toContain("a wrong secret");

  good.s3.fault = () => ({ kind: "refuse", status: 404, code: "NoSuchBucket" });
  expect(await findStoreProblem(good.objects)).toContain("NoSuchBucket");
  await good.s3.close();
  expect(await findStoreProblem(good.objects)).toContain("unreachable");
});

test("a disk without enough free space and a missing folder are reported", async () => {
  expect(await findDiskProblem({ folder: tmpdir(), megabytesMin: 0 })).toBeUndefined();
  expect(await findDiskProblem({ folder: tmpdir(), megabytesMin: 1_000_000_000 })).toContain(
    "less than 1000000000 MB of free space",
  );
  expect(await findDiskProblem({ folder: "/nowhere/at/all", megabytesMin: 0 })).toBe("The data folder cannot be read.");
});

onBothDatabases((dialect) => {
  test("a node reports everything that is wrong with it, and a missing worker is only a warning", async () => {
    const database = await openTestDatabase(dialect);
    const { s3, objects } = await startStore();
    let now = 1_000_000_000;
    const clock = { now: () => now };
    const deps = { database, objects, clock, disk: { folder: tmpdir(), megabytesMin: 0 } };
    const noWorker = { warnings: [expect.stringContaining("No worker is running")] };
    expect(await createReadiness(deps).check()).toEqual(noWorker);

    const worker = reportAlive({ database, clock, log: createLog("fatal", "worker") }, "worker");
    await expect.poll(() => createReadiness(deps).check()).toEqual({ warnings: [] });
    now += 61_000;
    expect(await createReadiness(deps).check()).toEqual(noWorker);
    await worker.stop();
    now -= 61_000;
    expect(await createReadiness(deps).check()).toEqual(noWorker);

    s3.fault = () => ({ kind: "refuse", status: 403, code: "AccessDenied" });
    const full = { ...deps, disk: { folder: tmpdir(), megabytesMin: 1_000_000_000 } };
    await expect(createReadiness(full).check()).rejects.toThrow(/403 AccessDenied.*free space/);
  });
});

test("frequent readiness requests share one check of the store", async () => {
  const database = await openTestDatabase("sqlite");
  const { s3, objects } = await startStore();
  const readiness = createReadiness({ database, objects, clock: { now: () => 0 }, disk: undefined });
  await Promise.all(Array.from({ length: 100 }, () => readiness.check()));
  await readiness.check();
  expect(s3.requests.filter((name) => name.startsWith("PUT"))).toHaveLength(1);
});
