import { tmpdir } from "node:os";
import { expect, onTestFinished, test, vi } from "vitest";
import { createReadiness, findDiskProblem, findStoreProblem } from "../../src/app/readiness.ts";
import type { ObjectStore } from "../../src/platform/artifacts/object-store.ts";
import { createS3Store } from "../../src/platform/artifacts/s3.ts";
import type { Database } from "../../src/platform/db/database.ts";
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
  test("a node reports everything that is wrong, and what it shares with others is only a warning", async () => {
    const database = await openTestDatabase(dialect);
    const { s3, objects } = await startStore();
    let now = 1_000_000_000;
    const clock = { now: () => now };
    const deps = { database, objects, clock, disk: { folder: tmpdir(), megabytesMin: 0 } };
    const noWorker = { status: "ready", warnings: [expect.stringContaining("No worker is running")] };
    expect(await createReadiness(deps).check()).toEqual(noWorker);

    const worker = await reportAlive({ database, clock, log: createLog("fatal", "worker") }, "worker", 30);
    expect(await createReadiness(deps).check()).toEqual({ status: "ready" });
    now += 61_000;
    expect(await createReadiness(deps).check()).toEqual(noWorker);
    await worker.stop();
    const seenAt = now + 86_400_000;
    await database.query.insertInto("nodes").values({ id: "ahead", role: "worker", startedAt: 0, seenAt }).execute();
    expect(await createReadiness(deps).check()).toEqual({
      status: "ready",
      warnings: ["1 stored time is too far in the future: set the servers' clocks right."],
    });
    await database.query.deleteFrom("nodes").execute();
    now -= 61_000;
    expect(await createReadiness(deps).check()).toEqual(noWorker);

    s3.fault = () => ({ kind: "refuse", status: 403, code: "AccessDenied" });
    const full = { ...deps, disk: { folder: tmpdir(), megabytesMin: 1_000_000_000 } };
    await expect(createReadiness(full).check()).rejects.toThrow(/free space.*403 AccessDenied/);
  });
});

test("an outage that all nodes share is a warning, also at a restart and while the database hangs", async () => {
  const { s3, objects } = await startStore();
  const database = await openTestDatabase("sqlite");
  let ping = async () => {};
  const hanging: Database = Object.assign(Object.create(database), { ping: () => ping() });
  const ready = { database: hanging, objects, clock: { now: () => 0 }, disk: undefined };
  const readiness = createReadiness(ready);
  await readiness.check();
  await s3.close();
  const never = Promise.withResolvers<void>();
  ping = () => never.promise;
  await readiness.check();
  never.reject(new Error("refused"));
  ping = () => Promise.reject(new Error("refused"));
  for (const node of [readiness, createReadiness(ready)]) {
    const { warnings } = await node.check();
    expect(warnings).toContainEqual(expect.stringContaining("The database does not answer"));
  }
  const { warnings } = await createReadiness(ready).check();
  expect(warnings).toContainEqual(expect.stringContaining("unreachable"));
});

test("a store that refuses a node later is a warning, but a node that it refuses from the start isn't ready", async () => {
  const database = await openTestDatabase("sqlite");
  const { s3, objects } = await startStore();
  const deps = { database, objects, clock: { now: () => 0 }, disk: undefined };
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const readiness = createReadiness(deps);
  await readiness.check();
  s3.fault = () => ({ kind: "refuse", status: 403, code: "AccessDenied" });
  vi.advanceTimersByTime(60_000);
  expect((await readiness.check()).warnings).toContainEqual(expect.stringContaining("403 AccessDenied"));
  await expect(createReadiness(deps).check()).rejects.toThrow("403 AccessDenied");
});

test("frequent readiness requests share one check of the store", async () => {
  const database = await openTestDatabase("sqlite");
  const { s3, objects } = await startStore();
  const readiness = createReadiness({ database, objects, clock: { now: () => 0 }, disk: undefined });
  await Promise.all(Array.from({ length: 100 }, () => readiness.check()));
  await readiness.check();
  expect(s3.requests.filter((name) => name.startsWith("PUT"))).toHaveLength(1);
});
