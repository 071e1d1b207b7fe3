import { type HtmlElement, isElement } from "../../ground/html/html-node.ts";
import { findInside, inside, takeChild } from "./find-node.ts";
import { inlineMarkdown } from "./inline-markdown.ts";
import {
  type BlockWriter,
  classesOf,
  headingLine,
  isOneParagraph,
  leadItem,
  listItem,
  textAttribute,
  titledItem,
} from "./markdown-writer.ts";
import { quote } from "./quote.ts";
import { field, prompt, tile, update, view } from "./titled-parts.ts";

/** Components of ours by the class of their outermost element. One that is not here is written as the HTML it is. */
export const componentWriters: Record<string, BlockWriter> = {
  callout: (node, writer) => {
    const [title, body] = takeChild(inside(node, "callout-body") ?? node, "callout-title");
    const label = textAttribute(node, "aria-label") ?? "Note";
    const blocks = writer.nested(body);
    const heading = title === undefined ? label : `${label}: ${inlineMarkdown(title.children)}`;
    return [quote(isOneParagraph(blocks) ? [`**${heading}:** ${blocks[0]}`] : [`**${heading}**`, ...blocks], writer)];
  },

  card: (node, writer) => {
    // The picture and the icon of a card have no words of their own; they would only tear the list apart.
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

  // The title of a tab is that of the code block in it.
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
  const blocks = writer.nested(body);
  if (summary === undefined || !isElement(summary)) return [titledItem("Details", blocks, writer)];
  const description = findInside(summary.children, "accordion-description");
  if (description === undefined) return [titledItem(inlineMarkdown(summary.children), blocks, writer)];
  const title = findInside(summary.children, "accordion-title");
  const words = `**${inlineMarkdown(title?.children ?? [])}**: ${inlineMarkdown(description.children)}`;
  return [listItem("- ", [words, ...blocks], false, writer)];
};

function panelsOf(node: HtmlElement): HtmlElement[] {
  return node.children.filter(isElement).filter((child) => child.attributes.role === "tabpanel");
}
