import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { listArtifacts, never, openTestFolder, testFolder } from "../../../test/support/artifact-store.ts";
import { slow } from "../../../test/support/slow.ts";
import { collectArtifacts, removeArtifacts } from "./collect-artifacts.ts";
import type { NewFile } from "./fill-batches.ts";
import { createFolderStore } from "./folder.ts";
import type { ObjectStore } from "./object-store.ts";
import { publishArtifact } from "./publish-artifact.ts";
import { getManifest, readBlob } from "./read-artifact.ts";
import { StorageFailed, StorageFull } from "./storage-error.ts";

vi.setConfig(slow);

const namespace = "prj_books";

test("a full disk is reported as such, leaves nothing partial and damages nothing", async ({ skip }) => {
  const root = testFolder();
  if (!mountSmallDisk(root)) {
    skip("Only root may mount a small disk.");
  }
  const store = await openTestFolder(root);
  const { digest } = await publish(store.objects, [...manyFiles("small", 10)]);
  const before = await store.keys(namespace);

  await expect(publish(store.objects, [...manyFiles("large", 50, 100_000)])).rejects.toThrow(StorageFull);
  expect(await readdir(join(root, namespace, "temporary"))).toEqual([]);
  const after = await store.keys(namespace);
  expect(after.length).toBeGreaterThan(before.length);
  for (const key of after.filter((name) => !before.includes(name))) {
    expect(await store.objects.read(key, 1e6, never), "every stored object is complete").toHaveLength(100_000);
  }
  expect(await listArtifacts(store.objects, namespace, never)).toEqual([digest]);
  await expectWhole(store.objects, digest);

  fillDisk(root);
  await store.age(namespace, 60);
  await collect(store.objects, [digest]);
  expect(await store.keys(namespace)).toEqual(before);
  await publish(store.objects, [...manyFiles("fits", 10, 100_000)]);
});

test("files and folders of other programs are neither listed nor removed", async () => {
  const store = await openTestFolder();
  const { digest } = await publish(store.objects, [...manyFiles("a", 3)]);
  const before = await store.keys(namespace);
  const strays = [".DS_Store", "Thumbs.db", "blobs/ab.tmp", "deep/er/than/any/of/our/files"];
  for (const stray of strays) {
    mkdirSync(join(store.root, namespace, stray, ".."), { recursive: true });
    writeFileSync(join(store.root, namespace, stray), "stray");
  }
  expect(await store.keys(namespace)).toEqual(before);
  await store.age(namespace, 60);
  expect(await collect(store.objects, [digest])).toMatchObject({ objectsRemoved: 0 });
  expect(await readdir(join(store.root, namespace))).toContain(".DS_Store");
});

test("removing a namespace leaves no folder behind", async () => {
  const store = await openTestFolder();
  await publish(store.objects, [...manyFiles("a", 300)]);
  await removeArtifacts(store.objects, namespace, never);
  expect(await readdir(store.root)).toEqual([]);
});

test("errors in the folder are reported without its path", async () => {
  const root = testFolder();
  const objects = await createFolderStore(join(root, "artifacts"));
  rmSync(join(root, "artifacts"), { recursive: true });
  writeFileSync(join(root, "artifacts"), "a file where the folder was");
  const key = `${namespace}/blobs/one`;
  const works = [
    () => objects.put([{ key, bytes: Buffer.from("x") }], never),
    () => objects.find([key], never),
    () => objects.read(key, 10, never),
    () => objects.open(key, undefined, never),
    () => objects.list(`${namespace}/`, never)[Symbol.asyncIterator]().next(),
    () => objects.remove([key], never),
    () => createFolderStore(join(root, "artifacts")),
  ];
  for (const work of works) {
    const error = await work().then(
      () => undefined,
      (failure) => failure,
    );
    expect(error, String(work)).toBeInstanceOf(StorageFailed);
    expect(`${error.message} ${error.cause}`).not.toContain(root);
  }
  rmSync(join(root, "artifacts"));
  await expect(objects.ping(never)).rejects.toThrow("ENOENT");
});

/** A disk of two megabytes, in memory, until the test ends. */
function mountSmallDisk(folder: string): boolean {
  const { status } = spawnSync("/bin/mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]);
  onTestFinished(() => {
    spawnSync("/bin/umount", ["--lazy", folder]);
  });
  return status === 0;
}

function fillDisk(folder: string): void {
  for (const size of [100_000, 4_096]) {
    for (let i = 0; ; i++) {
      try {
        writeFileSync(join(folder, `filler-${size}-${i}`), Buffer.alloc(size));
      } catch {
        break;
      }
    }
  }
}

function* manyFiles(round: string, count: number, size?: number): Generator<NewFile> {
  for (let i = 0; i < count; i++) {
    const text = `${round} ${i}`;
    yield { path: `${i}.html`, bytes: size ? Buffer.alloc(size, text) : Buffer.from(text), type: "text/html" };
  }
}

function publish(objects: ObjectStore, files: NewFile[]) {
  return publishArtifact(objects, { namespace, files, extra: null, filesMax: 2_000, bytesMax: 1e8 }, never);
}

function collect(objects: ObjectStore, keep: string[]) {
  return collectArtifacts(objects, { namespace, keep: new Set(keep), graceSeconds: 0 }, never);
}

async function expectWhole(objects: ObjectStore, digest: string): Promise<void> {
  const { files } = await getManifest(objects, namespace, digest, never);
  for (const entry of files.values()) {
    expect(await readBlob(objects, namespace, entry, never)).toHaveLength(entry.size);
  }
}
