import { defineCounter } from "../measures/measure.ts";

const kinds = ["unavailable", "conflict"] as const;

const errors = defineCounter(
  "lectern_database_errors_total",
  "Failed statements and connections, by kind: unavailable, or conflict (a deadlock or a busy database). Most are tried again.",
  { kind: kinds },
);

/** Counts what the operator can do something about; statements that violate a rule are part of normal work. */
export function countDatabaseError(kind: (typeof kinds)[number]): void {
  errors.add({ kind });
}
