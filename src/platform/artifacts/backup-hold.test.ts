import { expect, test } from "vitest";
import { never, onBothStores, openTestStore } from "../../../test/support/artifact-store.ts";
import { findStoreProblem } from "../../app/readiness.ts";
import { holdObjects, respectBackups } from "./backup-hold.ts";
import { collectArtifacts } from "./collect-artifacts.ts";
import { publishArtifact } from "./publish-artifact.ts";

const none = async () => [];

onBothStores((kind) => {
  test("nothing is removed while a backup runs, and everything works again afterwards", async () => {
    const store = await openTestStore(kind);
    const objects = respectBackups(store.objects);
    const files = [{ path: "index.html", bytes: Buffer.from("old"), type: "text/html" }];
    await publishArtifact(objects, { namespace: "acme", files, filesMax: 10, bytesMax: 1_000, extra: null }, never);
    await store.age("acme", 10_000);
    const before = await store.keys("acme");
    const collection = { namespace: "acme", keep: new Set<string>(), graceSeconds: 60 };
    await holdObjects(
      objects,
      async () => ["acme"],
      never,
      async () => {
        await expect(collectArtifacts(objects, collection, never)).rejects.toThrow("a backup is running");
        await expect(objects.removeAll("acme/", never)).rejects.toThrow("a backup is running");
        expect(await findStoreProblem(objects)).toBeUndefined();
        await publishArtifact(
          objects,
          { namespace: "other", files, filesMax: 10, bytesMax: 1_000, extra: null },
          never,
        );
      },
    );
    expect(await store.keys("acme")).toEqual(before);
    expect(await store.keys("backups")).toEqual([]);
    await collectArtifacts(objects, collection, never);
    expect(await store.keys("acme")).toEqual([]);
  });

  test.each([
    ["a minute ago", 60],
    ["by a clock that was two days ahead", -172_800],
  ])("a hold that a backup left %s when it died no longer prevents removals", async (_when, age) => {
    const store = await openTestStore(kind);
    const objects = respectBackups(store.objects);
    const kept = { key: "acme/blobs/x", bytes: Buffer.from("x") };
    await objects.put([kept, { key: "backups/holds/backup-dead", bytes: Buffer.alloc(0) }], never);
    await expect(objects.remove([kept.key], never)).rejects.toThrow("a backup is running");
    await store.age("backups", age);
    await objects.remove([kept.key], never);
    expect(await store.keys("acme")).toEqual([]);
  });

  test("a backup waits for a collection that is running", async () => {
    const store = await openTestStore(kind);
    const objects = respectBackups(store.objects);
    await store.objects.put([{ key: "acme/holds/collect-running", bytes: Buffer.alloc(0) }], never);
    let isHeld = false;
    const held = holdObjects(
      objects,
      async () => ["acme"],
      never,
      async () => {
        isHeld = true;
      },
    );
    await expect.poll(async () => (await store.keys("acme")).length).toBe(2);
    expect(isHeld).toBe(false);
    await store.objects.remove(["acme/holds/collect-running"], never);
    await held;
    expect(isHeld).toBe(true);
    expect(await holdObjects(objects, none, never, async () => "again")).toBe("again");
  });
});
