import { expect, test } from "vitest";
import { randomFor } from "../../bench/support/seeded-random.ts";

test("what a client or a fault draws depends on the seed and its own number, not on what others have drawn", () => {
  const first = (name: string, number: number, seed = 7) => randomFor(seed, name, number)();
  const before = first("client 1", 3);
  const others = [first("client 2", 3), first("client 1", 4), first("fault", 3), first("client 1", 3, 8)];
  expect(first("client 1", 3)).toBe(before);
  expect(new Set([before, ...others]).size).toBe(5);
});
