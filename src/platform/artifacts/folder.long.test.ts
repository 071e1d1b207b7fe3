import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { listArtifacts, never, openTestFolder, testFolder } from "../../../test/support/artifact-store.ts";
import { slow } from "../../../test/support/slow.ts";
import { collectArtifacts } from "./collect-artifacts.ts";
import type { ObjectStore } from "./object-store.ts";
import { publishArtifact } from "./publish-artifact.ts";
import { getManifest, readBlob } from "./read-artifact.ts";

vi.setConfig(slow);

const namespace = "prj_books";

test("killing a publisher leaves no partial artifact; the next one completes it, and leftovers are collected", async () => {
  const root = testFolder();
  // The kill comes at a different moment in each round: before the first files are stored, and among the last.
  for (const [round, filesBefore] of [50, 900, 1_999].entries()) {
    await killDuringPublish(root, `round-${round}`, filesBefore);
  }
  const store = await openTestFolder(root);
  expect(await listArtifacts(store.objects, namespace, never)).toEqual([]);
  const leftBehind = await store.keys(namespace);
  expect(leftBehind.length).toBeGreaterThan(750);

  // The publishers died a moment ago, so their holds are still valid.
  expect(await collect(store.objects, [])).toBeUndefined();
  const published = await publishRound(store.objects, "round-2");
  expect(published.filesReused).toBeGreaterThan(0);
  await store.age(namespace, 17 * 60);
  await collect(store.objects, [published.digest]);
  expect(await store.keys(namespace)).toHaveLength(2_000 + 1);
  await expectWhole(store.objects, published.digest);
});

/** Publishes in another process, which kills itself after providing this many files. */
async function killDuringPublish(root: string, round: string, filesBefore: number): Promise<void> {
  const here = import.meta.dirname;
  const program = `
    import { createFolderStore } from ${JSON.stringify(join(here, "folder.ts"))};
    import { publishArtifact } from ${JSON.stringify(join(here, "publish-artifact.ts"))};
    async function* files() {
      for (let i = 0; i < 2_000; i++) {
        if (i === ${filesBefore}) {
          process.kill(process.pid, "SIGKILL");
        }
        yield { path: i + ".html", bytes: Buffer.from("${round} " + i), type: "text/html" };
      }
    }
    const objects = await createFolderStore(${JSON.stringify(root)});
    const request = { namespace: "${namespace}", files: files(), extra: null, filesMax: 2_000, bytesMax: 1e6 };
    await publishArtifact(objects, request, new AbortController().signal);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
}

function publishRound(objects: ObjectStore, round: string) {
  const files = Array.from({ length: 2_000 }, (_, i) => {
    return { path: `${i}.html`, bytes: Buffer.from(`${round} ${i}`), type: "text/html" };
  });
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
