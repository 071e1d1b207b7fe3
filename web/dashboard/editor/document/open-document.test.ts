import { expect, test } from "vitest";
import { openDocument } from "./open-document.ts";

test.each([
  ["an unclosed tag", "Text\n\n<Open>\n", "closing tag"],
  ["an unclosed expression", "Text {x\n", "closing brace"],
  ["blocks nested too deeply", `${"> ".repeat(3_000)}x`, "nested too deeply"],
  ["a page that is too long", "word ".repeat(100_001), "longer than 500,000"],
])("a page with %s becomes one block that shows the reason", (_, source, reason) => {
  const { doc } = openDocument(source, "mdx");
  expect(doc.childCount).toBe(1);
  expect(doc.firstChild?.attrs).toMatchObject({ kind: "page", source });
  expect(doc.firstChild?.attrs.message).toContain(reason);
});

test("an empty page has a paragraph to type in", () => {
  expect(openDocument("", "mdx").doc.toString()).toBe("doc(paragraph)");
  expect(openDocument("---\ntitle: A\n---\n", "mdx").doc.toString()).toBe("doc(frontmatter, paragraph)");
});

test("each kind of content becomes its own kind of node", () => {
  const source = `## Title {#id}

Some *text* with **bold**, ~~strike~~, \`code\`, ![alt](/i.png "t"), <kbd>K</kbd>, {x}, $a_1$ and[^1] a\\
break.

> quote

7. seven
   - [x] done

\`\`\`js title="a" {1}
let a;
\`\`\`

| a | b |
|:--|--:|
| c |

<Card title="x" flag n={1} {...rest}>
  Text
</Card>

<Icon icon="y" />

---

$$
x
$$

[^1]: Note
`;
  expect(openDocument(source, "mdx").doc.toString()).toBe(
    [
      'doc(heading("Title ", inlineOpaque)',
      'paragraph("Some ", emphasis("text"), " with ", strong("bold"), ", ", strike("strike"), ", ", code("code"), ", ", image, ", ", inlineComponent("K"), ", ", inlineOpaque, ", ", inlineOpaque, " and", inlineOpaque, " a", hardBreak, "break.")',
      'blockquote(paragraph("quote"))',
      'orderedList(listItem(paragraph("seven"), bulletList(listItem(paragraph("done")))))',
      'codeBlock("let a;")',
      'table(tableRow(tableHeader("a"), tableHeader("b")), tableRow(tableCell("c"), tableCell))',
      'component(paragraph("Text"))',
      "component",
      "thematicBreak",
      "opaque",
      "opaque)",
    ].join(", "),
  );
});

test("the attributes of a component keep their notation", () => {
  const { doc } = openDocument('<Card title="a &amp; b" flag n={1 + 1} {...rest} />\n', "mdx");
  expect(doc.firstChild?.attrs).toEqual({
    name: "Card",
    attributes: [
      { name: "title", value: "a & b" },
      { name: "flag", value: null },
      { name: "n", value: { expression: "1 + 1" } },
      { name: "", value: { expression: "...rest" } },
    ],
  });
});
