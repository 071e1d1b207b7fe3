import { expect, test, vi } from "vitest";
import { slow } from "../support/slow.ts";
import { findLosses } from "./nothing-is-lost.ts";

vi.setConfig(slow);

const pages = 20_000;
const batch = 500;
const seed =
  Number(process.env.FAST_CHECK_SEED) || (process.env.FAST_CHECK_SEED === "random" ? Date.now() % 1_000_000 : 2);

test("nothing that is written on 20,000 hostile but valid pages is lost or changed", async () => {
  const losses: string[] = [];
  for (let from = 0; from < pages && losses.length === 0; from += batch)
    losses.push(...(await findLosses(seed, from, batch)));
  expect(losses).toEqual([]);
});
