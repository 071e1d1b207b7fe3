import { expect, test } from "vitest";
import { listArtifacts, never, openTestS3 } from "../../../test/support/artifact-store.ts";
import type { S3Fault } from "../../../test/support/s3-server.ts";
import { blobKey, sha256 } from "./artifact-keys.ts";
import { collectArtifacts } from "./collect-artifacts.ts";
import { publishArtifact } from "./publish-artifact.ts";
import { getManifest, readBlob } from "./read-artifact.ts";
import { objectUrl } from "./s3-client.ts";
import { StorageFailed, StorageFull } from "./storage-error.ts";

const namespace = "prj_books";
const key = `${namespace}/blobs/one`;
const object = { key, bytes: Buffer.from("the bytes of one") };
const triesMax = 5;

const passingFaults: [string, S3Fault][] = [
  ["an internal error", { kind: "refuse", status: 500, code: "InternalError" }],
  ["a service that is overloaded", { kind: "refuse", status: 503, code: "SlowDown" }],
  ["bytes that changed on the way", { kind: "refuse", status: 400, code: "XAmzContentSHA256Mismatch" }],
  ["a connection that breaks in the middle of the upload", { kind: "cut-upload" }],
  ["an answer that is lost", { kind: "lose-answer" }],
];

test.each(passingFaults)("an upload survives %s", async (_name, fault) => {
  const { server, objects } = await openTestS3();
  server.fault = twice(fault, `PUT lectern/test/${key}`);
  await objects.put([object], never);
  expect(await objects.read(key, 100, never)).toEqual(object.bytes);
  expect(server.requests.filter((request) => request.startsWith("PUT"))).toHaveLength(3);
});

test("a read survives a response that breaks off in the middle", async () => {
  const { server, objects } = await openTestS3();
  await objects.put([object], never);
  server.fault = twice({ kind: "cut-answer" });
  expect(await objects.read(key, 100, never)).toEqual(object.bytes);
  server.fault = twice({ kind: "cut-answer" });
  expect((await objects.find([key], never)).get(key)).toMatchObject({ size: object.bytes.length });
});

test("a request without a response in time is retried", async () => {
  const { server, objects } = await openTestS3({ limits: { requestSeconds: 3 } });
  const answered = Promise.withResolvers<void>();
  server.fault = twice({ kind: "slow", until: answered.promise });
  await objects.put([object], never);
  answered.resolve();
  expect(server.requests).toHaveLength(3);
});

test("a request to a broken service fails after a few attempts, with a reason that contains no address or secret", async () => {
  const { server, objects } = await openTestS3();
  for (const fault of [{ kind: "refuse", status: 503, code: "SlowDown" }, { kind: "lose-answer" }] as const) {
    server.requests.length = 0;
    server.fault = () => fault;
    const error = await objects.put([object], never).catch((failure) => failure);
    expect(error).toBeInstanceOf(StorageFailed);
    expect(error.code).toBe("unavailable");
    expect(server.requests).toHaveLength(triesMax);
    expect(JSON.stringify([error.message, error.stack, error.cause])).not.toMatch(/127\.0\.0\.1|secret|reader/);
  }
});

test("a permanent error is not retried and says what to check", async () => {
  const { server, objects } = await openTestS3({ secretAccessKey: "a wrong secret" });
  await expect(objects.put([object], never)).rejects.toThrow(/403 SignatureDoesNotMatch; check LECTERN_ARTIFACTS/);
  await expect(objects.ping(never)).rejects.toThrow(StorageFailed);
  expect(server.requests).toHaveLength(2);
  expect(server.objects.size).toBe(0);

  const lost = await openTestS3({ bucket: "nowhere" });
  await expect(lost.objects.ping(never)).rejects.toThrow(/404 NoSuchBucket/);
  await expect(lost.objects.read(key, 100, never)).rejects.toThrow(/404 NoSuchBucket/);
});

test("an exhausted quota is distinguished from a failing service", async () => {
  const { server, objects } = await openTestS3();
  server.fault = () => ({ kind: "refuse", status: 507, code: "XMinioStorageFull" });
  await expect(objects.put([object], never)).rejects.toThrow(StorageFull);
  server.fault = () => ({ kind: "refuse", status: 403, code: "QuotaExceeded" });
  await expect(objects.put([object], never)).rejects.toThrow(StorageFull);
});

test("an upload that was accepted but truncated is noticed and sent again before the manifest is written", async () => {
  const { server, objects } = await openTestS3();
  let halves = 0;
  server.fault = (request) =>
    request.includes("/blobs/") && request.startsWith("PUT") && halves++ < 3 ? { kind: "store-half" } : undefined;
  const { digest } = await publish(objects);
  const { files } = await getManifest(objects, namespace, digest, never);
  for (const entry of files.values()) {
    await readBlob(objects, namespace, entry, never);
  }
  expect(server.requests.filter((request) => request.includes("/blobs/"))).toHaveLength(3 + 3 + 3);
});

test("with a service that truncates every upload, publishing fails and no artifact exists", async () => {
  const { server, objects } = await openTestS3();
  server.fault = (request) => (request.startsWith("PUT") ? { kind: "store-half" } : undefined);
  await expect(publish(objects)).rejects.toThrow("missing or incomplete");
  server.fault = (request) => (/^PUT .*manifests/.test(request) ? { kind: "store-half" } : undefined);
  await expect(publish(objects)).rejects.toThrow("missing or incomplete");
  server.fault = () => undefined;
  for (const digest of await listArtifacts(objects, namespace, never)) {
    await expect(getManifest(objects, namespace, digest, never)).rejects.toThrow("damaged");
  }
});

test("listings are read to the end, however short their pages are", async () => {
  const store = await openTestS3();
  store.server.pageKeysMax = 2;
  const { digest } = await publish(store.objects);
  expect(await store.keys(namespace)).toHaveLength(4);
  expect(await publish(store.objects)).toMatchObject({ digest, filesReused: 3 });
  await store.age(namespace, 60);
  const report = await collectArtifacts(store.objects, { namespace, keep: new Set(), graceSeconds: 0 }, never);
  // Three blobs, and the mark of the second publication.
  expect(report).toMatchObject({ artifactsRemoved: 1, objectsRemoved: 4 });
  expect(store.server.objects.size).toBe(0);
});

test("objects of other programs under the same prefix are left alone", async () => {
  const store = await openTestS3();
  const foreign = `lectern/test/${namespace}/blobs/A & B <1>.txt`;
  store.server.objects.set(foreign, { bytes: Buffer.from("not ours"), modifiedAt: 0 });
  store.server.pageKeysMax = 1;
  await store.objects.put([object], never);
  expect(await store.keys(namespace)).toEqual([key]);
  await collectArtifacts(store.objects, { namespace, keep: new Set(), graceSeconds: 0 }, never);
  expect([...store.server.objects.keys()]).toEqual([foreign]);
});

test("thousands of objects are removed in a few requests", async () => {
  const { server, objects } = await openTestS3();
  const keys = Array.from({ length: 2_500 }, (_, i) => blobKey(namespace, sha256(Buffer.from(String(i)))));
  for (const doomed of keys) {
    server.objects.set(`lectern/test/${doomed}`, { bytes: Buffer.alloc(1), modifiedAt: 0 });
  }
  await objects.remove(keys, never);
  expect(server.requests).toEqual(["DELETE", "DELETE", "DELETE"]);
  expect(server.objects.size).toBe(0);
});

test("looking up many blobs takes few requests", async () => {
  const { server, objects } = await openTestS3();
  const keys = Array.from({ length: 2_000 }, (_, i) => blobKey(namespace, sha256(Buffer.from(String(i)))));
  for (const there of keys) {
    server.objects.set(`lectern/test/${there}`, { bytes: Buffer.alloc(1), modifiedAt: 0 });
  }
  expect((await objects.find(keys.slice(0, 700), never)).size).toBe(700);
  expect(server.requests.length).toBeLessThanOrEqual(16);
});

test("a key is found among nearly identical keys, however short the pages of the listing are", async () => {
  const { server, objects } = await openTestS3();
  server.pageKeysMax = 1;
  const keys = Array.from("abcdef", (letter) => `${namespace}/blobs/${letter}`);
  await objects.put(
    keys.map((name) => ({ ...object, key: name })),
    never,
  );
  expect([...(await objects.find([`${namespace}/blobs/f`], never)).keys()]).toEqual([`${namespace}/blobs/f`]);
  expect((await objects.find([`${namespace}/blobs/g`], never)).size).toBe(0);
});

test("concurrency reaches its limit and never exceeds it", async () => {
  const { server, objects } = await openTestS3({ limits: { requestsMax: 3 } });
  const waiting = Promise.withResolvers<void>();
  server.fault = () => {
    if (server.requests.length === 3) {
      waiting.resolve();
    }
    return { kind: "slow", until: waiting.promise };
  };
  const keys = Array.from({ length: 12 }, (_, i) => `${namespace}/blobs/${i}`);
  await Promise.all([
    objects.put(
      keys.slice(0, 6).map((name) => ({ ...object, key: name })),
      never,
    ),
    objects.put(
      keys.slice(6).map((name) => ({ ...object, key: name })),
      never,
    ),
  ]);
  expect(server.parallelMax).toBe(3);
  expect(server.objects.size).toBe(12);
});

test("an abort ends running requests, queued ones and those waiting for a retry", async () => {
  const { server, objects } = await openTestS3({ limits: { requestsMax: 1, backoffFirstMilliseconds: 60_000 } });
  const stuck = Promise.withResolvers<void>();
  const abort = new AbortController();
  const reason = new Error("the worker stops");
  server.fault = () => ({ kind: "slow", until: stuck.promise });
  const works = [objects.put([object], abort.signal), objects.read(key, 100, abort.signal)];
  const ends = Promise.allSettled(works);
  await expect.poll(() => server.requests.length).toBe(1);
  abort.abort(reason);
  expect((await ends).map((end) => end.status === "rejected" && end.reason)).toEqual([reason, reason]);
  stuck.resolve();

  const later = new AbortController();
  server.fault = () => ({ kind: "refuse", status: 503, code: "SlowDown" });
  const retrying = expect(objects.put([object], later.signal)).rejects.toThrow();
  await expect.poll(() => server.requests.length).toBe(2);
  later.abort(reason);
  await retrying;
});

test("the bucket is part of the path or of the host name, as configured", () => {
  const address = { endpoint: new URL("https://storage.example.com:9000/base/"), region: "x", bucket: "shelf" };
  const request = { method: "GET", key: "a/b", query: { prefix: "p/" } } as const;
  expect(objectUrl({ ...address, pathStyle: true }, request).href).toBe(
    "https://storage.example.com:9000/base/shelf/a/b?prefix=p%2F",
  );
  expect(objectUrl({ ...address, pathStyle: false }, request).href).toBe(
    "https://shelf.storage.example.com:9000/base/a/b?prefix=p%2F",
  );
});

function publish(objects: Parameters<typeof publishArtifact>[0]) {
  const files = ["one", "two", "three"].map((name) => ({ path: name, bytes: Buffer.from(name), type: "text/plain" }));
  return publishArtifact(objects, { namespace, files, extra: null, filesMax: 10, bytesMax: 1_000 }, never);
}

/** Injects the fault into the first two requests, or into the first two with this name. */
function twice(fault: S3Fault, name?: string): (request: string) => S3Fault | undefined {
  let left = 2;
  return (request) => ((name === undefined || request === name) && left-- > 0 ? fault : undefined);
}
