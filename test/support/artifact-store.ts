import { mkdtempSync, rmSync } from "node:fs";
import { readFile, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, onTestFinished } from "vitest";
import { keyMeaning, manifestsPrefix } from "../../src/platform/artifacts/artifact-keys.ts";
import { createFolderStore } from "../../src/platform/artifacts/folder.ts";
import type { ObjectStore } from "../../src/platform/artifacts/object-store.ts";
import { createS3Store, type S3StoreOptions } from "../../src/platform/artifacts/s3.ts";
import { type S3Server, startS3Server } from "./s3-server.ts";

export type StoreKind = "folder" | "s3";

/** Runs a suite on both stores. */
export function onBothStores(suite: (kind: StoreKind) => void): void {
  describe.each<StoreKind>(["folder", "s3"])("in %s", suite);
}

export interface TestStore {
  objects: ObjectStore;
  /** The keys in a namespace, sorted. */
  keys(namespace: string): Promise<string[]>;
  /** Makes existing objects older. */
  age(namespace: string, seconds: number): Promise<void>;
  /** Changes an object without the store's knowledge. */
  damage(key: string, change: (bytes: Buffer) => Buffer): Promise<void>;
  /** Makes the store unavailable. */
  takeDown(): Promise<void>;
}

export const never = new AbortController().signal;

/** An empty store for one test. It is removed when the test ends. */
export async function openTestStore(kind: StoreKind): Promise<TestStore> {
  return kind === "folder" ? openTestFolder() : openTestS3();
}

export async function openTestFolder(root = testFolder()): Promise<TestStore & { root: string }> {
  const objects = await createFolderStore(root);
  return {
    root,
    objects,
    keys: (namespace) => keysOf(objects, namespace),
    async age(namespace, seconds) {
      for await (const { key, modifiedAt } of objects.list(`${namespace}/`, never)) {
        const time = modifiedAt / 1_000 - seconds;
        await utimes(join(root, key), time, time);
      }
    },
    takeDown: async () => rmSync(root, { recursive: true }),
    async damage(key, change) {
      await writeFile(join(root, key), change(await readFile(join(root, key))));
    },
  };
}

export async function openTestS3(options: Partial<S3StoreOptions> = {}): Promise<TestStore & { server: S3Server }> {
  const server = await startS3Server();
  onTestFinished(() => server.close());
  const prefix = "lectern/test/";
  const objects = createS3Store({
    endpoint: server.endpoint,
    region: server.region,
    bucket: server.bucket,
    accessKeyId: server.accessKeyId,
    secretAccessKey: server.secretAccessKey,
    pathStyle: true,
    prefix,
    ...options,
    limits: { backoffFirstMilliseconds: 1, ...options.limits },
  });
  return {
    server,
    objects,
    keys: (namespace) => keysOf(objects, namespace),
    async age(namespace, seconds) {
      for (const [key, object] of server.objects) {
        if (key.startsWith(`${prefix}${namespace}/`)) {
          object.modifiedAt -= seconds * 1_000;
        }
      }
    },
    takeDown: () => server.close(),
    async damage(key, change) {
      const object = server.objects.get(prefix + key);
      if (object) {
        object.bytes = change(object.bytes);
      }
    },
  };
}

/** A temporary folder. It is removed when the test ends. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lectern-artifacts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function keysOf(objects: ObjectStore, namespace: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of objects.list(`${namespace}/`, never)) {
    keys.push(key);
  }
  return keys.sort();
}

/** The digests of all stored artifacts. */
export async function listArtifacts(objects: ObjectStore, namespace: string, signal: AbortSignal): Promise<string[]> {
  const digests: string[] = [];
  for await (const { key } of objects.list(manifestsPrefix(namespace), signal)) {
    const meaning = keyMeaning(key);
    if (meaning.kind === "manifest") {
      digests.push(meaning.digest);
    }
  }
  return digests.sort();
}
