import type { Literal, Nodes, Parents, PhrasingContent, RootContent } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { mathToMarkdown } from "mdast-util-math";
import { type MdxJsxFlowElement, type MdxJsxTextElement, mdxToMarkdown } from "mdast-util-mdx";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import type { MarkdownStyle } from "./markdown-style.ts";
import type { PageFormat } from "./parse-tree.ts";

/** A piece of text that is already Markdown. */
export interface SourceText extends Literal {
  type: "sourceText";
}

declare module "mdast" {
  interface RootContentMap {
    sourceText: SourceText;
  }
  interface PhrasingContentMap {
    sourceText: SourceText;
  }
  interface BlockContentMap {
    sourceText: SourceText;
  }
}

interface StringifyOptions {
  style: MarkdownStyle;
  format: PageFormat;
}

/** Writes a block with plain line endings and without the line prefix of its place. */
export function stringifyBlock(tree: RootContent, options: StringifyOptions): string {
  // Without the root, the first line would be escaped as if it were in the middle of a text.
  return trimLineEnd(toMarkdown({ type: "root", children: [tree] }, toMarkdownOptions(options)));
}

/** Writes inline content in its context, so that the source before and after it can stay. */
export function stringifyInline(
  children: readonly PhrasingContent[],
  { isCell, ...options }: StringifyOptions & { isCell: boolean },
): string {
  const content = [...children];
  const tree: Nodes = isCell ? { type: "tableCell", children: content } : { type: "paragraph", children: content };
  return trimLineEnd(toMarkdown(tree, toMarkdownOptions(options)));
}

function trimLineEnd(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}

function toMarkdownOptions({ style, format }: StringifyOptions): Options {
  const [rule = "-"] = style.rule;
  return {
    bullet: style.bullet,
    bulletOther: style.bullet === "-" ? "*" : "-",
    emphasis: style.emphasis,
    strong: style.strong,
    fence: style.fence,
    fences: true,
    quote: style.quote,
    rule: rule as "-" | "*" | "_",
    ruleSpaces: style.rule.includes(" "),
    listItemIndent: style.itemIndent,
    resourceLink: true,
    extensions: [
      gfmToMarkdown({ tablePipeAlign: false, tableCellPadding: style.hasPaddedTables }),
      mathToMarkdown(),
      ...(format === "mdx" ? [mdxToMarkdown()] : []),
      { handlers: handlers(style) },
    ],
  };
}

function handlers(style: MarkdownStyle): NonNullable<Options["handlers"]> {
  const sourceText = Object.assign((node: SourceText) => node.value, {
    peek: (node: SourceText) => node.value.charAt(0),
  });
  const element = Object.assign(
    (...[node, , state, info]: ElementHandlerArguments): string => {
      const open = `<${node.name ?? ""}${elementAttributes(node)}`;
      if (node.children.length === 0)
        return `${open}${node.name === null ? ">" : " />"}${node.name === null ? "</>" : ""}`;
      const close = `</${node.name ?? ""}>`;
      if (node.type === "mdxJsxTextElement") {
        return `${open}>${state.containerPhrasing(node, { ...info, before: ">", after: "<" })}${close}`;
      }
      const content = state.containerFlow(node, state.createTracker(info).current());
      return `${open}>\n${indentLines(content, style.componentIndent)}\n${close}`;
    },
    { peek: () => "<" },
  );
  const hardBreak = (...[, , state]: ElementHandlerArguments) =>
    state.stack.includes("headingAtx") || state.stack.includes("tableCell") ? " " : style.hardBreak;
  return {
    sourceText,
    mdxJsxFlowElement: element,
    mdxJsxTextElement: element,
    break: hardBreak,
  } as unknown as NonNullable<Options["handlers"]>;
}

type State = Parameters<NonNullable<NonNullable<Options["handlers"]>["paragraph"]>>[2];
type Info = Parameters<NonNullable<NonNullable<Options["handlers"]>["paragraph"]>>[3];
type ElementHandlerArguments = [
  node: MdxJsxFlowElement | MdxJsxTextElement,
  parent: Parents | undefined,
  state: State,
  info: Info,
];

/** The value of each "attribute" is source that is already written, so it isn't quoted again. */
function elementAttributes({ attributes }: MdxJsxFlowElement | MdxJsxTextElement): string {
  return attributes.map((attribute) => ` ${String(attribute.value)}`).join("");
}

function indentLines(text: string, indent: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? line : indent + line))
    .join("\n");
}
