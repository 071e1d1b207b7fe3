import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createProject } from "../../src/projects/create-project.ts";
import { packsPrefix } from "../../src/projects/repositories/stored-packs.ts";
import { catchUpSites } from "../../src/updates/catch-up-sites.ts";
import { addStoredBytes, readStoredBytes, setStoredBytes } from "../../src/updates/storage-store.ts";
import { hastenJobs } from "../faults/hasten-jobs.ts";
import { until } from "../faults/queue-test-support.ts";
import type { Dialect } from "../support/database.ts";
import { slow } from "../support/slow.ts";
import { type Publisher, smallProject, startPublisher } from "./publisher.ts";

vi.setConfig(slow);

const { signal } = new AbortController();
const hour = 3_600_000;
const waitLine = /^The artifact store does not work: .*; trying again in \d+ seconds?\.$/;

describe.each<Dialect>(["sqlite", "postgres"])("on %s, in s3", (dialect) => {
  let lectern: Publisher;
  beforeAll(async () => {
    lectern = await startPublisher(dialect, "s3");
  });
  afterAll(() => lectern.close());

  /** Breaks the store for sites only: pushes are still accepted, because their packs can be stored. */
  function breakStore(): { repair(): void } {
    const { s3 } = lectern;
    if (s3 === undefined) throw new Error("The test needs an S3 store.");
    const { fault } = s3;
    s3.fault = (request) =>
      request.startsWith("PUT") && !request.includes(`/${packsPrefix}`)
        ? { kind: "refuse", status: 503, code: "ServiceUnavailable" }
        : undefined;
    return {
      repair() {
        s3.fault = fault;
      },
    };
  }

  function retriesOf(statusId: string) {
    const { query } = lectern.app.database;
    return query.selectFrom("jobRetries").selectAll().where("job", "=", `update.run/${statusId}`).executeTakeFirst();
  }

  /** Runs the update again and again, without waiting in between. */
  async function hastenUntil(condition: () => Promise<boolean>): Promise<void> {
    await until(async () => {
      await hastenJobs(lectern.app.database);
      return condition();
    });
  }

  test("a push during an outage of the store is published afterwards, and its log says what it waited for", async () => {
    const { project, clone } = await lectern.publish("patient", smallProject);
    const work = await clone();
    const store = breakStore();
    await work.commitAndPush({ "index.mdx": "---\ntitle: Welcome\n---\n\nWorth the wait.\n" }, "Wait");
    const statusId = await lectern.newest(project);
    // An earlier version gave up the update after three attempts.
    await hastenUntil(async () => ((await retriesOf(statusId))?.waits ?? 0) >= 4);
    expect((await lectern.status(statusId)).status).toBe("in_progress");
    store.repair();
    await hastenUntil(async () => (await lectern.status(statusId)).endedAt !== undefined);
    const update = await lectern.status(statusId);
    expect(update.status).toBe("success");
    expect(update.logs?.filter((line) => waitLine.test(line))).toHaveLength(1);
    expect((await lectern.read("patient", "/")).text).toContain("Worth the wait.");
  });

  test("an update that waited for an hour fails with the cause, and its site catches up after the outage", async () => {
    const { project, clone } = await lectern.publish("late", smallProject);
    const work = await clone();
    const store = breakStore();
    await work.commitAndPush({ "index.mdx": "---\ntitle: Welcome\n---\n\nBetter late.\n" }, "Late");
    const statusId = await lectern.newest(project);
    const { database, clock } = lectern.app;
    await until(async () => ((await retriesOf(statusId))?.waits ?? 0) >= 1);
    await database.query
      .updateTable("jobRetries")
      .set({ waitingSince: clock.now() - hour })
      .execute();
    await hastenUntil(async () => (await lectern.status(statusId)).endedAt !== undefined);
    const failed = await lectern.status(statusId);
    expect(failed.status).toBe("failure");
    expect(failed.summary).toMatch(
      /^The artifact store does not work: .* This didn't change within an hour of retries\.$/,
    );
    store.repair();

    await catchUpSites(lectern.app, clock.now(), signal);
    const next = await lectern.ended(await lectern.newest(project));
    expect(next.status).toBe("success");
    expect(next.logs?.[0]).toContain(`This update replaces ${statusId}`);
    expect((await lectern.read("late", "/")).text).toContain("Better late.");
    await catchUpSites(lectern.app, clock.now() + hour, signal);
    expect(await lectern.newest(project)).toBe(next._id);
  });

  test("an update that failed because of the author's mistake is not retried", async () => {
    const { project, first } = await lectern.publish("broken", { "docs.json": "{" });
    expect(first.status).toBe("failure");
    await catchUpSites(lectern.app, lectern.app.clock.now() + hour, signal);
    expect(await lectern.newest(project)).toBe(first._id);
  });

  test("an organization that is out of storage keeps its sites, and publishes again once there is room", async () => {
    const { query } = lectern.app.database;
    const { project, clone } = await lectern.publish("large", smallProject);
    await until(async () => (await readStoredBytes(query, lectern.organizationId)) > 0);
    const { clock, config } = lectern.app;
    const request = { organizationId: lectern.organizationId, name: "Other", domain: "other-large" };
    const other = await createProject({ clock }, query, { ...request, repository: "https://git.lectern.test/other" });
    await addStoredBytes(query, other.id, "artifacts", config.organizationBytesMax);
    const work = await clone();
    await work.commitAndPush({ "index.mdx": "---\ntitle: Welcome\n---\n\nMore words.\n" }, "Grow");
    const refused = await lectern.ended(await lectern.newest(project));
    expect(refused.status).toBe("failure");
    expect(refused.summary).toContain("The organization has used up its storage");
    expect((await lectern.read("large", "/")).text).toContain("The first words.");

    await setStoredBytes(query, other.id, "artifacts", 0);
    await work.commitAndPush({ "guides/end.mdx": "---\ntitle: End\n---\n\nRoom again.\n" }, "Again");
    expect((await lectern.ended(await lectern.newest(project))).status).toBe("success");
    expect((await lectern.read("large", "/")).text).toContain("More words.");
  });
});
