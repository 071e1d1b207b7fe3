import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { migrations } from "../src/platform/db/migrate.ts";
import type { Tables } from "../src/platform/db/tables.ts";

/** The types that comments in the SQL name, by module. */
const modules: Readonly<Record<string, readonly string[]>> = {
  "../../contract/analytics-operations.ts": ["AnalyticsDimension", "CountedAction", "ReaderKind"],
  "../../contract/automation-operations.ts": ["automationCauses", "automationStatuses"],
  "../../contract/schemas.ts": ["AgentJobOutcome", "UpdateSource", "UpdateTrigger"],
  "./column-types.ts": ["ChangeKind", "DomainProblem", "DomainState", "ReaderSessionMethod", "Verdict"],
};

interface Table {
  name: string;
  about: string;
  /** The name of the type of its rows, if code uses it. */
  row: string | undefined;
  columns: { name: string; type: string; about: string }[];
}

/**
 * The types of all tables, by path, from the SQL of the migrations. A comment after a column, `-- {Type} text`, has its
 * type, unless that is a plain string or number, and its description, which can also be above the column. A comment
 * after the opening parenthesis of a table names the type of its rows.
 */
export async function tableTypes(): Promise<Record<string, string>> {
  const statements = await readStatements();
  const tables = new Map<string, Table>();
  for (const statement of statements) {
    const [, created] = /create table (\w+) \(/.exec(statement) ?? [];
    const [, changed = "", column] = /^alter table (\w+) add column (.+)$/s.exec(statement) ?? [];
    if (created !== undefined) tables.set(created, readTable(created, statement));
    else if (column !== undefined) tables.get(changed)?.columns.push(readColumn(column, []));
  }
  return { "src/platform/db/tables.ts": render([...tables.values()]) };
}

async function readStatements(): Promise<string[]> {
  const statements: string[] = [];
  const recorder = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log({ query }) {
      statements.push(query.sql.trim());
    },
  });
  for (const migration of migrations) await migration.up(recorder, "sqlite");
  return statements;
}

const columnPattern = /^\s*"?(\w+)"? (text|integer|bigint)\b([^-/]*)(?:(?:--|\/\*)\s*(.*?)\s*(?:\*\/.*)?)?$/;

function readTable(name: string, statement: string): Table {
  const [about = "", body = ""] = statement.split(/^create table .*\(/m);
  const [, row] = /^create table .*\( -- \{(\w+)\}$/m.exec(statement) ?? [];
  const table: Table = { name: camelCase(name), about: about.replaceAll(/^-- |\n-- /gm, " ").trim(), row, columns: [] };
  let above: string[] = [];
  for (const line of body.split("\n").slice(1)) {
    const [, text] = /^\s*-- (.*)$/.exec(line) ?? [];
    if (text !== undefined) above.push(text);
    else if (columnPattern.test(line)) {
      table.columns.push(readColumn(line, above));
      above = [];
    }
  }
  return table;
}

function readColumn(line: string, above: readonly string[]): Table["columns"][number] {
  const [, name = "", sqlType, rules = "", comment = ""] = columnPattern.exec(line) ?? [];
  const [given, about] = readComment(comment);
  const type = given ?? (sqlType === "text" ? "string" : "number");
  const isOptional = /\b(?:default|autoincrement)\b/.test(rules);
  const isNull = !/\b(?:not null|primary key)\b/.test(rules);
  const value = isNull ? `${type} | null` : type;
  return {
    name: camelCase(name),
    type: isOptional ? `Generated<${value}>` : value,
    about: [...above, about].join(" "),
  };
}

function readComment(comment: string): [type: string | undefined, about: string] {
  const [, type, about = ""] = /^(?:\{(.*?)\} ?)?(.*)$/.exec(comment) ?? [];
  return [type, about];
}

function render(tables: readonly Table[]): string {
  const shapes = tables.map(
    ({ name, about, columns }) =>
      `${comment(about, "  ")}  ${name}: {\n${columns.map((column) => `${comment(column.about, "    ")}    ${column.name}: ${column.type};\n`).join("")}  };\n`,
  );
  const text = shapes.join("");
  const imports = Object.entries(modules).map(
    ([path, names]) => `import type { ${names.join(", ")} } from "${path}";\n`,
  );
  const rows = tables.flatMap(({ name, row }) =>
    row === undefined ? [] : [`export type ${row} = Selectable<Tables["${name}"]>;\n`],
  );
  return `// Generated from src/platform/db/migrations by \`npm run generate\`.
import type { Generated, Selectable } from "kysely";
${imports.join("")}
/**
 * Every table, the same on both databases: IDs are text, times are milliseconds since the epoch, lists and objects are
 * JSON text.
 */
export interface Tables {
${text}}

${rows.join("")}`;
}

function comment(text: string, indent: string): string {
  return text.trim() === "" ? "" : `${indent}/** ${text.trim()} */\n`;
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
