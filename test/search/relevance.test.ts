import { expect, test } from "vitest";
import { relevanceOf } from "../../bench/support/relevance.ts";

test("the relevance of results depends on the ranks of the right pages and on missing pages", () => {
  expect(relevanceOf(["/a", "/b"], ["/a"])).toEqual({ gain: 1, recall: 1, firstHit: 1 });
  expect(relevanceOf(["/b", "/a"], ["/a"]).gain).toBeCloseTo(0.631, 3);
  expect(relevanceOf(["/b"], ["/a"])).toEqual({ gain: 0, recall: 0, firstHit: 0 });
  expect(relevanceOf(["/a", "/x", "/b"], ["/a", "/b"])).toMatchObject({ recall: 1, firstHit: 1 });
});
