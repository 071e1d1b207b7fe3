import { expect, test } from "vitest";
import { pageOf } from "./page.ts";

const found = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `upd_${9 - index}` }));

test("a list that was read one longer than asked for has a next page, from the last item shown", () => {
  expect(pageOf(found(3), 2)).toEqual({ items: [{ id: "upd_9" }, { id: "upd_8" }], nextCursor: "upd_8" });
});

test("a list that is no longer than asked for is the last page", () => {
  expect(pageOf(found(2), 2)).toEqual({ items: found(2), nextCursor: null });
  expect(pageOf([], 2)).toEqual({ items: [], nextCursor: null });
});
