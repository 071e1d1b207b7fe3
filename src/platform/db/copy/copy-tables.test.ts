import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import {
  createEmptyStorage,
  createStorage,
  type Dialect,
  onBothDatabases,
  openStorage,
} from "../../../../test/support/database.ts";
import type { Connection, Database } from "../database.ts";
import { migrate, migrations, schemaVersion } from "../migrate.ts";
import type { Migration } from "../migration.ts";
import { fillTables, type TableContent, type TablePage } from "./fill-tables.ts";
import { hasRows, listTables, pageRows, readTable, sumTables } from "./read-tables.ts";

async function openEmpty(dialect: Dialect, schemaLength = 0): Promise<Database> {
  const isMigrated = schemaLength === migrations.length;
  const storage = await (isMigrated ? createStorage(dialect) : createEmptyStorage(dialect));
  const database = await openStorage(storage, { migrated: false });
  onTestFinished(async () => {
    await database.close();
    await storage.remove();
  });
  if (!isMigrated) await migrate(database, migrations.slice(0, schemaLength));
  return database;
}

async function contentOf(connection: Connection, schemaLength: number): Promise<TableContent> {
  const sums = await sumTables(connection);
  async function* pages(): AsyncGenerator<TablePage> {
    for (const table of await listTables(connection)) {
      for await (const rows of readTable(connection, table)) {
        yield { table: table.name, columns: table.columns, rows };
      }
    }
  }
  return { schema: migrations.slice(0, schemaLength).map(({ name }) => name), pages: pages(), sums: () => sums };
}

const fill = (database: Database, content: TableContent) =>
  database.transaction((tx) => fillTables(tx, database.dialect, content));

const texts = ["plain", "größe", "ß before Z", "日本語", "emoji 🦫", "line\nfeed", "", "'quoted\"", "Zebra", "apple"];

async function insertProjects({ query }: Database, count: number): Promise<void> {
  await sql`insert into organizations (id, name, created_at) values ('org_1', 'ACME', ${2 ** 50})`.execute(query);
  for (let index = 0; index < count; index += 1) {
    const values = [`prj_${index}`, "org_1", texts[index % texts.length], `domain-${index}`, "https://git", "main", ""];
    await sql`insert into projects (id, organization_id, name, domain, repository, branch, directory, created_at)
      values (${sql.join([...values, -index])})`.execute(query);
  }
}

onBothDatabases((from) => {
  test.each<Dialect>(["sqlite", "postgres"])("all rows reach %s unchanged, a page at a time", async (to) => {
    const source = await openEmpty(from, migrations.length);
    const count = pageRows * 2 + 1;
    await insertProjects(source, count);
    for (const key of ["key_1", "key_2", "key_3"]) {
      await sql`insert into changes (organization_id, kind, subject, at) values ('org_1', 'key', ${key}, 1)`.execute(
        source.query,
      );
    }
    const table = (await listTables(source.query)).find(({ name }) => name === "projects");
    const sizes: number[] = [];
    for await (const page of table === undefined ? [] : readTable(source.query, table)) {
      sizes.push(page.length);
    }
    expect(sizes).toEqual([pageRows, pageRows, 1]);

    const target = await openEmpty(to);
    await fill(target, await contentOf(source.query, migrations.length));
    const sums = await sumTables(target.query);
    expect(sums).toEqual(await sumTables(source.query));
    expect(sums.projects?.rows).toBe(count);
    // The next number comes after the copied ones.
    await sql`insert into changes (organization_id, kind, subject, at) values ('org_1', 'key', 'key_4', 1)`.execute(
      target.query,
    );
  });
});

onBothDatabases((dialect) => {
  test("content with an older schema is migrated like the database of a server of that version", async () => {
    const renameProjects: Migration = {
      name: "rename-projects",
      up: async (tx) => {
        await sql`update projects set name = 'renamed'`.execute(tx);
      },
    };
    const source = await openEmpty("sqlite", migrations.length);
    await insertProjects(source, 1);
    const content = await contentOf(source.query, migrations.length);
    const target = await openEmpty(dialect, migrations.length);
    await target.transaction((tx) => fillTables(tx, dialect, content, [...migrations, renameProjects]));
    expect(await schemaVersion(target.query)).toBe(migrations.length + 1);
    const { rows } = await sql`select id, name from projects`.execute(target.query);
    expect(rows).toEqual([{ id: "prj_0", name: "renamed" }]);
  });

  test("content that is incomplete, from another program or newer is refused, and nothing changes", async () => {
    const source = await openEmpty("sqlite", migrations.length);
    await insertProjects(source, 3);
    const target = await openEmpty(dialect, migrations.length);
    await sql`insert into organizations (id, name, created_at) values ('org_kept', 'Kept', 0)`.execute(target.query);
    const before = await sumTables(target.query);
    const good = () => contentOf(source.query, migrations.length);
    const page = (table: string): TablePage => ({ table, columns: ["id"], rows: [["x"]] });
    async function* only(...pages: TablePage[]): AsyncGenerator<TablePage> {
      yield* pages;
    }
    await expect(fill(target, { ...(await good()), pages: only() })).rejects.toThrow("organizations differs");
    await expect(fill(target, { ...(await good()), pages: only(page("projects")) })).rejects.toThrow("does not match");
    await expect(fill(target, { ...(await good()), pages: only(page("pg_user")) })).rejects.toThrow("does not match");
    const future = [...migrations.map(({ name }) => name), "future"];
    await expect(fill(target, { ...(await good()), schema: future })).rejects.toThrow("is newer than this version");
    expect(await sumTables(target.query)).toEqual(before);
    expect(await hasRows(target.query)).toBe(true);
  });

  test("writes of another process don't change a snapshot that is being read", async () => {
    const storage = await createStorage(dialect);
    const [reader, writer] = [await openStorage(storage), await openStorage(storage)];
    onTestFinished(async () => {
      await reader.close();
      await writer.close();
      await storage.remove();
    });
    await insertProjects(reader, 1);
    await reader.snapshot(async (connection) => {
      const before = await sumTables(connection);
      await sql`delete from projects`.execute(writer.query);
      expect(await sumTables(connection)).toEqual(before);
    });
    expect((await sumTables(reader.query)).projects?.rows).toBe(0);
  });
});
