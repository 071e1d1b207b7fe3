import { defineCounter } from "../measures/measure.ts";

const kinds = ["unavailable", "conflict"] as const;

const errors = defineCounter(
  "lectern_database_errors_total",
  "Failed statements and connections, by kind: unavailable, or conflict (a deadlock or a busy database). Most are tried again.",
  { kind: kinds },
);

/** Counts errors that an operator can act on. Statements that violate a constraint are part of normal work. */
export function countDatabaseError(kind: (typeof kinds)[number]): void {
  errors.add({ kind });
}
