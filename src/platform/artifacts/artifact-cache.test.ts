import type { Readable } from "node:stream";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { never, openTestFolder } from "../../../test/support/artifact-store.ts";
import type { Encoding } from "../compress.ts";
import { type ArtifactCache, createArtifactCache, type FileMaker, type ServedFile } from "./artifact-cache.ts";
import { blobKey, sha256 } from "./artifact-keys.ts";
import type { ArtifactFile, NewFile } from "./fill-batches.ts";
import { publishArtifact } from "./publish-artifact.ts";
import { ArtifactDamaged, ArtifactMissing } from "./storage-error.ts";

const namespace = "prj_books";
const long = "A long page. ".repeat(100);
const large = Buffer.alloc(600_000, "0123456789");

test("a client gets the best encoding that both sides support", async () => {
  const { cache, digest } = await openTestCache();
  const find = async (path: string, accepted: Encoding[]) => {
    const file = await cache.findFile({ namespace, digest, path, accepted }, never);
    const bytes = (await file?.open(undefined, never)) as Buffer;
    expect(file?.size).toBe(bytes.byteLength);
    const unpack = { brotli: brotliDecompressSync, gzip: gunzipSync, none: (plain: Buffer) => plain };
    return [file?.encoding, file?.type, String(unpack[file?.encoding ?? "none"](bytes)), file?.hash];
  };
  const { hash } = await getFile(cache, digest, "long.html");
  expect(await find("long.html", ["brotli", "gzip"])).toEqual(["brotli", "text/html", long, `${hash}-brotli`]);
  expect(await find("long.html", ["gzip"])).toEqual(["gzip", "text/html", long, `${hash}-gzip`]);
  expect(await find("long.html", [])).toEqual([undefined, "text/html", long, hash]);
  expect((await find("page.html", ["brotli"])).slice(0, 3)).toEqual([undefined, "text/html", "The page."]);
  expect((await find("logo.svg", ["brotli", "gzip"])).slice(0, 3)).toEqual([undefined, "image/svg+xml", "<svg/>"]);
  expect(await cache.findFile({ namespace, digest, path: "none.html", accepted: [] }, never)).toBeUndefined();
  const missing = cache.findFile({ namespace, digest: "0".repeat(64), path: "page.html", accepted: [] }, never);
  await expect(missing).rejects.toBeInstanceOf(ArtifactMissing);
});

test("files that share a part are joined, with their own marks in it", async () => {
  const shared = part("<b>New</b><nav><a>One</a><a>Two</a></nav>");
  const files = [
    { path: "one.html", own: part("<body><p>1</body>"), mark: 7 },
    { path: "two.html", own: part("<body><p>2 ü</body>"), mark: 17 },
  ].map(({ path, own, mark }) => ({
    path,
    type: "text/html",
    joined: { own, shared, topAt: 6, topBytes: 10, at: 9, marks: [[mark, " now"]] as const },
  }));
  const { cache, digest, objects } = await openTestCache(files);
  const read = vi.spyOn(objects, "read");
  const one = await getFile(cache, digest, "one.html");
  const two = await getFile(cache, digest, "two.html");
  expect(String(await one.open(undefined, never))).toBe(
    "<body><b>New</b><p><nav><a now>One</a><a>Two</a></nav>1</body>",
  );
  expect(String(await two.open(undefined, never))).toBe(
    "<body><b>New</b><p><nav><a>One</a><a now>Two</a></nav>2 ü</body>",
  );
  expect(String(await two.open({ start: 0, end: 9 }, never))).toBe("<body><b>N");
  expect(two.size).toBe(Buffer.byteLength("<body><b>New</b><p><nav><a>One</a><a now>Two</a></nav>2 ü</body>"));
  // The shared part is read once.
  expect(read).toHaveBeenCalledTimes(3);
  expect(one.hash).not.toBe(two.hash);
});

test("a described file is made when it is first read, from files of the same artifact, and kept", async () => {
  const make = vi.fn<FileMaker["make"]>(async (_namespace, description, read) => {
    const parts = [description, await read("page.html", 100), await read("page.html", 3), await read("none.html", 100)];
    return Buffer.from(parts.join("|"));
  });
  const maker = { descriptionType: "text/recipe", type: "text/cake", make };
  const described = { path: "cake", type: "text/recipe", bytes: Buffer.from("a recipe") };
  const { objects, digest } = await openTestCache([...siteFiles(), described]);
  const cache = createArtifactCache(objects, {}, maker);
  await cache.getManifest(namespace, digest, never);
  expect(make).not.toHaveBeenCalled();
  const [one, other] = await Promise.all([getFile(cache, digest, "cake"), getFile(cache, digest, "cake")]);
  expect([one.type, one.encoding, one.size]).toEqual(["text/cake", undefined, 20]);
  expect(String(await one.open(undefined, never))).toBe("a recipe|The page.||");
  expect(String(await other.open({ start: 2, end: 7 }, never))).toBe("recipe");
  expect(make).toHaveBeenCalledTimes(1);
});

test("a described file that can't be made is tried again by the next reader", async () => {
  const make = vi.fn<FileMaker["make"]>().mockRejectedValueOnce(new Error("busy")).mockResolvedValue(Buffer.from("ok"));
  const described = { path: "cake", type: "text/recipe", bytes: Buffer.from("a recipe") };
  const { objects, digest } = await openTestCache([described]);
  const cache = createArtifactCache(objects, {}, { descriptionType: "text/recipe", type: "text/cake", make });
  await expect(getFile(cache, digest, "cake")).rejects.toThrow("busy");
  expect((await getFile(cache, digest, "cake")).size).toBe(2);
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
  const { digest, objects } = await openTestCache(manyFiles(25, 10_000));
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
  expect(await readAll(25)).toBe(25);
  expect(await readAll(5)).toBe(5);
  expect(await readAll(5)).toBe(0);
  expect(await readAll(25)).toBeGreaterThan(18);
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
    expect(error.code).toBe("unavailable");
    expect(`${error.message} ${error.cause}`).not.toMatch(
      new RegExp(`${root}|${namespace}|${small.hash}|${film.hash}`),
    );
  }
});

function part(text: string) {
  const bytes = Buffer.from(text);
  return { hash: sha256(bytes), size: bytes.length, load: () => bytes };
}

async function openTestCache(files: ArtifactFile[] = siteFiles()) {
  const store = await openTestFolder();
  const request = { namespace, files, extra: null, filesMax: 1_000, bytesMax: 1e8 };
  const { digest } = await publishArtifact(store.objects, request, never);
  return { ...store, digest, cache: createArtifactCache(store.objects) };
}

function siteFiles(): NewFile[] {
  return [
    { path: "page.html", bytes: Buffer.from("The page."), type: "text/html" },
    { path: "long.html", bytes: Buffer.from(long), type: "text/html" },
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
