import { expect, test } from "vitest";
import { createEmptyStorage, onBothDatabases, openStorage, openTestDatabase } from "../../../test/support/database.ts";
import { migrate, migrations } from "./migrate.ts";
import type { Migration } from "./migration.ts";

const addBooks: Migration = {
  name: "books",
  up: (tx) => tx.schema.createTable("books").addColumn("id", "text").execute(),
};

onBothDatabases((dialect) => {
  test("migrating twice changes nothing", async () => {
    const database = await openTestDatabase(dialect);
    expect(await migrate(database)).toBe(migrations.length);
  });

  test("an older version starts on a newer schema that only adds, but not after a breaking migration", async () => {
    const database = await openTestDatabase(dialect);
    await migrate(database, [...migrations, addBooks]);
    expect(await migrate(database)).toBe(migrations.length);
    const dropBooks: Migration = {
      name: "no-books",
      isBreaking: true,
      up: (tx) => tx.schema.dropTable("books").execute(),
    };
    await migrate(database, [...migrations, addBooks, dropBooks]);
    await expect(migrate(database)).rejects.toThrow(/newer version/);
    await expect(migrate(database, [...migrations, addBooks])).rejects.toThrow(/newer version/);
    expect(await migrate(database, [...migrations, addBooks, dropBooks])).toBe(migrations.length + 2);
  });

  test("a failed migration leaves the schema unchanged", async () => {
    const database = await openTestDatabase(dialect);
    const broken: Migration = {
      name: "broken",
      up: async () => {
        throw new Error("broken on purpose");
      },
    };
    await expect(migrate(database, [...migrations, addBooks, broken])).rejects.toThrow("broken on purpose");
    expect(await migrate(database, [...migrations, addBooks])).toBe(migrations.length + 1);
  });

  test("nodes that start together migrate once", async () => {
    const storage = await createEmptyStorage(dialect);
    const nodes = await Promise.all([1, 2, 3].map(() => openStorage(storage, { migrated: false })));
    const versions = await Promise.all(nodes.map((node) => migrate(node)));
    expect(versions).toEqual([migrations.length, migrations.length, migrations.length]);
    await Promise.all(nodes.map((node) => node.close()));
    await storage.remove();
  });
});
