import type { Compilable, CompiledQuery, DialectAdapter, QueryResult, UnknownRow } from "kysely";
import { camelCaseNames } from "./camel-case-names.ts";
import type { Connection, SqlValue } from "./database.ts";

/** A placeholder for a value while the statement is compiled. No real value contains a zero character. */
const mark = (name: string) => `\0${name}`;

export type RunCompiled<Names extends string, Row> = (
  connection: Connection,
  values: Readonly<Record<Names, SqlValue>>,
) => Promise<Row[]>;

/**
 * The adapter of a database in this process. A transaction has the connection to itself, so it can run statements at
 * once.
 */
export interface EmbeddedAdapter extends DialectAdapter {
  runNow<Row>(query: Pick<CompiledQuery, "sql" | "parameters">): QueryResult<Row>;
}

/**
 * A statement that is compiled once per database and afterwards only gets new values. For writes that every request
 * makes, where compiling takes longer than running. `build` receives placeholders.
 */
export function compileOnce<Names extends string, Row = never>(
  names: readonly Names[],
  build: (connection: Connection, places: Readonly<Record<Names, never>>) => Compilable<Row>,
): RunCompiled<Names, Row> {
  const places = Object.fromEntries(names.map((name) => [name, mark(name)])) as Record<Names, never>;
  const nameAt = new Map<unknown, Names>(names.map((name) => [mark(name), name]));
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  return async (connection, values) => {
    const { adapter } = connection.getExecutor();
    const statement = compiled.get(adapter) ?? build(connection, places).compile();
    compiled.set(adapter, statement);
    const parameters = statement.parameters.map((value) => {
      const name = nameAt.get(value);
      return name === undefined ? value : values[name];
    });
    if (connection.isTransaction && isEmbedded(adapter)) {
      const { rows } = adapter.runNow<UnknownRow>({ sql: statement.sql, parameters });
      return rows.map((row) => camelCaseNames.mapRow(row) as Row);
    }
    const result: QueryResult<Row> = await connection.executeQuery({ ...statement, parameters });
    return result.rows;
  };
}

function isEmbedded(adapter: DialectAdapter): adapter is EmbeddedAdapter {
  return "runNow" in adapter;
}
