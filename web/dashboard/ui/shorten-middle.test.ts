import { expect, test } from "vitest";
import { initials } from "./avatar.tsx";
import { shortenMiddle } from "./shorten-middle.ts";

test("a long message keeps its beginning and its end", () => {
  expect(shortenMiddle("docs: explain how to restore a backup on another machine", 30)).toBe(
    "docs: explain how t…er machine",
  );
});

test("only the first line of a message is shown, and a short line is not cut", () => {
  expect(shortenMiddle("docs: one\n\nmore", 30)).toBe("docs: one");
});

test.each([
  ["Ada Lovelace", "AL"],
  ["ada@example.com", "AC"],
  ["Plato", "P"],
  ["  ", "?"],
])("the initials of %s are %s", (name, letters) => {
  expect(initials(name)).toBe(letters);
});
