import { classesOf, type HtmlElement, isElement, textOf } from "../../shared/html/html-node.ts";
import { codeFence } from "./code-fence.ts";
import { codeSpan, inlineMarkdown } from "./inline-markdown.ts";
import {
  type BlockWriter,
  findInside,
  headingLine,
  inside,
  isOneParagraph,
  leadItem,
  listItem,
  type MarkdownWriter,
  quote,
  takeChild,
  textAttribute,
  titledItem,
} from "./markdown-writer.ts";

/**
 * Writers of Lectern's components by the class of their outermost element. Other components are written like plain
 * HTML.
 */
export const componentWriters: Record<string, BlockWriter> = {
  callout: (node, writer) => {
    const [title, body] = takeChild(inside(node, "callout-body") ?? node, "callout-title");
    const label = textAttribute(node, "aria-label") ?? "Note";
    const blocks = writer.nested(body);
    const heading = title === undefined ? label : `${label}: ${inlineMarkdown(title.children)}`;
    return [quote(isOneParagraph(blocks) ? [`**${heading}:** ${blocks[0]}`] : [`**${heading}**`, ...blocks], writer)];
  },

  card: (node, writer) => {
    // The image and the icon of a card are left out: they have no text and would only break up the list.
    const [title, body] = takeChild(inside(node, "card-words") ?? node, "card-title");
    return [leadItem(inlineMarkdown(title?.children ?? []), writer.nested(body), writer)];
  },

  steps: (node, writer) => {
    const level = Math.min(writer.headingLevel + 1, 6);
    let number = 0;
    return node.children.flatMap((child) => {
      if (!isElement(child) || !classesOf(child).includes("step")) return writer.blocks([child]);
      number = Number(child.attributes["data-number"] ?? number + 1);
      const [title, body] = takeChild(child, "step-title");
      const words = inlineMarkdown(title?.children ?? []);
      writer.headingLevel = level;
      const blocks = writer.blocks(body);
      writer.headingLevel = level - 1;
      return [headingLine(level, `Step ${number}${words === "" ? "" : `: ${words}`}`), ...blocks];
    });
  },

  tabs: (node, writer) =>
    panelsOf(node).map((panel) => {
      const [title, body] = takeChild(panel, "tab-panel-title");
      return titledItem(title === undefined ? "Tab" : inlineMarkdown(title.children), writer.nested(body), writer);
    }),

  // The title of a tab is also the title of its code block.
  "code-group": (node, writer) =>
    panelsOf(node).flatMap((panel) => writer.blocks(takeChild(panel, "tab-panel-title")[1])),

  field,
  update,
  view,
  prompt,
  tile,

  footnotes: (node, writer) => {
    const notes = node.children.filter(isElement).flatMap((child) => child.children.filter(isElement));
    return notes.map((note, index) => {
      const blocks = writer.nested(note.children);
      return listItem(`[^${index + 1}]: `, blocks, false, writer);
    });
  },
};

export const details: BlockWriter = (node, writer) => {
  const summary = node.children.find((child) => isElement(child) && child.tag === "summary");
  const body = node.children.filter((child) => child !== summary);
  if (summary === undefined || !isElement(summary)) return writer.blocks(body);
  const blocks = writer.nested(body);
  const description = findInside(summary.children, "accordion-description");
  if (description === undefined) return [titledItem(inlineMarkdown(summary.children), blocks, writer)];
  const title = findInside(summary.children, "accordion-title");
  const words = `**${inlineMarkdown(title?.children ?? [])}**: ${inlineMarkdown(description.children)}`;
  return [listItem("- ", [words, ...blocks], false, writer)];
};

function panelsOf(node: HtmlElement): HtmlElement[] {
  return node.children.filter(isElement).filter((child) => child.attributes.role === "tabpanel");
}

/** ``- `limit` (integer, required): How many.`` */
function field(node: HtmlElement, writer: MarkdownWriter): string[] {
  const head = inside(node, "field-head");
  const parts = (head?.children ?? []).filter(isElement);
  const at = parts.findIndex((part) => classesOf(part).includes("field-name"));
  const wordsOf = (some: HtmlElement[]) => some.map((part) => inlineMarkdown([part])).filter((words) => words !== "");
  const [before, after] = [wordsOf(parts.slice(0, Math.max(at, 0))), wordsOf(parts.slice(at + 1))];
  const name = codeSpan(textOf(parts[at]?.children ?? []));
  const lead = `${[...before, name].join(" ")}${after.length === 0 ? "" : ` (${after.join(", ")})`}`;
  const rest = node.children.filter((child) => child !== head);
  return [leadItem(lead, writer.nested(rest), writer)];
}

const updateLevel = 2;

/** A changelog entry becomes a section of the page. */
function update(node: HtmlElement, writer: MarkdownWriter): string[] {
  const [side, body] = takeChild(node, "update-side");
  const part = (name: string) => inlineMarkdown(findInside(side?.children ?? [], name)?.children ?? []);
  const tags = (findInside(side?.children ?? [], "update-tags")?.children ?? []).map((tag) => inlineMarkdown([tag]));
  const blocks = [headingLine(updateLevel, part("update-label"))];
  if (part("update-description") !== "") blocks.push(part("update-description"));
  if (tags.length > 0) blocks.push(`Tags: ${tags.join(", ")}`);
  writer.headingLevel = updateLevel;
  return [...blocks, ...writer.blocks(body)];
}

/** The views of a page are written one after another, each below its name. */
function view(node: HtmlElement, writer: MarkdownWriter): string[] {
  const [title, body] = takeChild(node, "view-title");
  return [`**${inlineMarkdown(title?.children ?? [])}**`, ...writer.blocks(body)];
}

/** The prompt itself is written as code, so that it can be copied unchanged. */
function prompt(node: HtmlElement, writer: MarkdownWriter): string[] {
  const description = findInside(node.children, "prompt-description");
  const text = inside(node, "prompt-text")?.children.find((child) => isElement(child) && child.tag === "pre");
  const words = inlineMarkdown(description?.children ?? []);
  return [`**Prompt:** ${words}`, ...(isElement(text) ? codeFence(text, writer) : [])];
}

function tile(node: HtmlElement, writer: MarkdownWriter): string[] {
  const [words, preview] = takeChild(node, "tile-words");
  if (words === undefined) return writer.blocks(preview);
  const [title, rest] = takeChild(words, "card-title");
  return [leadItem(inlineMarkdown(title?.children ?? []), writer.nested([...rest, ...preview]), writer)];
}
