import { describe } from "vitest";
import type { CredentialName } from "./credentials.ts";
import { testMatrix, wholeTable } from "./test-matrix.ts";

/** Refusals that depend on the result of a query. All others run the same code on both databases. */
const queried: readonly CredentialName[] = [
  "a revoked key",
  "an expired key",
  "an admin key",
  "an assistant key",
  "an assistant key of another project",
  "an admin key of another organization",
  "an assistant key of another organization",
  "an expired session",
  "an ended session",
  "a viewer",
  "an admin",
  "a removed member",
  "an admin of another organization",
  "a viewer without access to the projects",
  "a viewer who is an admin of the projects",
  "a revoked token",
  "an expired token",
  "a viewer's token",
  "an admin's token for another organization",
  "a token without access to the projects",
  "a removed member's token",
  "an admin's token of another organization",
];
const queriedTable = wholeTable.map(({ cells, ...row }) => ({
  ...row,
  cells: cells.filter(({ credential, expected }) => expected !== "success" && queried.includes(credential)),
}));

describe("on sqlite", () => testMatrix("sqlite", wholeTable));
describe("on postgres", () => testMatrix("postgres", queriedTable));
