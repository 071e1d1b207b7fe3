import { CamelCasePlugin, type UnknownRow } from "kysely";

/**
 * Tables and columns are snake_case in SQL and camelCase in TypeScript. JSON in a column keeps its names. The methods are
 * public for rows of statements that Kysely doesn't run.
 */
class CamelCaseNames extends CamelCasePlugin {
  override camelCase(name: string): string {
    return super.camelCase(name);
  }

  override mapRow(row: UnknownRow): UnknownRow {
    return super.mapRow(row);
  }
}

export const camelCaseNames = new CamelCaseNames({ maintainNestedObjectKeys: true });
