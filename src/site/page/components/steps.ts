import { element, type HtmlNode, textOf } from "../../shared/html/html-node.ts";
import { flowContent } from "../markdown/flow-content.ts";
import { headingLink } from "../markdown/headings.ts";
import { flagProp, numberProp, type Props, textProp } from "../markdown/props.ts";
import type { RenderContext } from "../markdown/render-context.ts";
import type { MarkdownNode } from "../page-tree.ts";
import { type Component, define } from "./component.ts";
import { iconProp } from "./icon-prop.ts";
import { iconProps, required, takesFlag, takesNumber, takesText, takesWord } from "./prop.ts";
import { titleText } from "./prop-markdown.ts";

const titleSizes: ReadonlySet<string> = new Set(["p", "h2", "h3", "h4"]);

const steps: Component = ({ props, children }, context) => {
  const size = titleSizeOf(props);
  const sized = size === undefined ? children : children.map((child) => withTitleSize(child, size));
  return [element("div", { class: "steps", role: "list" }, context.renderNodes(sized, context))];
};

/** The title of a step is an anchor and part of the page's outline. The stylesheet numbers the steps. */
const step: Component = ({ props, children, node }, context) => {
  const icon = iconProp(props, node, context);
  const number = numberProp(props, "stepNumber");
  const content: HtmlNode[] = [];
  if (icon !== undefined) content.push(element("span", { class: "step-icon" }, [icon]));
  content.push(...stepTitle(props, context), ...flowContent(children, context));
  return [element("div", { class: "step", role: "listitem", "data-number": number }, content)];
};

/** A title size set on the list applies to every step that doesn't set its own. */
function withTitleSize(node: MarkdownNode, size: string): MarkdownNode {
  const attributes = node.attributes ?? [];
  if (node.name !== "Step" || attributes.some((attribute) => attribute.name === "titleSize")) return node;
  return { ...node, attributes: [...attributes, { type: "mdxJsxAttribute", name: "titleSize", value: size }] };
}

function stepTitle(props: Props, context: RenderContext): HtmlNode[] {
  const title = textProp(props, "title");
  if (title === undefined) return [];
  const id = context.page.headingIds.idFor(title, textProp(props, "id"));
  const hasAnchor = flagProp(props, "noAnchor") !== true;
  const tag = titleSizeOf(props) ?? "p";
  const words = titleText(title);
  const attributes = { class: "step-title", id, "data-outline": hasAnchor ? (tag === "h2" ? 2 : 3) : "none" };
  return [element(tag, attributes, hasAnchor ? [...words, headingLink(id, textOf(words), context.page.words)] : words)];
}

function titleSizeOf(props: Props): string | undefined {
  const size = textProp(props, "titleSize");
  return size !== undefined && titleSizes.has(size) ? size : undefined;
}

const titleSize = takesWord("titleSize", titleSizes, "The level of the titles.", { default: "p" });

export const stepComponents = {
  Steps: define(steps, { description: "Numbered steps.", props: [titleSize], children: ["Step"] }),
  Step: define(step, {
    description: "One step. Its title is an anchor.",
    props: [
      takesText("title", "The heading of the step.", required),
      ...iconProps,
      takesNumber("stepNumber", "The number to show instead of the counted one."),
      titleSize,
      takesText("id", "The anchor; otherwise made from the title."),
      takesFlag("noAnchor", "Leaves the step out of the outline."),
    ],
  }),
};
