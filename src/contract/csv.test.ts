import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

test("CSV fields are quoted where needed and never run as formulas", () => {
  const rows = [
    ['say "hi", twice', 2],
    ["=HYPERLINK(1)", -1],
    ["two\nlines", 0],
  ];
  expect(toCsv(["query", "count"], rows)).toBe(
    'query,count\r\n"say ""hi"", twice",2\r\n\'=HYPERLINK(1),-1\r\n"two\nlines",0\r\n',
  );
});
