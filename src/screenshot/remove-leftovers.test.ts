import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeLeftovers } from "./remove-leftovers.ts";
import { temporaryFolder } from "./screenshot-test-support.ts";

test("only old folders that belong to this user are removed", async () => {
  const parent = temporaryFolder();
  const longAgo = new Date("2020-01-01");
  for (const name of ["ours-old", "ours-new", "other-old"]) {
    mkdirSync(join(parent, name));
    writeFileSync(join(parent, name, "file"), "");
  }
  utimesSync(join(parent, "ours-old"), longAgo, longAgo);
  utimesSync(join(parent, "other-old"), longAgo, longAgo);
  await removeLeftovers(parent, "ours-");
  expect(readdirSync(parent).sort()).toEqual(["other-old", "ours-new"]);
});
