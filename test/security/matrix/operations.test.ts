import { hash } from "node:crypto";
import { expect, test } from "vitest";
import type { Operation } from "../../../src/contract/operation.ts";
import { onDatabaseOfRun } from "../../support/database.ts";
import type { CredentialName } from "./credentials.ts";
import { checkRows } from "./requests.ts";
import { type MatrixRow, tested, testMatrix, wholeTable } from "./test-matrix.ts";

test("an operation without a row in the matrix fails the suite", () => {
  checkRows(Object.keys(tested));
  expect(() => checkRows([...Object.keys(tested), "readSecrets"])).toThrow("readSecrets has no row");
});

/** Credentials with all their targets: these replies show that a stranger can't tell whether something exists. */
const whole: readonly CredentialName[] = ["an admin", "an admin key"];
/** The member with the lowest role that suffices makes one of the permitted calls. */
const byRole: readonly CredentialName[] = ["a viewer", "an editor", "an admin"];

/**
 * A part of each row: every credential with one of its targets, and two permitted calls. What a credential's own
 * organization refuses is decided by role, scope or state, so that call is always made; of the others, another one is
 * made for each credential and operation, always the same. The long test makes all calls.
 */
function sampleOf({ cells, name, ...row }: MatrixRow): MatrixRow {
  const permitted = cells.filter(({ expected }) => expected === "success");
  const refused = cells.filter(({ expected }) => expected !== "success");
  const chosen = Object.values(Object.groupBy(refused, ({ credential }) => credential)).flatMap((targets = []) => {
    const own = targets.find(({ target, of }) => target === "acme" && of !== "zenith");
    const [{ credential } = { credential: "no credential" as const }] = targets;
    return whole.includes(credential) ? targets : [own ?? pick(targets, `${name} ${credential}`)];
  });
  const member = byRole.flatMap((role) => permitted.find(({ credential }) => credential === role) ?? [])[0];
  const others = permitted.filter(({ credential }) => !byRole.includes(credential));
  const cellsChosen = [...chosen, member, pick(others, name)].filter((cell) => cell !== undefined);
  return { ...row, name, cells: cellsChosen };
}

/** One of the items, always the same for a text. */
function pick<Item>(items: readonly Item[], text: string): Item | undefined {
  return items[Number.parseInt(hash("sha256", text).slice(0, 8), 16) % items.length];
}

test("every operation is called with every credential", () => {
  for (const { cells, name } of wholeTable) {
    const names = (row: MatrixRow["cells"]) =>
      new Set(row.filter(({ expected }) => expected !== "success").map(({ credential }) => credential));
    expect([name, names(sampleOf({ cells, name, operation: tested[name] as Operation }).cells)]).toEqual([
      name,
      names(cells),
    ]);
  }
});

onDatabaseOfRun((dialect) => testMatrix(dialect, wholeTable.map(sampleOf)));
