import { expect, test } from "vitest";
import { onBothDatabases } from "../../test/support/database.ts";
import { givenProject } from "../../test/support/stored-project.ts";
import type { Database } from "../platform/db/database.ts";
import type { Project } from "../projects/store.ts";
import { appendLog } from "./log-store.ts";
import { findUpdate, insertUpdate, isOvertaken, listUpdates, sweepUpdates } from "./store.ts";
import { newUpdate, type Update } from "./update.ts";

const clock = { now: () => 0 };
const day = 86_400_000;
const { signal } = new AbortController();

onBothDatabases((dialect) => {
  let database: Database;
  let project: Project;
  givenProject(dialect, clock, (given) => {
    ({ database, project } = given);
  });

  async function add(id: string, change: Partial<Update> = {}): Promise<string> {
    await insertUpdate(database.query, { ...newUpdate({ project, source: "api" }, clock), id, ...change });
    return id;
  }

  test("a later rollback overtakes an update, but not one that a clock two days ahead has stored", async () => {
    const build = await add("upd_0100");
    await add("upd_0200", { kind: "rollback", status: "success", createdAt: 2 * day });
    const isOvertakenAt = (now: number) =>
      isOvertaken(database.query, { projectId: project.id, subdomain: project.domain, kind: "build" }, [build], now);
    expect([await isOvertakenAt(2 * day), await isOvertakenAt(0)]).toEqual([true, false]);
  });

  test("a sweep deletes old updates with their events, but no new, running or published updates", async () => {
    await database.query.deleteFrom("updates").execute();
    const old = await add("upd_0001");
    const running = await add("upd_0002");
    const shown = await add("upd_0003");
    const rollback = await add("upd_0004", { status: "success", artifact: "d1" });
    await appendLog(database.query, old, ["one line"], 0);
    for (let index = 1_000; index < 1_100; index++) {
      await add(`upd_${index}`, { status: "failure" });
    }
    await database.query.updateTable("updates").set({ endedAt: day }).where("id", "<>", running).execute();
    const site = { projectId: project.id, branch: "main", artifact: "d0", commitSha: null, publishedAt: 0 };
    await database.query
      .insertInto("sites")
      .values({ ...site, subdomain: project.domain, updateId: shown })
      .execute();
    await sweepUpdates(database.query, day, signal);
    expect(await findUpdate(database.query, old)).toBeDefined();
    await sweepUpdates(database.query, day + 1, signal);
    expect(await findUpdate(database.query, old)).toBeUndefined();
    const events = database.query.selectFrom("updateEvents").selectAll().where("updateId", "=", old);
    expect(await events.execute()).toEqual([]);
    for (const id of [running, shown, rollback, "upd_1000"]) {
      expect(await findUpdate(database.query, id)).toBeDefined();
    }
    // A cursor may name a deleted update.
    const page = await listUpdates(database.query, project.id, { limit: 10, cursor: "upd_00025" });
    expect(page.map(({ id }) => id)).toEqual([running]);
  });
});
