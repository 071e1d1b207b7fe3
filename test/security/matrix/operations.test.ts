import { expect, test } from "vitest";
import { onDatabaseOfRun } from "../../support/database.ts";
import { checkRows } from "./requests.ts";
import { type MatrixRow, tested, testMatrix, wholeTable } from "./test-matrix.ts";

test("an operation without a row in the matrix fails the suite", () => {
  checkRows(Object.keys(tested));
  expect(() => checkRows([...Object.keys(tested), "readSecrets"])).toThrow("readSecrets has no row");
});

/**
 * A part of each row: every credential with two of its targets, and two permitted calls. The part differs from row to
 * row. The long tests make all calls.
 */
function sampleOf({ cells, ...row }: MatrixRow, at: number): MatrixRow {
  const permitted = cells.filter(({ expected }) => expected === "success");
  const refused = Object.values(Object.groupBy(cells, ({ credential }) => credential)).flatMap((targets = []) => {
    const others = targets.filter(({ expected }) => expected !== "success");
    return [others[at % others.length], others[(at + 1) % others.length]];
  });
  const chosen = [...refused, permitted[at % permitted.length], permitted[(at + 1) % permitted.length]];
  return { ...row, cells: [...new Set(chosen.filter((cell) => cell !== undefined))] };
}

onDatabaseOfRun((dialect) => testMatrix(dialect, wholeTable.map(sampleOf)));
