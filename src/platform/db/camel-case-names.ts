import { CamelCasePlugin, type UnknownRow } from "kysely";

/** Tables and columns are snake_case in SQL and camelCase in TypeScript. JSON in a column keeps its names. */
class CamelCaseNames extends CamelCasePlugin {
  // Public here, for rows of statements that Kysely doesn't run.
  override mapRow(row: UnknownRow): UnknownRow {
    return super.mapRow(row);
  }
}

export const camelCaseNames = new CamelCaseNames({ maintainNestedObjectKeys: true });
