import { expect, test } from "vitest";
import { createEmptyStorage, onBothDatabases, openStorage, openTestDatabase } from "../../../test/support/database.ts";
import { firstUsable, migrate, migrations } from "./migrate.ts";
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

  test("migrations after 0.2.0 change nothing that 0.2.0 reads or writes", async () => {
    const storage = await createEmptyStorage(dialect);
    const database = await openStorage(storage, { migrated: false });
    await migrate(database, migrations.slice(0, firstUsable));
    const before = await database.query.introspection.getTables();
    await migrate(database);
    const after = new Map((await database.query.introspection.getTables()).map((table) => [table.name, table]));
    await database.close();
    await storage.remove();
    for (const { name, columns } of before) {
      const found = after.get(name)?.columns ?? [];
      expect(found, `the columns of ${name}`).toEqual(expect.arrayContaining(columns));
      const added = found.filter((column) => !columns.some((known) => known.name === column.name));
      const required = added.filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue);
      expect(required, `columns that 0.2.0 would leave out of ${name}`).toEqual([]);
    }
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
