import { expect, test, vi } from "vitest";
import { slow } from "../support/slow.ts";
import { findLosses } from "./nothing-is-lost.ts";

vi.setConfig(slow);

test("nothing that is written on 300 hostile but valid pages is lost or changed", async () => {
  expect(await findLosses(1, 0, 300)).toEqual([]);
});
