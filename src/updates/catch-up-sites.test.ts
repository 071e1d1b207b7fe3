import { expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../test/faults/queue-test-support.ts";
import { createStorage, type Dialect, onDatabaseOfRun, openStorage } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { openQueue } from "../platform/queue/open.ts";
import { updateProject } from "../projects/store.ts";
import { removePreview } from "./act-on-push.ts";
import { catchUpSites } from "./catch-up-sites.ts";
import { findLatestUpdate, moveUpdate, recordFailureCause } from "./store.ts";
import { triggerUpdate, updateJobKind } from "./trigger-update.ts";

const { signal } = new AbortController();
const hour = 3_600_000;

onDatabaseOfRun((dialect) => {
  test("a failed site is retried with growing pauses, up to a limit", async () => {
    const { deps, clock, trigger, fail, latest } = await setUp(dialect);
    let failed = await fail((await trigger()).id);
    let tries = 0;
    for (let hours = 0; hours < 24 * 6; hours += 1) {
      await catchUpSites(deps, clock.now(), signal);
      const newest = await latest();
      if (newest !== failed) {
        tries += 1;
        failed = await fail(newest);
      }
      clock.advance(hour);
    }
    expect(tries).toBe(10);
  });

  test("a failed update is not retried if it isn't the newest of its site or its branch has moved", async () => {
    const { deps, clock, project, trigger, fail, latest } = await setUp(dialect);
    await fail((await trigger()).id);
    const waiting = await trigger();
    await catchUpSites(deps, clock.now(), signal);
    expect(await latest()).toBe(waiting.id);
    await fail(waiting.id);
    await updateProject(deps.database.query, project.id, { branch: "next" });
    await catchUpSites(deps, clock.now(), signal);
    expect(await latest()).toBe(waiting.id);
  });

  test("a preview that was removed after its update failed doesn't come back", async () => {
    const { deps, clock, project, trigger, fail } = await setUp(dialect);
    const preview = await trigger("draft");
    await fail(preview.id);
    await deps.database.transaction((tx) => removePreview(deps, tx, project, "draft"));
    await catchUpSites(deps, clock.now(), signal);
    expect((await findLatestUpdate(deps.database.query, project.id, preview.subdomain))?.id).toBe(preview.id);
  });
});

async function setUp(dialect: Dialect) {
  const storage = await createStorage(dialect);
  onTestFinished(() => storage.remove());
  const database = await openStorage(storage);
  onTestFinished(() => database.close());
  let now = Date.now();
  const clock = {
    now: () => now,
    advance(milliseconds: number) {
      now += milliseconds;
    },
  };
  const { databaseUrl } = storage;
  const kinds = [updateJobKind];
  const queue = await openQueue({ database, clock, kinds, databaseUrl, role: "api", log: silentLog });
  onTestFinished(() => queue.close());
  const project = await createTestProject(database, clock);
  return {
    deps: { database, queue, clock },
    clock,
    project,
    trigger: (branch = project.branch) =>
      database.transaction((tx) => triggerUpdate({ queue, clock }, tx, { project, source: "internal", branch })),
    /** Ends the update as if the artifact store had been down for an hour. */
    async fail(id: string): Promise<string> {
      await moveUpdate(database.query, id, "failure", "The artifact store is unavailable.", clock.now());
      await recordFailureCause(database.query, id, "outage");
      // IDs sort by time.
      clock.advance(1);
      return id;
    },
    async latest(): Promise<string> {
      return (await findLatestUpdate(database.query, project.id, project.domain))?.id ?? "";
    },
  };
}
