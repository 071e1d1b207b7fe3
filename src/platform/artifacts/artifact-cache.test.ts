import type { Readable } from "node:stream";
import { expect, test, vi } from "vitest";
import { never, openTestFolder } from "../../../test/support/artifact-store.ts";
import { type ArtifactCache, createArtifactCache, type Encoding, type ServedFile } from "./artifact-cache.ts";
import { blobKey } from "./artifact-keys.ts";
import type { NewFile } from "./fill-batches.ts";
import { publishArtifact } from "./publish-artifact.ts";
import { ArtifactDamaged } from "./storage-error.ts";

const namespace = "prj_books";
const large = Buffer.alloc(600_000, "0123456789");

test("a client gets the best encoding that both sides support", async () => {
  const { cache, digest } = await openTestCache();
  const find = async (path: string, accepted: Encoding[]) => {
    const file = await cache.findFile({ namespace, digest, path, accepted }, never);
    return [file?.encoding, file?.type, String(file && (await file.open(undefined, never)))];
  };
  expect(await find("page.html", ["brotli", "gzip"])).toEqual(["brotli", "text/html", "br"]);
  expect(await find("page.html", ["gzip"])).toEqual(["gzip", "text/html", "gz"]);
  expect(await find("page.html", [])).toEqual([undefined, "text/html", "The page."]);
  expect(await find("logo.svg", ["brotli", "gzip"])).toEqual([undefined, "image/svg+xml", "<svg/>"]);
  expect(await cache.findFile({ namespace, digest, path: "none.html", accepted: [] }, never)).toBeUndefined();
  const missing = cache.findFile({ namespace, digest: "0".repeat(64), path: "page.html", accepted: [] }, never);
  await expect(missing).rejects.toMatchObject({ code: "not_found" });
});

test("a file is read at most once, and only when it is opened", async () => {
  const { cache, digest, objects } = await openTestCache();
  const read = vi.spyOn(objects, "read");
  const file = await getFile(cache, digest, "page.html");
  // The manifest was published by this process.
  expect(read).not.toHaveBeenCalled();
  for (let i = 0; i < 3; i++) {
    expect(String(await file.open(undefined, never))).toBe("The page.");
    expect(String(await file.open({ start: 4, end: 7 }, never))).toBe("page");
    await getFile(cache, digest, "page.html");
  }
  expect(read).toHaveBeenCalledTimes(1);
});

test("concurrent requests for a file share one read, and an aborted request does not affect the others", async () => {
  const { cache, digest, objects } = await openTestCache();
  const file = await getFile(cache, digest, "page.html");
  const read = vi.spyOn(objects, "read");
  const leaving = new AbortController();
  const first = file.open(undefined, leaving.signal);
  const others = Array.from({ length: 50 }, () => file.open(undefined, never));
  leaving.abort(new Error("the reader went away"));
  await expect(first).rejects.toThrow("the reader went away");
  expect(new Set((await Promise.all(others)).map(String))).toEqual(new Set(["The page."]));
  expect(read).toHaveBeenCalledTimes(1);
});

test("a failed read is retried by the next request", async () => {
  const { cache, digest, objects } = await openTestCache();
  const file = await getFile(cache, digest, "page.html");
  vi.spyOn(objects, "read").mockRejectedValueOnce(new Error("out of order"));
  await expect(file.open(undefined, never)).rejects.toThrow("out of order");
  expect(String(await file.open(undefined, never))).toBe("The page.");
});

test("the cache stays within its limit and serves files it cannot keep", async () => {
  const { digest, objects } = await openTestCache(manyFiles(100, 10_000));
  const cache = createArtifactCache(objects, { blobBytesMax: 55_000, manifestBytesMax: 1_000 });
  const read = vi.spyOn(objects, "read");
  const readAll = async (count: number) => {
    read.mockClear();
    for (let i = 0; i < count; i++) {
      const file = await getFile(cache, digest, `${i}.html`);
      expect(await file.open(undefined, never)).toHaveLength(10_000);
    }
    return read.mock.calls.filter(([key]) => key.includes("/blobs/")).length;
  };
  expect(await readAll(100)).toBe(100);
  expect(await readAll(5)).toBe(5);
  expect(await readAll(5)).toBe(0);
  expect(await readAll(100)).toBeGreaterThan(90);
});

test("a large file or a range of it is streamed and does not evict small files", async () => {
  const { cache, digest, objects } = await openTestCache();
  const file = await getFile(cache, digest, "film.mp4");
  const read = vi.spyOn(objects, "read");
  const whole = Buffer.concat(await asStream(await file.open(undefined, never)).toArray());
  expect(whole.equals(large)).toBe(true);
  const part = Buffer.concat(await asStream(await file.open({ start: 500_003, end: 500_006 }, never)).toArray());
  expect(String(part)).toBe("3456");
  expect(read).not.toHaveBeenCalled();
});

test("aborting in the middle of a large file ends its stream", async () => {
  const { cache, digest } = await openTestCache();
  const file = await getFile(cache, digest, "film.mp4");
  const leaving = new AbortController();
  const stream = asStream(await file.open(undefined, leaving.signal));
  leaving.abort(new Error("the reader went away"));
  await expect(stream.toArray()).rejects.toThrow();
  expect(stream.destroyed).toBe(true);
});

test("a damaged or missing file is an error that reveals nothing about the server", async () => {
  const { cache, digest, objects, damage, root } = await openTestCache();
  const small = await getFile(cache, digest, "page.html");
  const film = await getFile(cache, digest, "film.mp4");
  const failures = async () => [
    await Promise.resolve(small.open(undefined, never)).catch((error) => error),
    await Promise.resolve(film.open(undefined, never))
      .then((content) => asStream(content).toArray())
      .catch((error) => error),
  ];
  const keys = [small, film].map(({ hash }) => blobKey(namespace, hash));
  for (const key of keys) {
    await damage(key, (bytes) => Buffer.from(bytes.map((byte) => byte ^ 1)));
  }
  const damaged = await failures();
  await objects.remove(keys, never);
  for (const error of [...damaged, ...(await failures())]) {
    expect(error).toBeInstanceOf(ArtifactDamaged);
    expect(error.code).toBe("internal");
    expect(`${error.message} ${error.cause}`).not.toMatch(
      new RegExp(`${root}|${namespace}|${small.hash}|${film.hash}`),
    );
  }
});

async function openTestCache(files: NewFile[] = siteFiles()) {
  const store = await openTestFolder();
  const request = { namespace, files, extra: null, filesMax: 1_000, bytesMax: 1e8 };
  const { digest } = await publishArtifact(store.objects, request, never);
  return { ...store, digest, cache: createArtifactCache(store.objects) };
}

function siteFiles(): NewFile[] {
  return [
    {
      path: "page.html",
      bytes: Buffer.from("The page."),
      type: "text/html",
      gzip: Buffer.from("gz"),
      brotli: Buffer.from("br"),
    },
    { path: "logo.svg", bytes: Buffer.from("<svg/>"), type: "image/svg+xml" },
    { path: "film.mp4", bytes: large, type: "video/mp4" },
  ];
}

function manyFiles(count: number, size: number): NewFile[] {
  return Array.from({ length: count }, (_, i) => ({
    path: `${i}.html`,
    bytes: Buffer.alloc(size, `page ${i}`),
    type: "text/html",
  }));
}

async function getFile(cache: ArtifactCache, digest: string, path: string): Promise<ServedFile> {
  const file = await cache.findFile({ namespace, digest, path, accepted: [] }, never);
  return file ?? expect.fail(`There is no ${path}.`);
}

function asStream(content: Buffer | Readable): Readable {
  return Buffer.isBuffer(content) ? expect.fail("These are bytes.") : content;
}
