import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  listArtifacts,
  never,
  onBothStores,
  openTestStore,
  type TestStore,
} from "../../../test/support/artifact-store.ts";
import { AppError } from "../errors.ts";
import { createArtifactCache } from "./artifact-cache.ts";
import { blobKey, holdsPrefix, manifestKey, namespacePrefix, sha256, youngMarkKey } from "./artifact-keys.ts";
import { collectArtifacts, removeArtifacts } from "./collect-artifacts.ts";
import type { ArtifactFile, NewFile } from "./fill-batches.ts";
import { blobsOfFile } from "./manifest.ts";
import type { ObjectStore } from "./object-store.ts";
import { type PublishRequest, publishArtifact } from "./publish-artifact.ts";
import { getManifest, openBlob, readBlob } from "./read-artifact.ts";
import { ArtifactDamaged, StorageFailed } from "./storage-error.ts";

const namespace = "prj_books";
const hourSeconds = 3_600;

onBothStores((kind) => {
  test("an artifact returns its files with their types, and its extra data", async () => {
    const { objects } = await openTestStore(kind);
    const files = [
      page("index.html", "Home"),
      { path: "logo.svg", bytes: Buffer.from("<svg/>"), type: "image/svg+xml" },
    ];
    const extra = { redirects: [{ from: "/old", to: "/" }], notFound: "404.html" };
    const { digest, ...report } = await publish(objects, files, { extra });
    expect(report).toEqual({ files: 2, bytes: 4 + 6, filesStored: 2, filesReused: 0 });

    const manifest = await getManifest(objects, namespace, digest, never);
    expect(manifest.extra).toEqual(extra);
    expect([...manifest.files.keys()]).toEqual(["index.html", "logo.svg"]);
    expect(await contentOf(objects, digest, "index.html")).toEqual(["Home"]);
    expect(manifest.files.get("logo.svg")).toEqual({
      hash: sha256(Buffer.from("<svg/>")),
      size: 6,
      type: "image/svg+xml",
    });
  });

  test("the digest does not depend on the order of files and changes with any file", async () => {
    const { objects } = await openTestStore(kind);
    const files = [page("a.html", "A"), page("b.html", "B")];
    const { digest } = await publish(objects, files, { extra: { x: 1, y: { p: 2, q: 3 } } });
    const reordered = await publish(objects, files.toReversed(), { extra: { y: { q: 3, p: 2 }, x: 1 } });
    expect(reordered.digest).toBe(digest);
    const others = [
      await publish(objects, [page("a.html", "A"), page("b.html", "C")], { extra: { x: 1, y: { p: 2, q: 3 } } }),
      await publish(objects, files, { extra: { x: 1 } }),
      await publish(objects, [page("a.html", "A"), { ...page("b.html", "B"), type: "text/plain" }]),
    ];
    expect(new Set([digest, ...others.map((other) => other.digest)]).size).toBe(4);
  });

  test("publishing the same files again stores only a mark that they are in use", async () => {
    const store = await openTestStore(kind);
    const files = pages(20);
    const first = await publish(store.objects, files);
    const before = await store.keys(namespace);
    const put = vi.spyOn(store.objects, "put");
    expect(await publish(store.objects, files)).toEqual({ ...first, filesStored: 0, filesReused: 20 });
    expect(putKeys(put).filter((key) => key.includes("/blobs/"))).toEqual([]);
    expect(await store.keys(namespace)).toEqual([...before, youngMarkKey(namespace, first.digest)].sort());
  });

  test("files that did not change are not stored again", async () => {
    const { objects } = await openTestStore(kind);
    const first = await publish(objects, pages(20));
    const changed = [...pages(19), page("page-19.html", "changed")];
    const put = vi.spyOn(objects, "put");
    const second = await publish(objects, changed);
    expect(second).toMatchObject({ filesStored: 1, filesReused: 19 });
    expect(putKeys(put).filter((key) => key.includes("/blobs/"))).toEqual([
      blobKey(namespace, sha256(Buffer.from("changed"))),
    ]);
    expect(await contentOf(objects, first.digest, "page-19.html")).toContain("Page 19");
    expect(await contentOf(objects, second.digest, "page-19.html")).toContain("changed");
  });

  test("a file can be reused without its bytes, but only from the previous artifact", async () => {
    const { objects } = await openTestStore(kind);
    const { digest: base } = await publish(objects, pages(3));
    const { files } = await getManifest(objects, namespace, base, never);
    const taken: ArtifactFile[] = [...files].map(([path, entry]) => ({ path, entry }));
    const find = vi.spyOn(objects, "find");
    const second = await publish(objects, [...taken, page("new.html", "New")], { base });
    expect(second).toMatchObject({ files: 4, filesStored: 1, filesReused: 3 });
    expect(find.mock.calls[0]?.[0]).toEqual([blobKey(namespace, sha256(Buffer.from("New")))]);
    expect(await contentOf(objects, second.digest, "page-1.html")).toContain("Page 1");

    expect(await codeOf(publish(objects, taken))).toBe("conflict");
    const { digest: other } = await publish(objects, [page("new.html", "New")]);
    expect(await codeOf(publish(objects, taken, { base: other }))).toBe("conflict");
    expect(await codeOf(publish(objects, taken, { base: sha256(Buffer.from("never published")) }))).toBe("unavailable");
  });

  test("a long list of files is stored in pieces, and a changed file rewrites one of them", async () => {
    const store = await openTestStore(kind);
    const { objects } = store;
    const extra = { notFound: "404.html" };
    const first = await publish(objects, pages(40), { extra, isSharded: true });
    const before = await getManifest(objects, namespace, first.digest, never);
    expect(before).toMatchObject({ extra, files: { size: 40 }, shards: { length: 256 } });
    expect([...before.files.keys()].toSorted()).toEqual(
      pages(40)
        .map(({ path }) => path)
        .toSorted(),
    );
    await expectWhole(objects, first.digest);

    const taken: ArtifactFile[] = [...before.files].map(([path, entry]) => ({ path, entry }));
    const others = taken.filter(({ path }) => path !== "page-7.html");
    const put = vi.spyOn(objects, "put");
    const changed = [...others, page("page-7.html", "changed")];
    const second = await publish(objects, changed, { extra, isSharded: true, base: first.digest });
    // The changed page and the piece that lists it.
    expect(putKeys(put).filter((key) => key.includes("/blobs/"))).toHaveLength(2);
    expect(second).toMatchObject({ files: 40, filesStored: 1, filesReused: 39 });
    expect(await contentOf(objects, second.digest, "page-7.html")).toContain("changed");
    const whole = [...pages(40).filter(({ path }) => path !== "page-7.html"), page("page-7.html", "changed")];
    expect((await publish(objects, whole, { extra, isSharded: true })).digest).toBe(second.digest);

    await collect(store, [second.digest]);
    await expectWhole(objects, second.digest);
    expect(await codeOf(getManifest(objects, namespace, first.digest, never))).toBe("unavailable");
  });

  test("reading a damaged piece of the file list fails, and nothing is collected while it is damaged", async () => {
    const store = await openTestStore(kind);
    const { digest } = await publish(store.objects, pages(40), { isSharded: true });
    // A copy of the store acts as another process, which hasn't read the list yet.
    const reader = { ...store.objects };
    const [shard] = (await getManifest(store.objects, namespace, digest, never)).shards ?? [];
    await store.damage(blobKey(namespace, shard?.hash ?? ""), (bytes) => bytes.fill("x"));
    await expect(getManifest(reader, namespace, digest, never)).rejects.toThrow(ArtifactDamaged);
    const keys = await store.keys(namespace);
    await expect(collect({ ...store, objects: reader }, [digest])).rejects.toThrow(ArtifactDamaged);
    expect(await store.keys(namespace)).toEqual(keys);
  });

  test("a file stored in parts is read as one file, and only changed parts are stored again", async () => {
    const { objects } = await openTestStore(kind);
    const part = (text: string) => ({
      hash: sha256(Buffer.from(text)),
      size: text.length,
      load: vi.fn(() => Buffer.from(text)),
    });
    const file = (...texts: string[]) => ({ path: "llms-full.txt", type: "text/plain", parts: texts.map(part) });
    const first = await publish(objects, [file("one ", "two ", "three")], { isSharded: true });
    const next = file("one ", "2 ", "three");
    const second = await publish(objects, [next], { isSharded: true, base: first.digest });
    expect(next.parts.map(({ load }) => load.mock.calls.length)).toEqual([0, 1, 0]);
    const cache = createArtifactCache(objects);
    const request = { namespace, digest: second.digest, path: "llms-full.txt", accepted: ["gzip"] as const };
    const found = await cache.findFile(request, never);
    expect(found).toMatchObject({ size: 11, encoding: undefined });
    const read = async (range?: { start: number; end: number }) => {
      const body = (await found?.open(range, never)) ?? [];
      const chunks: Buffer[] = [];
      for await (const chunk of Buffer.isBuffer(body) ? [body] : body) chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    };
    expect([await read(), await read({ start: 3, end: 6 }), await read({ start: 10, end: 10 })]).toEqual([
      "one 2 three",
      " 2 t",
      "e",
    ]);
  });

  test("two concurrent publishers both end with a complete artifact", async () => {
    const { objects } = await openTestStore(kind);
    const shared = pages(40);
    const results = await Promise.all([
      publish(objects, shared),
      publish(objects, shared),
      publish(objects, [...shared, page("more.html", "More")]),
    ]);
    expect(results[0]?.digest).toBe(results[1]?.digest);
    expect(await listArtifacts(objects, namespace, never)).toEqual(
      [...new Set(results.map(({ digest }) => digest))].sort(),
    );
    for (const { digest } of results) {
      await expectWhole(objects, digest);
    }
  });

  test("the manifest is written after all blobs, and only removing the hold comes later", async () => {
    const { objects } = await openTestStore(kind);
    const put = vi.spyOn(objects, "put");
    const { digest } = await publish(objects, pages(5));
    const keys = putKeys(put);
    expect(keys.indexOf(manifestKey(namespace, digest))).toBe(keys.length - 1);
    expect(keys.filter((key) => key.includes("/blobs/"))).toHaveLength(5);
  });

  test("an interrupted publish leaves no artifact, and repeating the call completes it", async () => {
    const { objects, keys } = await openTestStore(kind);
    // Three of these fill a batch, whose files are stored before the fourth is read.
    const all = Array.from("abcde", (letter) => page(`${letter}.html`, letter.repeat(6_000_000)));
    const stop = new Error("stopped by the worker");
    const abort = new AbortController();
    const aborted = failingAfter(all, 4, () => abort.abort(stop));
    await expect(publishArtifact(objects, request(aborted), abort.signal)).rejects.toBe(stop);
    const failed = failingAfter(all, 4, () => expect.fail("the build failed"));
    await expect(publish(objects, failed)).rejects.toThrow("the build failed");
    expect((await keys(namespace)).length).toBeGreaterThanOrEqual(3);
    expect(await listArtifacts(objects, namespace, never)).toEqual([]);

    const completed = await publish(objects, all);
    expect(completed.filesReused).toBeGreaterThanOrEqual(3);
    await removeArtifacts(objects, namespace, never);
    expect(await publish(objects, all)).toEqual({ ...completed, filesStored: 5, filesReused: 0 });
  });

  test("an artifact that is too large or has a path outside its root is rejected", async () => {
    const { objects } = await openTestStore(kind);
    expect(await codeOf(publish(objects, pages(4), { filesMax: 3 }))).toBe("too_large");
    expect(await codeOf(publish(objects, pages(4), { bytesMax: 20 }))).toBe("too_large");
    expect(await codeOf(publish(objects, [page("a.html", "1"), page("a.html", "2")]))).toBe("bad_request");
    expect(await codeOf(publish(objects, [{ ...page("a.html", "1"), type: "t".repeat(201) }]))).toBe("bad_request");
    for (const path of [
      "",
      "/a",
      "a/",
      "a//b",
      "../a",
      "a/../b",
      "./a",
      "a\\b",
      "a\0",
      "a\nb",
      "\ud800",
      "a".repeat(1_025),
    ]) {
      expect(await codeOf(publish(objects, [page(path, "1")])), JSON.stringify(path)).toBe("bad_request");
    }
    expect(await listArtifacts(objects, namespace, never)).toEqual([]);
  });

  test("paths such as __proto__ are ordinary paths", async () => {
    const { objects } = await openTestStore(kind);
    const paths = ["__proto__", "constructor", "prototype/toString", "hasOwnProperty"];
    const extra = JSON.parse('{"__proto__": {"polluted": true}}');
    const { digest } = await publish(
      objects,
      paths.map((path) => page(path, path)),
      { extra },
    );
    const manifest = await getManifest(objects, namespace, digest, never);
    expect([...manifest.files.keys()].sort()).toEqual(paths.toSorted());
    expect(JSON.stringify(manifest.extra)).toBe('{"__proto__":{"polluted":true}}');
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("a collection removes exactly those objects that no kept artifact refers to", async () => {
    const store = await openTestStore(kind);
    const kept = await publish(store.objects, [page("shared.html", "Shared"), joined("kept.html", "Kept")]);
    const dropped = await publish(store.objects, [page("shared.html", "Shared"), page("dropped.html", "Dropped")]);
    await store.objects.put([{ key: `${namespace}/temporary/left-behind`, bytes: Buffer.from("half") }], never);
    await store.age(namespace, hourSeconds);
    expect(await collect(store, [kept.digest])).toMatchObject({ artifactsRemoved: 1, objectsRemoved: 2 });

    expect(await listArtifacts(store.objects, namespace, never)).toEqual([kept.digest]);
    await expectWhole(store.objects, kept.digest);
    expect(await codeOf(getManifest(store.objects, namespace, dropped.digest, never))).toBe("unavailable");
    const hashes = ["Shared", "Kept", "Sidebar"].map((text) => blobKey(namespace, sha256(Buffer.from(text))));
    expect(await store.keys(namespace)).toEqual([...hashes, manifestKey(namespace, kept.digest)].sort());
    expect(await collect(store, [kept.digest])).toMatchObject({
      artifactsRemoved: 0,
      objectsRemoved: 0,
      bytesRemoved: 0,
    });
  });

  test("an artifact that was just published is kept even if nothing records it yet", async () => {
    const store = await openTestStore(kind);
    const old = await publish(store.objects, [page("old.html", "Old")]);
    const again = await publish(store.objects, [page("again.html", "Again")]);
    await store.age(namespace, hourSeconds);
    const fresh = await publish(store.objects, [page("fresh.html", "Fresh")]);
    await publish(store.objects, [page("again.html", "Again")]);
    await collect(store, [], 60);
    expect(await listArtifacts(store.objects, namespace, never)).toEqual([fresh.digest, again.digest].sort());
    await expectWhole(store.objects, fresh.digest);
    await expectWhole(store.objects, again.digest);
    expect(await codeOf(getManifest(store.objects, namespace, old.digest, never))).toBe("unavailable");
  });

  test("the manifest of an artifact that is published again isn't written, unless it is damaged", async () => {
    const store = await openTestStore(kind);
    const { digest } = await publish(store.objects, pages(2));
    const key = manifestKey(namespace, digest);
    const put = vi.spyOn(store.objects, "put");
    await publish(store.objects, pages(2));
    expect(putKeys(put)).not.toContain(key);
    await store.damage(key, (bytes) => bytes.subarray(0, 20));
    await publish(store.objects, pages(2));
    expect(putKeys(put)).toContain(key);
    await expectWhole(store.objects, digest);
  });

  test("nothing is collected while an update is being published", async () => {
    const store = await openTestStore(kind);
    const before = await publish(store.objects, pages(3));
    await store.age(namespace, hourSeconds);
    const source = pausable(pages(3));
    const publishing = publish(store.objects, source.files);
    await source.started;
    expect(await collect(store, [])).toBeUndefined();
    source.go();
    expect((await publishing).digest).toBe(before.digest);
    await expectWhole(store.objects, before.digest);
  });

  test("a publisher waits for a running collection to end", async () => {
    const store = await openTestStore(kind);
    const collecting = `${holdsPrefix(namespace)}collect-elsewhere`;
    await store.objects.put([{ key: collecting, bytes: Buffer.from("collect") }], never);
    const source = pausable(pages(3));
    const publishing = publish(store.objects, source.files);
    const list = vi.spyOn(store.objects, "list");
    await vi.waitUntil(() => list.mock.calls.length >= 2, { timeout: 60_000 });
    expect(source.isStarted()).toBe(false);
    await store.objects.remove([collecting], never);
    await source.started;
    source.go();
    await expectWhole(store.objects, (await publishing).digest);
  });

  test("two collections never run at the same time", async () => {
    const store = await openTestStore(kind);
    await publish(store.objects, pages(3));
    const collecting = `${holdsPrefix(namespace)}collect-elsewhere`;
    await store.objects.put([{ key: collecting, bytes: Buffer.from("collect") }], never);
    expect(await collect(store, [])).toBeUndefined();
    expect(await store.keys(namespace)).toContain(collecting);
  });

  test("a dead process blocks nobody for long, and its leftovers are collected", async () => {
    const store = await openTestStore(kind);
    const holds = ["publish-dead", "collect-dead"].map((name) => holdsPrefix(namespace) + name);
    await store.objects.put(
      holds.map((key) => ({ key, bytes: Buffer.from("hold") })),
      never,
    );
    await store.age(namespace, 17 * 60);
    const { digest } = await publish(store.objects, pages(3));
    expect(await collect(store, [digest])).toMatchObject({ artifactsRemoved: 0, objectsRemoved: 2 });
    expect((await store.keys(namespace)).filter((key) => key.startsWith(holdsPrefix(namespace)))).toEqual([]);
  });

  test("publishing during a collection never produces an artifact with missing blobs", async () => {
    const store = await openTestStore(kind);
    await publish(store.objects, pages(6));
    for (let round = 0; round < 6; round++) {
      await store.age(namespace, hourSeconds);
      // Whichever of the two starts second finds the other in the middle of its work.
      const list = vi.spyOn(store.objects, "list");
      const publishing = round % 2 === 0 ? publish(store.objects, pages(6)) : undefined;
      await vi.waitUntil(() => publishing === undefined || list.mock.calls.length > 0, {
        timeout: 60_000,
        interval: 1,
      });
      const collecting = collect(store, [], 60);
      const { digest } = await (publishing ?? publish(store.objects, pages(6)));
      await collecting;
      await expectWhole(store.objects, digest);
    }
  });

  test("nothing is collected if a kept artifact is missing or damaged", async () => {
    const store = await openTestStore(kind);
    const { digest } = await publish(store.objects, pages(3));
    await publish(store.objects, [page("other.html", "Other")]);
    await store.age(namespace, hourSeconds);
    const before = await store.keys(namespace);
    expect(await codeOf(collect(store, [sha256(Buffer.from("never published"))]))).toBe("unavailable");
    await store.damage(manifestKey(namespace, digest), (bytes) => bytes.subarray(1));
    await expect(collect(store, [digest])).rejects.toThrow(ArtifactDamaged);
    expect(await store.keys(namespace)).toEqual(before);
  });

  test("a damaged, truncated or missing blob is an error, and publishing again repairs truncated and missing ones", async () => {
    const store = await openTestStore(kind);
    const { digest } = await publish(store.objects, pages(3));
    const blob = await blobOf(store.objects, digest, "page-1.html");
    const key = blobKey(namespace, blob.hash);
    const read = () => readBlob(store.objects, namespace, blob, never);
    const stream = async () => (await openBlob(store.objects, namespace, blob, undefined, never)).toArray();

    const damages = [
      () => store.damage(key, (bytes) => bytes.subarray(1)),
      () => store.damage(key, (bytes) => Buffer.concat([bytes, bytes])),
      () => store.objects.remove([key], never),
    ];
    for (const damage of damages) {
      await damage();
      await expect(read()).rejects.toThrow(ArtifactDamaged);
      await expect(stream()).rejects.toThrow(ArtifactDamaged);
      expect((await publish(store.objects, pages(3))).digest).toBe(digest);
      expect(String(await read())).toBe("Page 1");
    }
    await store.damage(key, (bytes) => bytes.fill("x"));
    await expect(read()).rejects.toThrow(ArtifactDamaged);
    await expect(stream()).rejects.toThrow(ArtifactDamaged);
  });

  test("a manifest that does not match its digest is rejected, and so is a document that is not a manifest", async () => {
    const store = await openTestStore(kind);
    const { digest } = await publish(store.objects, pages(3));
    await store.damage(manifestKey(namespace, digest), (bytes) =>
      Buffer.from(String(bytes).replace("page-1", "page-9")),
    );
    await expect(getManifest(store.objects, namespace, digest, never)).rejects.toThrow(ArtifactDamaged);

    const hash = sha256(Buffer.from("x"));
    const file = { path: "a", hash, size: 1, type: "text/plain" };
    const documents = [
      "not JSON",
      "null",
      "{}",
      JSON.stringify({ format: 2, extra: null, files: [] }),
      JSON.stringify({ format: 1, extra: null, files: [{ ...file, hash: "../../etc/passwd" }] }),
      JSON.stringify({ format: 1, extra: null, files: [{ ...file, path: "../a" }] }),
      JSON.stringify({ format: 1, extra: null, files: [file, file] }),
      JSON.stringify({ format: 1, extra: null, files: [{ ...file, size: -1 }] }),
      JSON.stringify({ format: 1, extra: null, files: [{ ...file, gzip: { hash } }] }),
      JSON.stringify({ format: 1, extra: null, files: [{ ...file, owner: "somebody" }] }),
    ];
    for (const document of documents) {
      const bytes = Buffer.from(document);
      await store.objects.put([{ key: manifestKey(namespace, sha256(bytes)), bytes }], never);
      await expect(getManifest(store.objects, namespace, sha256(bytes), never), document).rejects.toThrow(
        ArtifactDamaged,
      );
    }
    expect(await codeOf(getManifest(store.objects, namespace, "../../../etc/passwd", never))).toBe("unavailable");
  });

  test("objects of one namespace can be neither seen nor removed through another", async () => {
    const store = await openTestStore(kind);
    const { digest } = await publish(store.objects, pages(3));
    const other = "prj_books2";
    await publishArtifact(store.objects, { ...request(pages(3)), namespace: other }, never);
    await removeArtifacts(store.objects, other, never);
    await expectWhole(store.objects, digest);
    expect(await store.keys(other)).toEqual([]);
    expect(await codeOf(getManifest(store.objects, other, digest, never))).toBe("unavailable");
  });

  test("a namespace or key that escapes the store is rejected", async () => {
    const { objects } = await openTestStore(kind);
    const names = ["", ".", "..", "../prj_a", "prj_a/..", "/etc", "PRJ", "a b", "a\0", "ä", "a".repeat(65), "a/blobs"];
    for (const name of names) {
      await expect(publishArtifact(objects, { ...request(pages(1)), namespace: name }, never), name).rejects.toThrow(
        RangeError,
      );
      await expect(removeArtifacts(objects, name, never), name).rejects.toThrow(RangeError);
      await expect(objects.put([{ key: `${name}/../x`, bytes: Buffer.from("x") }], never)).rejects.toThrow(RangeError);
      await expect(objects.read(`${name}/../x`, 10, never)).rejects.toThrow(RangeError);
      await expect(objects.open(`${name}/../x`, undefined, never)).rejects.toThrow(RangeError);
      await expect(objects.find([`${name}/../x`], never)).rejects.toThrow(RangeError);
      await expect(objects.remove([`${name}/../x`], never)).rejects.toThrow(RangeError);
      await expect(objects.list(`${name}/../`, never)[Symbol.asyncIterator]().next()).rejects.toThrow(RangeError);
    }
  });

  test("a range returns exactly those bytes, and a range outside the blob is an error", async () => {
    const { objects } = await openTestStore(kind);
    const { digest } = await publish(objects, [page("a.html", "0123456789")]);
    const blob = await blobOf(objects, digest, "a.html");
    const rangeOf = async (start: number, end: number) =>
      Buffer.concat(await (await openBlob(objects, namespace, blob, { start, end }, never)).toArray()).toString();
    expect(await rangeOf(0, 0)).toBe("0");
    expect(await rangeOf(3, 6)).toBe("3456");
    expect(await rangeOf(9, 9)).toBe("9");
    await expect(rangeOf(5, 20)).rejects.toThrow(ArtifactDamaged);
    await expect(rangeOf(10, 12)).rejects.toThrow(ArtifactDamaged);
  });

  test("objects are found among many others, with their sizes", async () => {
    const { objects } = await openTestStore(kind);
    const keys = Array.from({ length: 300 }, (_, i) => blobKey(namespace, sha256(Buffer.from(String(i)))));
    const there = keys.filter((_, i) => i % 3 !== 0);
    await objects.put(
      there.map((key) => ({ key, bytes: Buffer.alloc(key.charCodeAt(70) % 5) })),
      never,
    );
    for (const wanted of [keys, keys.slice(0, 1), keys.slice(1, 2), keys.slice(10, 20), []]) {
      const found = await objects.find(wanted, never);
      expect([...found.keys()].sort()).toEqual(wanted.filter((key) => there.includes(key)).sort());
      for (const [key, object] of found) {
        expect(object).toMatchObject({ key, size: key.charCodeAt(70) % 5 });
      }
    }
  });

  test("an oversized object is rejected, and a missing one is undefined", async () => {
    const { objects } = await openTestStore(kind);
    const key = `${namespace}/blobs/large`;
    await objects.put([{ key, bytes: Buffer.alloc(1_000) }], never);
    expect(await objects.read(key, 1_000, never)).toHaveLength(1_000);
    await expect(objects.read(key, 999, never)).rejects.toThrow(ArtifactDamaged);
    expect(await objects.read(`${namespace}/blobs/none`, 10, never)).toBeUndefined();
    expect(await objects.open(`${namespace}/blobs/none`, undefined, never)).toBeUndefined();
    await objects.remove([`${namespace}/blobs/none`], never);
  });

  test("an empty file can be published", async () => {
    const { objects } = await openTestStore(kind);
    const { digest } = await publish(objects, [{ path: "empty.txt", bytes: Buffer.alloc(0), type: "text/plain" }]);
    const blob = await blobOf(objects, digest, "empty.txt");
    expect(await readBlob(objects, namespace, blob, never)).toHaveLength(0);
    expect(await (await openBlob(objects, namespace, blob, undefined, never)).toArray()).toEqual([]);
  });

  test("a ping succeeds while the store works and fails once it is gone", async () => {
    const { objects, takeDown } = await openTestStore(kind);
    await expect(objects.ping(never)).resolves.toBeUndefined();
    await takeDown();
    await expect(objects.ping(never)).rejects.toThrow(StorageFailed);
  });
});

test("only a plain name is a valid namespace", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(".", "/", "\\", "a", "\0", "%") })), (text) => {
      const isPlain = /^[a-z0-9_-]+$/.test(text) && text.length <= 64;
      isPlain ? namespacePrefix(text) : expect(() => namespacePrefix(text)).toThrow(RangeError);
    }),
  );
});

function publish(objects: ObjectStore, files: PublishRequest["files"], options: Partial<PublishRequest> = {}) {
  return publishArtifact(objects, { ...request(files), ...options }, never);
}

function request(files: PublishRequest["files"]): PublishRequest {
  return { namespace, files, extra: null, filesMax: 1_000, bytesMax: 100_000_000 };
}

function page(path: string, text: string): NewFile {
  return { path, bytes: Buffer.from(text), type: "text/html" };
}

/** A file that is stored in two blobs. */
function joined(path: string, text: string): ArtifactFile {
  const part = (content: string) => {
    const bytes = Buffer.from(content);
    return { hash: sha256(bytes), size: bytes.length, load: () => bytes };
  };
  const seam = { topAt: 1, topBytes: 2, at: 2, marks: [[2, "!"]] } as const;
  return { path, type: "text/html", joined: { own: part(text), shared: part("Sidebar"), ...seam } };
}

function pages(count: number): NewFile[] {
  return Array.from({ length: count }, (_, i) => page(`page-${i}.html`, `Page ${i}`));
}

function collect({ objects }: TestStore, keep: string[], graceSeconds = 0) {
  return collectArtifacts(objects, { namespace, keep: new Set(keep), graceSeconds }, never);
}

async function blobOf(objects: ObjectStore, digest: string, path: string) {
  const entry = (await getManifest(objects, namespace, digest, never)).files.get(path);
  return entry ?? expect.fail(`There is no ${path}.`);
}

/** The blobs of a file, as text. */
async function contentOf(objects: ObjectStore, digest: string, path: string): Promise<string[]> {
  const forms = blobsOfFile(await blobOf(objects, digest, path));
  return Promise.all(forms.map(async (blob) => String(await readBlob(objects, namespace, blob, never))));
}

async function expectWhole(objects: ObjectStore, digest: string): Promise<void> {
  const { files } = await getManifest(objects, namespace, digest, never);
  expect(files.size).toBeGreaterThan(0);
  for (const path of files.keys()) {
    expect((await contentOf(objects, digest, path)).length).toBeGreaterThan(0);
  }
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "no error",
    (error) => (error instanceof AppError ? error.code : String(error)),
  );
}

function putKeys(put: { mock: { calls: Parameters<ObjectStore["put"]>[] } }): string[] {
  return put.mock.calls.flatMap(([objects]) => objects.map(({ key }) => key));
}

function* failingAfter(files: readonly NewFile[], count: number, fail: () => void): Generator<NewFile> {
  for (const [i, file] of files.entries()) {
    if (i === count) {
      fail();
    }
    yield file;
  }
}

/** Files that are provided only when the test releases them. */
function pausable(files: readonly NewFile[]) {
  const started = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  let isStarted = false;
  async function* give(): AsyncGenerator<NewFile> {
    isStarted = true;
    started.resolve();
    await going.promise;
    yield* files;
  }
  return { files: give(), started: started.promise, isStarted: () => isStarted, go: going.resolve };
}
