import { expect, onTestFinished, test } from "vitest";
import { createStorage, onBothDatabases, openStorage } from "../../../test/support/database.ts";
import type { Clock } from "../clock.ts";
import { createLog } from "../log.ts";
import { SharedSlots } from "./shared-slots.ts";

onBothDatabases((dialect) => {
  async function openNodes(): Promise<{ nodes: SharedSlots[]; clock: Clock & { advance(by: number): void } }> {
    const storage = await createStorage(dialect);
    const databases = await Promise.all([1, 2].map(() => openStorage(storage)));
    let now = 1_000_000;
    const clock = {
      now: () => now,
      advance: (by: number) => {
        now += by;
      },
    };
    const nodes = databases.map((database) => new SharedSlots({ database, clock, log: createLog("fatal", "api") }));
    onTestFinished(async () => {
      await Promise.all(nodes.map((node) => node.close()));
      await Promise.all(databases.map((database) => database.close()));
      await storage.remove();
    });
    return { nodes, clock };
  }

  test("nodes that take slots at the same time never exceed the limit", async () => {
    const { nodes } = await openNodes();
    const taken = await Promise.all(
      nodes.flatMap((node) => Array.from({ length: 10 }, () => node.acquire("address/192.0.2.1", 7))),
    );
    expect(taken.filter((release) => release !== undefined)).toHaveLength(7);
    expect(await nodes[0]?.acquire("address/192.0.2.2", 7)).toBeDefined();
  });

  test("a released slot is free, and so are the slots of a node that has died", async () => {
    const { nodes, clock } = await openNodes();
    const [one, other] = nodes;
    const release = await one?.acquire("model", 1);
    expect(await other?.acquire("model", 1)).toBeUndefined();
    release?.();
    await expect.poll(() => other?.acquire("model", 1)).toBeDefined();
    expect(await one?.acquire("model", 1)).toBeUndefined();
    clock.advance(30_000);
    expect(await one?.acquire("model", 1)).toBeDefined();
  });
});
