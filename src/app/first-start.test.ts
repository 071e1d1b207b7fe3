import { expect, test } from "vitest";
import { createEmptyStorage, onBothDatabases } from "../../test/support/database.ts";
import { listOrganizations } from "../accounts/store.ts";
import { readConfig } from "../platform/config.ts";
import { openApp } from "./app.ts";
import { prepareFirstStart } from "./first-start.ts";

onBothDatabases((dialect) => {
  test("a first start that nobody watches creates the sample project, but no keys and no link", async () => {
    const storage = await createEmptyStorage(dialect);
    const config = { LECTERN_DATA: storage.dataFolder, DATABASE_URL: storage.databaseUrl, LECTERN_LOG_LEVEL: "fatal" };
    const app = await openApp(readConfig(config), "api");
    expect(await prepareFirstStart(app, { showsSecrets: false })).toBeUndefined();
    const { query } = app.database;
    expect(await query.selectFrom("projects").select("domain").execute()).toEqual([{ domain: "docs" }]);
    for (const table of ["keys", "invitations"] as const) {
      expect(await query.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    await app.close();
    await storage.remove();
  });

  test("nodes that start at the same time create one sample project", async () => {
    const storage = await createEmptyStorage(dialect);
    const config = readConfig({
      LECTERN_DATA: storage.dataFolder,
      DATABASE_URL: storage.databaseUrl,
      LECTERN_LOG_LEVEL: "fatal",
    });
    const nodes = [await openApp(config, "api"), await openApp(config, "api")] as const;
    const made = await Promise.all(nodes.map((node) => prepareFirstStart(node, { showsSecrets: true })));
    expect(made.filter((firstStart) => firstStart !== undefined)).toHaveLength(1);
    expect(await listOrganizations(nodes[0].database.query)).toHaveLength(1);
    await Promise.all(nodes.map((node) => node.close()));
    await storage.remove();
  });
});
