import { type HtmlElement, isElement, textOf } from "../../ground/html/html-node.ts";
import { codeFence } from "./code-fence.ts";
import { findInside, inside, takeChild } from "./find-node.ts";
import { codeSpan, inlineMarkdown } from "./inline-markdown.ts";
import { type BlockWriter, classesOf, headingLine, leadItem } from "./markdown-writer.ts";

/** ``- `limit` (integer, required): How many.`` */
export const field: BlockWriter = (node, writer) => {
  const head = inside(node, "field-head");
  const parts = (head?.children ?? []).filter(isElement);
  const at = parts.findIndex((part) => classesOf(part).includes("field-name"));
  const wordsOf = (some: HtmlElement[]) => some.map((part) => inlineMarkdown([part])).filter((words) => words !== "");
  const [before, after] = [wordsOf(parts.slice(0, Math.max(at, 0))), wordsOf(parts.slice(at + 1))];
  const name = codeSpan(textOf(parts[at]?.children ?? []));
  const lead = `${[...before, name].join(" ")}${after.length === 0 ? "" : ` (${after.join(", ")})`}`;
  const rest = node.children.filter((child) => child !== head);
  return [leadItem(lead, writer.nested(rest), writer)];
};

const updateLevel = 2;

/** An entry of a changelog is a section of the page. */
export const update: BlockWriter = (node, writer) => {
  const [side, body] = takeChild(node, "update-side");
  const part = (name: string) => inlineMarkdown(findInside(side?.children ?? [], name)?.children ?? []);
  const tags = (findInside(side?.children ?? [], "update-tags")?.children ?? []).map((tag) => inlineMarkdown([tag]));
  const blocks = [headingLine(updateLevel, part("update-label"))];
  if (part("update-description") !== "") blocks.push(part("update-description"));
  if (tags.length > 0) blocks.push(`Tags: ${tags.join(", ")}`);
  writer.headingLevel = updateLevel;
  return [...blocks, ...writer.blocks(body)];
};

/** Views stand one after the other, each under its name. */
export const view: BlockWriter = (node, writer) => {
  const [title, body] = takeChild(node, "view-title");
  return [`**${inlineMarkdown(title?.children ?? [])}**`, ...writer.blocks(body)];
};

/** The prompt itself is code: it is there to be taken as it is. */
export const prompt: BlockWriter = (node, writer) => {
  const description = findInside(node.children, "prompt-description");
  const text = inside(node, "prompt-text")?.children.find((child) => isElement(child) && child.tag === "pre");
  const words = inlineMarkdown(description?.children ?? []);
  return [`**Prompt:** ${words}`, ...(isElement(text) ? codeFence(text, writer) : [])];
};

export const tile: BlockWriter = (node, writer) => {
  const [words, preview] = takeChild(node, "tile-words");
  if (words === undefined) return writer.blocks(preview);
  const [title, rest] = takeChild(words, "card-title");
  return [leadItem(inlineMarkdown(title?.children ?? []), writer.nested([...rest, ...preview]), writer)];
};
