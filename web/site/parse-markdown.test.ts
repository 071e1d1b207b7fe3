import { expect, test } from "vitest";
import { type Block, childrenOf, type Inline } from "./markdown-tree.ts";
import { parseMarkdown } from "./parse-markdown.ts";

const answer = `Run **one** command [\\[1\\]](https://docs.example.com/install#npm), see [the \`guide\`](/guide):

\`\`\`bash
npm install <lectern>
\`\`\`

1. First, *then*
   - inner \`a | b\`
2. Second

| Name | Meaning |
|------|---------|
| \`PORT\` | the port |

> Note: \\*not emphasis\\* &lt;b&gt;

## After that ##`;

const text = (words: string): Inline => ({ type: "text", text: words });
const code = (words: string): Inline => ({ type: "code", text: words });
const paragraph = (...children: Inline[]): Block => ({ type: "paragraph", children });
const list = (start: number | undefined, ...items: Block[][]): Block => ({ type: "list", start, items });

test("Markdown becomes a tree", () => {
  expect(parseMarkdown(answer)).toEqual([
    paragraph(
      text("Run "),
      { type: "strong", children: [text("one")] },
      text(" command "),
      { type: "citation", number: 1, href: "https://docs.example.com/install#npm" },
      text(", see "),
      { type: "link", href: "/guide", children: [text("the "), code("guide")] },
      text(":"),
    ),
    { type: "code", language: "bash", text: "npm install <lectern>", isClosed: true },
    list(
      1,
      [
        paragraph(text("First, "), { type: "emphasis", children: [text("then")] }),
        list(undefined, [paragraph(text("inner "), code("a | b"))]),
      ],
      [paragraph(text("Second"))],
    ),
    { type: "table", head: [[text("Name")], [text("Meaning")]], rows: [[[code("PORT")], [text("the port")]]] },
    { type: "quote", children: [paragraph(text("Note: *not emphasis* <b>"))] },
    { type: "heading", level: 2, children: [text("After that")] },
  ]);
});

test("a partial answer, cut anywhere, only has links that the complete answer has", () => {
  const hrefs = new Set(linksOf(parseMarkdown(answer)));
  expect(hrefs.size).toBe(2);
  for (let end = 0; end <= answer.length; end += 1) {
    for (const href of linksOf(parseMarkdown(answer.slice(0, end)))) expect(hrefs).toContain(href);
  }
});

test("an unclosed code fence is rendered as code", () => {
  expect(parseMarkdown("```js\nlet a")).toEqual([{ type: "code", language: "js", text: "let a", isClosed: false }]);
});

test("a tag in Markdown is plain text, and an image becomes a `!` and a link", () => {
  const nodes = parseMarkdown("<img src=x onerror=alert(1)> ![x](https://evil.example/p.png)");
  const image: Inline = { type: "link", href: "https://evil.example/p.png", children: [text("x")] };
  expect(nodes).toEqual([paragraph(text("<img src=x onerror=alert(1)> !"), image)]);
});

const hostile = {
  brackets: "[".repeat(100_000),
  "closed brackets": "[]".repeat(50_000),
  "labels without an address": "[a](".repeat(25_000),
  stars: "*a ".repeat(33_000),
  "closed stars": "**a* ".repeat(20_000),
  ticks: Array.from({ length: 440 }, (_, index) => "`".repeat(index)).join(" "),
  quotes: `${">".repeat(50_000)}\n`.repeat(2),
  lists: Array.from({ length: 1_000 }, (_, index) => `${" ".repeat(index % 90)}- a`).join("\n"),
  backslashes: "\\".repeat(100_000),
  underscores: "_a_".repeat(33_000),
  pipes: `${"|".repeat(50_000)}\n|-|\n${"|".repeat(50_000)}`,
};

for (const [name, text] of Object.entries(hostile)) {
  test(`a hundred thousand characters of ${name} become a tree of limited depth`, () => {
    expect(depthOf(parseMarkdown(text))).toBeLessThan(40);
  });
}

function linksOf(nodes: readonly (Block | Inline)[]): string[] {
  return nodes.flatMap((node) => {
    const own = "href" in node ? [node.href] : [];
    return [...own, ...linksOf(childrenOf(node))];
  });
}

function depthOf(nodes: readonly (Block | Inline)[]): number {
  return 1 + nodes.reduce((deepest, node) => Math.max(deepest, depthOf(childrenOf(node))), 0);
}
