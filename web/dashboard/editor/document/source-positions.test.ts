import { expect, test } from "vitest";
import { openDocument } from "./open-document.ts";
import { blockRanges, documentPosition, sourceOffset } from "./source-positions.ts";

const source = `---
title: A
---

# The \\*title\\*

A **bold** [link](/x) &amp; \`code\`
on two lines.

- one
- two

  \`\`\`js
  let a;
    let b;
  \`\`\`

| a | b |
|---|---|
| c | d |

<Note>Hi <kbd>K</kbd></Note>

{x}
`;

test.each([
  "title",
  "bold",
  "link",
  "code",
  "on two",
  "two lines",
  "one",
  "two",
  "let a",
  "let b",
  "c ",
  "d ",
  "Hi",
  "K<",
])("the position of %s maps to the source and back", (text) => {
  const page = openDocument(source, "mdx");
  const offset = source.indexOf(text, source.indexOf("# The"));
  const position = documentPosition(page, offset);
  const length = text.replace(/[ <]$/, "").length;
  expect(page.doc.textBetween(position, position + length)).toBe(text.slice(0, length));
  expect(sourceOffset(page, position)).toBe(offset);
});

test("each block has a position in the source and in the document", () => {
  const page = openDocument(source, "mdx");
  const ranges = blockRanges(page);
  for (const { node, from, to } of ranges) {
    expect(page.doc.nodeAt(from)).toBe(node);
    expect(to - from).toBe(node.nodeSize);
  }
  expect(ranges.map(({ start, end, depth }) => `${depth} ${source.slice(start, end).split("\n")[0]}`)).toEqual([
    "0 ---",
    "0 # The \\*title\\*",
    "0 A **bold** [link](/x) &amp; `code`",
    "0 - one",
    "1 - one",
    "2 one",
    "1 - two",
    "2 two",
    "2 ```js",
    "0 | a | b |",
    "0 <Note>Hi <kbd>K</kbd></Note>",
    "1 Hi <kbd>K</kbd>",
    "0 {x}",
  ]);
});

test("positions outside the page are moved to its start or end", () => {
  const page = openDocument("One\n", "mdx");
  expect(documentPosition(page, 99)).toBe(4);
  expect(documentPosition(page, -5)).toBe(1);
  expect(sourceOffset(page, 99)).toBe(3);
});
