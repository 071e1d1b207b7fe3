import { expect, test } from "vitest";
import { pageOf } from "./pagination.ts";

const found = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `upd_${9 - index}` }));

test("an extra row means there is a next page, which starts after the last item", () => {
  expect(pageOf(found(3), 2)).toEqual({ items: [{ id: "upd_9" }, { id: "upd_8" }], nextCursor: "upd_8" });
});

test("without an extra row the page is the last one", () => {
  expect(pageOf(found(2), 2)).toEqual({ items: found(2), nextCursor: null });
  expect(pageOf([], 2)).toEqual({ items: [], nextCursor: null });
});
