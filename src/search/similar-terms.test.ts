import { expect, test } from "vitest";
import { typoDistance } from "./similar-terms.ts";

test.each([
  ["plugin", "plugin", 0],
  ["plguin", "plugin", 1],
  ["plugn", "plugin", 1],
  ["pluggin", "plugin", 1],
  ["plogin", "plugin", 1],
  ["comunnity", "community", 2],
  ["", "ab", 2],
  ["server", "client", 3],
  ["a", "abcdefgh", 3],
])("the distance from %j to %j is %i", (one, other, distance) => {
  expect(typoDistance(one, other, 3)).toBe(distance);
  expect(typoDistance(other, one, 3)).toBe(distance);
});

test("texts that are too long to be words have the largest distance", () => {
  expect(typoDistance("a".repeat(100), "a".repeat(100), 3)).toBe(3);
});
