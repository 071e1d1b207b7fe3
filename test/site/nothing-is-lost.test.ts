import { expect, test } from "vitest";
import { findLosses } from "./nothing-is-lost.ts";

test("nothing that is written on 300 hostile but valid pages is lost or changed", async () => {
  expect(await findLosses(1, 0, 300)).toEqual([]);
});
