/**
 * The order in which a transaction writes several rows: two transactions that lock the same rows in different orders
 * would deadlock. A single statement for all rows would lock them in the order in which they are stored.
 */
export function inLockOrder<Row>(rows: Iterable<Row>, idOf: (row: Row) => string = String): Row[] {
  return [...rows].sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
}
