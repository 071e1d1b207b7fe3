import { hash } from "node:crypto";
import type { SqlValue } from "../database.ts";

/** The values of a row, in the order of the table's columns. */
export type Row = readonly SqlValue[];

export interface TableSum {
  rows: number;
  digest: string;
}

const modulus = 2n ** 256n;

/** The digest is a sum over the rows, because the two databases sort text differently. */
export class TableSummer {
  #rows = 0;
  #sum = 0n;

  add(row: Row): void {
    this.#rows += 1;
    this.#sum = (this.#sum + BigInt(`0x${hash("sha256", JSON.stringify(row))}`)) % modulus;
  }

  sum(): TableSum {
    return { rows: this.#rows, digest: this.#sum.toString(16).padStart(64, "0") };
  }
}

/** The first table whose content differs. */
export function findDifference(
  expected: Readonly<Record<string, TableSum>>,
  actual: Readonly<Record<string, TableSum>>,
): string | undefined {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...names].find((name) => {
    const [one, other] = [expected[name], actual[name]];
    return one?.rows !== other?.rows || one?.digest !== other?.digest;
  });
}
