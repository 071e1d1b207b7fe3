import fc from "fast-check";
import { expect, test } from "vitest";
import { findOrigin } from "./node-origin.ts";
import { openDocument, type ReadDocument, readDocument } from "./open-document.ts";
import { readChanged } from "./read-changed.ts";

const source = `---
title: Plants
---

import { Greeting } from "/snippets/greeting.mdx"

First *line*
goes on.

- one

  two
- three

<Card title="Tools">
  Inside.

  \`\`\`js
  let a;
  \`\`\`
</Card>

<Note>One</Note>
<Note>Two</Note>

| a | b |
| - | - |
| 1 | 2 |

> Quote
> goes on

\`\`\`
code

more
\`\`\`

{/* comment */}

Last line.
`;

/** Notation that opens, closes or joins blocks. */
const inserts = [
  "x",
  " ",
  "\n",
  "\n\n",
  "\r\n",
  "\t",
  "    ",
  "```",
  "```\n",
  "- ",
  "1. ",
  "# ",
  "> ",
  "---\n",
  "===\n",
];
const openers = [
  "<",
  "<Card>",
  "</Card>",
  "<Note>a</Note>",
  "{",
  "}",
  "$$\n",
  "|",
  "*",
  "**",
  "[a]",
  "[a]: /b\n",
  "\\",
];

const edits = fc.array(
  fc.record({
    at: fc.nat(source.length),
    deleted: fc.oneof(fc.constant(0), fc.nat(30)),
    insert: fc.constantFrom("", ...inserts, ...openers),
  }),
  { minLength: 1, maxLength: 6 },
);

/** The document and the places of its blocks in the source. */
function describe({ doc, message }: ReadDocument) {
  const places = findOrigin(doc)?.children?.map(({ node, start, end }) => [start, end, findOrigin(node)?.text]);
  return { doc: doc.toJSON(), message, places };
}

test.each(["mdx", "md"] as const)("parsing only the changed blocks of %s gives the same document", (format) => {
  fc.assert(
    fc.property(edits, (changes) => {
      let page = openDocument(source, format);
      for (const { at, deleted, insert } of changes) {
        const after = page.source.slice(0, at) + insert + page.source.slice(at + deleted);
        const read = readChanged(page, after);
        expect(describe(read)).toEqual(describe(readDocument(after, format)));
        page = { source: after, doc: read.doc, format };
      }
    }),
    { numRuns: 100 },
  );
});

test("an edit of one block keeps the other blocks as they are", () => {
  const page = openDocument(source, "mdx");
  const { doc } = readChanged(page, source.replace("First", "Second"));
  const kept = doc.children.filter((child) => page.doc.children.includes(child));
  expect(kept).toHaveLength(page.doc.childCount - 1);
});

test("a link finds its definition in another block", () => {
  const page = openDocument("[a]: /b\n\nSee [a].\n", "mdx");
  expect(String(readChanged(page, "[a]: /b\n\nSee also [a].\n").doc)).toContain("link");
});
