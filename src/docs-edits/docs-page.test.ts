import { expect, test } from "vitest";
import { parseDocsPage, rangeOf, visitNodes } from "./docs-page.ts";

test("a link after a formula is found at its place in the file", () => {
  const source = "---\ntitle: A\n---\n\nIf $x_1$, see [b](/c).\n";
  const page = parseDocsPage("a.mdx", source);
  const texts: (string | undefined)[] = [];
  visitNodes(page.tree, (node) => {
    const range = rangeOf(node, page);
    if (node.type === "link" && range !== undefined) texts.push(source.slice(range.start, range.end));
  });
  expect(texts).toEqual(["[b](/c)"]);
});
