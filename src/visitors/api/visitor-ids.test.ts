import { expect, test } from "vitest";
import { onDatabaseOfRun, openTestDatabase } from "../../../test/support/database.ts";
import { dayMilliseconds } from "../../platform/clock.ts";
import { deleteSalts } from "./store.ts";
import { createVisitorIds } from "./visitor-ids.ts";

const visit = { projectId: "prj_1", address: "203.0.113.7", userAgent: "Firefox" };

onDatabaseOfRun((dialect) => {
  test("a visitor has the same ID on all nodes, and another ID the next day", async () => {
    const database = await openTestDatabase(dialect);
    let now = Date.UTC(2026, 2, 2, 12);
    const clock = { now: () => now };
    const nodes = [createVisitorIds({ database, clock }), createVisitorIds({ database, clock })];
    const [one, other] = await Promise.all(nodes.map((visitorIdOf) => visitorIdOf(visit)));
    expect(one).toBe(other);
    now += dayMilliseconds;
    expect(await nodes[0]?.(visit)).not.toBe(one);
  });

  test("once a day's salt is deleted, that day's visitors can't be identified", async () => {
    const database = await openTestDatabase(dialect);
    const clock = { now: () => Date.UTC(2026, 2, 2, 12) };
    const before = await createVisitorIds({ database, clock })(visit);
    await deleteSalts(database.query, "2026-03-02");
    expect(await createVisitorIds({ database, clock })(visit)).toBe(before);
    await deleteSalts(database.query, "2026-03-03");
    expect(await createVisitorIds({ database, clock })(visit)).not.toBe(before);
  });
});
