import { Parser } from "acorn";
import acornJsx from "acorn-jsx";
import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { mdxFromMarkdown } from "mdast-util-mdx";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfm } from "micromark-extension-gfm";
import { mdxjs } from "micromark-extension-mdxjs";
import { siteMath } from "./site-math.ts";

export type PageFormat = "mdx" | "md";

/** Visual mode parses the page while someone types, so longer pages are edited as source. */
const pageCharactersMax = 500_000;

/** Throws an error with the parser's message if the page isn't valid. */
export function parseTree(source: string, format: PageFormat): Root {
  if (source.length > pageCharactersMax) {
    throw new Error(`The page is longer than ${pageCharactersMax.toLocaleString("en-US")} characters.`);
  }
  const tree = fromMarkdown(source, {
    extensions: format === "md" ? common : [...common, mdx],
    mdastExtensions: format === "md" ? treeExtensions : [...treeExtensions, mdxFromMarkdown()],
  });
  if (source.startsWith("\uFEFF")) shiftOffsets(tree);
  return tree;
}

/** The parser doesn't count a byte order mark. */
function shiftOffsets(node: Nodes): void {
  for (const point of [node.position?.start, node.position?.end]) if (point?.offset !== undefined) point.offset += 1;
  if ("children" in node) for (const child of node.children) shiftOffsets(child);
}

const javaScript = Parser.extend(acornJsx());

/** `{{some-variable}}` and the `{#id}` of a heading aren't JavaScript, but the build supports them. */
const ownSyntax = /^(?:\{ ?[\w.-]+ ?\}|#[\w-]+)$/;

const mdx = mdxjs({
  addResult: false,
  acorn: {
    parse: (text, options) => javaScript.parse(text, options),
    parseExpressionAt: (text, position, options) => {
      const isOwn = ownSyntax.test(text);
      return javaScript.parseExpressionAt(isOwn ? `[${" ".repeat(text.length - 2)}]` : text, position, options);
    },
  },
});
const common = [frontmatter(["yaml", "toml"]), gfm(), siteMath()];
const treeExtensions = [
  frontmatterFromMarkdown(["yaml", "toml"]),
  // The transforms search text for addresses a second time, and the positions of those matches are lost.
  ...gfmFromMarkdown().map(({ transforms, ...extension }) => extension),
  mathFromMarkdown(),
];
