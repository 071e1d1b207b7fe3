import { expect, test } from "vitest";
import { openTestDatabase } from "../../../test/support/database.ts";
import { rememberUnchanged } from "./remember-unchanged.ts";

test("a lookup is repeated only after something was written", async () => {
  const database = await openTestDatabase("sqlite");
  let lookups = 0;
  const count = async () => (await database.query.selectFrom("visitorSalts").select("day").execute()).length;
  const find = rememberUnchanged(database, 10, async () => {
    lookups += 1;
    return count();
  });
  expect([await find("a"), await find("a"), lookups]).toEqual([0, 0, 1]);
  await database.query.insertInto("visitorSalts").values({ day: "2026-01-01", salt: "s" }).execute();
  expect([await find("a"), await find("a"), lookups]).toEqual([1, 1, 2]);
});

test("without a version, every lookup is a query", async () => {
  let lookups = 0;
  const find = rememberUnchanged({}, 10, async () => ++lookups);
  expect([await find("a"), await find("a")]).toEqual([1, 2]);
});
