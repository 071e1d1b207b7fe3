import fc from "fast-check";
import { markdownToMdast } from "satteri";
import { expect, test } from "vitest";
import type { MarkdownNode } from "../../page/page-tree.ts";
import { element, type HtmlNode, textOf } from "../../shared/html/html-node.ts";
import { writeMarkdown } from "./write-markdown.ts";

/** Texts that are Markdown syntax unless they are escaped. */
const text = fc.oneof(
  fc.constantFrom(
    "*a*",
    "_b_",
    "snake_case_name",
    "[x](y)",
    "[^1]",
    "<b>bold</b>",
    "<!-- c -->",
    "&amp;",
    "# title",
    "1. one",
    "- item",
    "> quote",
    "`code`",
    "``",
    "a | b",
    "~~gone~~",
    "---",
    "===",
    "\\*",
    "\\",
    "![i](j)",
    "$x_1$",
    "```",
    "+ plus",
    "12) twelve",
    "[ref]: /x",
  ),
  // A GitHub table can't contain a backslash before a pipe in code.
  fc.string({ minLength: 1, maxLength: 12 }).filter((words) => !/\\\|?$|\\\|/.test(words)),
);

const inline = fc.letrec<{ node: HtmlNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    text,
    fc
      .tuple(fc.constantFrom("em", "strong", "del", "span", "kbd", "sup"), fc.array(tie("node"), { maxLength: 3 }))
      .map(([tag, children]): HtmlNode => element(tag, {}, children)),
    text.map((code): HtmlNode => element("code", {}, [code])),
    fc.array(text, { minLength: 1, maxLength: 3 }).map((words): HtmlNode => element("a", { href: "/a b(c)" }, words)),
  ),
})).node;

const line = fc.array(inline, { minLength: 1, maxLength: 4 });

const block = fc.letrec<{ node: HtmlNode }>((tie) => {
  const blocks = fc.array(tie("node"), { minLength: 1, maxLength: 3 });
  return {
    node: fc.oneof(
      { maxDepth: 4 },
      line.map((words): HtmlNode => element("p", {}, words)),
      line.map((words): HtmlNode => element("h3", {}, words)),
      text.map(
        (code): HtmlNode => element("pre", { "data-language": "js" }, [element("code", {}, [`${code}\n${code}`])]),
      ),
      blocks.map((inner): HtmlNode => element("blockquote", {}, inner)),
      blocks.map((inner): HtmlNode => element("div", { class: "callout", "aria-label": "Note" }, inner)),
      fc.array(blocks, { minLength: 1, maxLength: 3 }).map(
        (items): HtmlNode =>
          element(
            "ul",
            {},
            items.map((item) => element("li", {}, item)),
          ),
      ),
      fc
        .tuple(line, blocks)
        .map(([title, body]): HtmlNode => element("details", {}, [element("summary", {}, title), ...body])),
      fc
        .tuple(line, blocks)
        .map(
          ([title, body]): HtmlNode =>
            element("div", { class: "steps" }, [
              element("div", { class: "step" }, [element("p", { class: "step-title" }, title), ...body]),
            ]),
        ),
      fc.array(fc.array(line, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 }).map(
        (rows): HtmlNode =>
          element(
            "table",
            {},
            rows.map((cells) =>
              element(
                "tr",
                {},
                cells.map((cell) => element("td", {}, cell)),
              ),
            ),
          ),
      ),
      blocks.map((inner): HtmlNode => element("unheard-of", { class: "whatever" }, inner)),
    ),
  };
}).node;

test("the Markdown of a page contains all of the page's text in the same order", () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (article) => {
      const markdown = writeMarkdown(article);
      expect(isSubsequence(signsOf(textOf(article)), signsOf(shownBy(markdown)))).toBe(true);
    }),
    { numRuns: 1_000, seed: 4 },
  );
});

/** The text of Markdown as a reader of the rendered page sees it, without HTML. */
function shownBy(markdown: string): string {
  const tree = markdownToMdast(markdown, { features: { frontmatter: false } }) as MarkdownNode;
  const parts: string[] = [];
  const visit = (node: MarkdownNode) => {
    if (node.type !== "html") parts.push(node.value ?? node.alt ?? "");
    for (const child of node.children ?? []) visit(child);
  };
  visit(tree);
  return parts.join("");
}

/** The characters without whitespace, which may differ as in a browser. */
function signsOf(text: string): string[] {
  return [...text.replaceAll(/[\s\p{C}\p{Z}]/gu, "")];
}

function isSubsequence(wanted: string[], given: string[]): boolean {
  let found = 0;
  for (const sign of given) if (sign === wanted[found]) found += 1;
  return found === wanted.length;
}
