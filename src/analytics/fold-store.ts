import { type RawBuilder, sql } from "kysely";
import type { Transaction } from "../platform/db/database.ts";
import { sorted } from "./count-batch.ts";
import { addRows, otherValue, sumTables } from "./store.ts";

interface Limits {
  max: number;
  kept: number;
}

/** How many rows a project may have for one day: a day with more is folded, which leaves `kept`. */
export const foldLimits: Limits = { max: 600, kept: 300 };
/** What readers search for has more different values. */
const actionLimits: Limits = { max: 2_000, kept: 1_000 };

interface Fold {
  table: "analyticsDays" | "analyticsViews" | "analyticsActions";
  /** Rows with different values in this column are folded separately. */
  by?: string;
  limits: Limits;
  /** The columns that rare rows lose first, and those they lose if the day still has too many rows. */
  stages: readonly (readonly string[])[];
}

const origin = ["referrer", "country", "device"];

const folds: readonly Fold[] = [
  { table: "analyticsDays", by: "dimension", limits: foldLimits, stages: [["value"]] },
  { table: "analyticsViews", limits: foldLimits, stages: [origin, [...origin, "page", "agent"]] },
  // A search that is rare on each page can be frequent on all of them.
  { table: "analyticsActions", by: "action", limits: actionLimits, stages: [["page"], ["page", "target"]] },
];

/**
 * Keeps a day small: if there are too many rows, the ones with the lowest counts lose what makes them rare, and are
 * counted together. What is added up again is exactly what was deleted, so two servers can do this at the same time.
 */
export async function foldDay(tx: Transaction, projectId: string, day: string, given?: Limits): Promise<void> {
  const isOfDay = sql`project_id = ${projectId} and day = ${day}`;
  for (const { table, by, limits, stages } of folds) {
    const { max, kept } = given ?? limits;
    const group = by === undefined ? sql<string>`''` : sql.ref<string>(by);
    const { rows: groups } = await sql<{ name: string }>`
      select ${group} as name from ${sql.table(table)} where ${isOfDay}
      group by 1 having count(*) > ${sql.lit(max)} order by 1`.execute(tx);
    for (const { name } of groups) {
      for (const columns of stages) {
        await foldRows(tx, table, {
          isOfGroup: sql`${isOfDay} and ${group} = ${name}`,
          columns,
          limits: { max, kept },
        });
      }
    }
  }
}

async function foldRows(
  tx: Transaction,
  table: Fold["table"],
  {
    isOfGroup,
    columns,
    limits: { max, kept },
  }: { isOfGroup: RawBuilder<unknown>; columns: readonly string[]; limits: Limits },
): Promise<void> {
  const { key, sums } = sumTables[table];
  const keyColumns = sql.join(key.map((name) => sql.ref(name)));
  const isFolded = sql.join(
    columns.map((name) => sql`${sql.ref(name)} = ${otherValue}`),
    sql` and `,
  );
  const rows = sql`${sql.table(table)} where ${isOfGroup}`;
  // The statement that deletes the rows also counts them: another server may have folded the day in the meantime, and
  // the rest would be deleted, too.
  const { rows: deleted } = await sql<Record<string, string | number>>`
    delete from ${rows} and (${keyColumns}) in (
      select ${keyColumns} from ${rows} and not (${isFolded}) order by ${sql.join([...sums, ...key].map((name) => sql.ref(name)))}
      limit (select case when count(*) > ${sql.lit(max)} then count(*) - ${sql.lit(kept)} else 0 end from ${rows}))
    returning *`.execute(tx);
  const other = Object.fromEntries(columns.map((name) => [name, otherValue]));
  const merged = merge(
    deleted.map((row) => ({ ...row, ...other })),
    key,
    sums,
  );
  await addRows(tx, table, merged as unknown as Parameters<typeof addRows<typeof table>>[2]);
}

/** Adds up the rows with the same key. */
function merge(
  rows: readonly Record<string, string | number>[],
  key: readonly string[],
  sums: readonly string[],
): Record<string, string | number>[] {
  const merged = new Map<string, Record<string, string | number>>();
  for (const row of rows) {
    const name = JSON.stringify(key.map((column) => row[column]));
    const known = merged.get(name);
    if (known === undefined) merged.set(name, { ...row });
    else for (const column of sums) known[column] = Number(known[column]) + Number(row[column]);
  }
  return sorted(merged);
}
