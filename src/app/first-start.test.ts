import { expect, test } from "vitest";
import { createEmptyStorage, onBothDatabases } from "../../test/support/database.ts";
import { listOrganizations } from "../accounts/store.ts";
import { readConfig } from "../platform/config.ts";
import { openApp } from "./app.ts";
import { prepareFirstStart } from "./first-start.ts";

onBothDatabases((dialect) => {
  test("nodes that start at the same time create one sample project", async () => {
    const storage = await createEmptyStorage(dialect);
    const config = readConfig({
      LECTERN_DATA: storage.dataFolder,
      DATABASE_URL: storage.databaseUrl,
      LECTERN_LOG_LEVEL: "fatal",
    });
    const nodes = [await openApp(config, "api"), await openApp(config, "api")] as const;
    const made = await Promise.all(nodes.map(prepareFirstStart));
    expect(made.filter((firstStart) => firstStart !== undefined)).toHaveLength(1);
    expect(await listOrganizations(nodes[0].database.query)).toHaveLength(1);
    await Promise.all(nodes.map((node) => node.close()));
    await storage.remove();
  });
});
