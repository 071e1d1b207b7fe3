import { expect, test } from "vitest";
import { parseDocsPage, rangeOf, visitNodes } from "./docs-page.ts";
import { findLinks } from "./find-links.ts";

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

test("a .md file with components is read as the site reads it", () => {
  const source = '<!-- a note -->\n\n<Card title="T" href="/a">\n\nSee [y](/old).\n\n</Card>\n';
  const urls = (path: string, text: string) => findLinks(parseDocsPage(path, text)).map(({ url }) => url);
  expect(urls("a.md", source)).toEqual(["/a", "/old"]);
  expect(urls("a.md", "<Card>\nSee [y](/old).\n</Card>")).toEqual(["/old"]);
  expect(urls("a.md", "<Card>See {[y](/old).</Card> [z](/new)")).toEqual(["/old", "/new"]);
});
