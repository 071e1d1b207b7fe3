import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { createStorage, onBothDatabases } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { openDatabase } from "../platform/db/open.ts";

const linesBeforeKill = 4;

onBothDatabases((dialect) => {
  test("a server that is killed while it counts leaves whole batches, and every batch that it reported", async () => {
    const { dataFolder, databaseUrl, remove } = await createStorage(dialect);
    const options = { url: databaseUrl, dataFolder, connectionsMax: 2, onIdleError: () => {} };
    const database = await openDatabase(options);
    onTestFinished(async () => {
      await database.close();
      await remove();
    });
    const { id } = await createTestProject(database, { now: () => Date.UTC(2026, 2, 2) });
    const program = join(import.meta.dirname, "count-until-killed-test-support.ts");
    const child = spawn(process.execPath, [program, id, dataFolder, databaseUrl ?? ""], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    let reported = 0;
    for await (const _ of createInterface({ input: child.stdout })) {
      if (++reported === linesBeforeKill) child.kill("SIGKILL");
    }
    await exited;
    expect(reported).toBeGreaterThanOrEqual(linesBeforeKill);
    const total = async (table: "analyticsHours" | "analyticsViews" | "analyticsDays") => {
      const rows = await database.query.selectFrom(table).select(["views", "visitors"]).execute();
      const sum = (name: "views" | "visitors") => rows.reduce((all, row) => all + row[name], 0);
      return { views: sum("views"), visitors: sum("visitors") };
    };
    const { views, visitors } = await total("analyticsHours");
    expect(views % 50).toBe(0);
    expect(views).toBeGreaterThanOrEqual(reported * 50);
    expect(visitors).toBe(views);
    expect(await total("analyticsViews")).toEqual({ views, visitors });
    // Total, page, country, device, language, version, referrer and form.
    expect((await total("analyticsDays")).views).toBe(8 * views);
  });
});
