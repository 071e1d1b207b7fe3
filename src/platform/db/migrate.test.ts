import { sql } from "kysely";
import { expect, test } from "vitest";
import { tableTypes } from "../../../scripts/table-types.ts";
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

test("the generated types have every column of the migrated database, with the same nulls and defaults", async () => {
  const { query } = await openTestDatabase("sqlite");
  const [text = ""] = Object.values(await tableTypes());
  const generated = [...text.matchAll(/^ {2}(\w+): \{\n([\s\S]*?)^ {2}\};/gm)].flatMap(([, table, body = ""]) =>
    [...body.matchAll(/^ {4}(\w+): (.*);$/gm)].map(([, column, type = ""]) => ({
      name: `${table}.${column}`,
      isNull: /\| null>?$/.test(type),
      hasDefault: type.startsWith("Generated<"),
    })),
  );
  const { rows } = await sql<{ table: string; name: string; notnull: number; pk: number; dflt_value: unknown }>`
    select tables.name as "table", columns.* from sqlite_schema as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and tables.name not like 'sqlite_%' and tables.name <> 'schema_migrations'`.execute(
    query.withoutPlugins(),
  );
  const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const columns = rows.map((row) => ({
    name: `${camelCase(row.table)}.${camelCase(row.name)}`,
    isNull: row.notnull === 0 && row.pk === 0,
    hasDefault: row.dflt_value !== null || `${row.table}.${row.name}` === "changes.sequence",
  }));
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
  expect(generated.toSorted(byName)).toEqual(columns.toSorted(byName));
  expect(columns.length).toBeGreaterThan(500);
});
