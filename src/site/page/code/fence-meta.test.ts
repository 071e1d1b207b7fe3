import { expect, test } from "vitest";
import { splitHighlightedLines, takeLineMarks } from "./code-block.ts";
import { parseFenceMeta } from "./fence-meta.ts";

test("words of a code fence that aren't options become its title", () => {
  expect(parseFenceMeta("ts", "src/my app.ts {1,3-5} lines icon=js")).toMatchObject({
    title: "src/my app.ts",
    highlighted: new Set([1, 3, 4, 5]),
    lineNumbers: true,
  });
});

test("the options of a code fence can be written in every notation authors use", () => {
  expect(parseFenceMeta("js", "title=\"a b\" highlight={2} focus='3' wrap expandable nocopy")).toMatchObject({
    title: "a b",
    highlighted: new Set([2]),
    focused: new Set([3]),
    wrap: true,
    expandable: true,
    copyable: false,
  });
  expect(parseFenceMeta("js", "[expandable] lines=false")).toMatchObject({ expandable: true, lineNumbers: false });
});

test("a huge range of highlighted lines is cut off", () => {
  expect(parseFenceMeta("js", "{1-99999999999}").highlighted.size).toBe(10_000);
});

test("a highlighted span across several lines is closed and reopened on each line", () => {
  expect(splitHighlightedLines('<span class="a">x\ny</span>z')).toEqual([
    '<span class="a">x</span>',
    '<span class="a">y</span>z',
  ]);
});

test.each([
  ["add and remove lines", "a // [!code ++]\nb # [!code --:2]\nc\nd", "a\nb\nc\nd", ["added", "removed", "removed"]],
  [
    "highlight and focus lines",
    "a // [!code highlight]\n<b/> {/* [!code focus] */}\nc",
    "a\n<b/>\nc",
    ["marked", "in-focus"],
  ],
])("comments in the code can %s and are not shown", (_, written, shown, expected) => {
  const { code, marks } = takeLineMarks(written);
  expect(code).toBe(shown);
  expect([...marks]).toEqual(expected.map((mark, index) => [index + 1, mark]));
});
