import { element, type HtmlNode, isElement } from "../../shared/html/html-node.ts";
import { linkElement } from "../markdown/links-and-images.ts";
import { flagProp, numberProp, textProp } from "../markdown/props.ts";
import { renderInlineMath } from "../math/render-math.ts";
import { type Component, define } from "./component.ts";
import { iconProp } from "./icon-prop.ts";
import { sourceOf } from "./prompt.ts";
import { iconProps, required, takesFlag, takesIcon, takesNumber, takesPage, takesText, takesWord } from "./prop.ts";

const badgeColors: ReadonlySet<string> = new Set(
  "gray blue green yellow orange red purple white surface white-destructive surface-destructive".split(" "),
);
const badgeSizes: ReadonlySet<string> = new Set(["xs", "sm", "md", "lg"]);
const iconSizeMax = 512;

/** An inline icon. */
const icon: Component = ({ props, node }, context) => {
  const drawing = iconProp(props, node, context) ?? iconProp(props, node, context, "src");
  if (drawing === undefined) return [];
  const size = Math.min(Math.max(numberProp(props, "size") ?? 16, 1), iconSizeMax);
  const color = textProp(props, "color");
  const attributes = {
    ...drawing.attributes,
    class: `${drawing.attributes.class} inline-icon`,
    width: size,
    height: size,
  };
  return [{ ...drawing, attributes: color === undefined ? attributes : { ...attributes, style: `color: ${color}` } }];
};

const badge: Component = ({ props, children, node }, context) => {
  const color = chosen(textProp(props, "color"), badgeColors, "gray");
  const size = chosen(textProp(props, "size"), badgeSizes, "md");
  const classes = [
    "badge",
    `badge-${color}`,
    size !== "md" && `badge-${size}`,
    textProp(props, "shape") === "pill" && "badge-pill",
    flagProp(props, "stroke") && "badge-stroke",
    flagProp(props, "disabled") && "badge-disabled",
  ];
  const drawing = iconProp(props, node, context);
  const content = inlineChildren(context.renderNodes(children, context));
  const attributes = { class: classes.filter(Boolean).join(" ") };
  return [element("span", attributes, drawing === undefined ? content : [drawing, ...content])];
};

/** Shown on hover and focus with CSS alone. Screen readers announce the tooltip as the description of the word. */
const tooltip: Component = ({ props, children, node }, context) => {
  const tip = textProp(props, "tip");
  const content = inlineChildren(context.renderNodes(children, context));
  if (tip === undefined) return content;
  context.page.partCount += 1;
  const id = `tooltip-${context.page.partCount}`;
  const headline = textProp(props, "headline");
  const href = textProp(props, "href");
  const box: HtmlNode[] = [];
  if (headline !== undefined) box.push(element("span", { class: "tooltip-headline" }, [headline]));
  box.push(element("span", { class: "tooltip-text", id }, [tip]));
  const link = href === undefined ? [] : [linkElement(href, [textProp(props, "cta") ?? "Read more"], node, context)];
  box.push(...link.map((a) => ({ ...a, attributes: { ...a.attributes, class: "tooltip-link" } })));
  const word = element("span", { class: "tooltip-word", tabindex: 0, "aria-describedby": id }, content);
  const shown = element("span", { class: "tooltip" }, [word, element("span", { class: "tooltip-box" }, box)]);
  const words = headline === undefined ? tip : `${headline}: ${tip}`;
  return [{ onPage: [shown], inMarkdown: [...content, ` (${words}`, ...link.flatMap((a) => [" ", a]), ")"] }];
};

/** The older way to write a formula. Its text comes from the file, because Markdown would change it. */
const latex: Component = ({ children, node }, context) =>
  renderInlineMath({ ...node, value: sourceOf(children, context).replace(/^\$+|\$+$/g, "") }, context);

function chosen(value: string | undefined, known: ReadonlySet<string>, otherwise: string): string {
  return value !== undefined && known.has(value) ? value : otherwise;
}

/** `<Badge>` on its own lines contains a paragraph, which can't be inline. */
function inlineChildren(nodes: HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node) => (isElement(node) && node.tag === "p" ? node.children : [node]));
}

const iconStyle = iconProps.filter(({ name }) => name === "iconType");

export const inlineComponents = {
  Icon: define(icon, {
    description: "An icon in the text.",
    props: [
      takesIcon("icon", "The name of an icon, or the path of an image.", required),
      takesText("src", "The path of an image."),
      ...iconStyle,
      takesNumber("size", "In pixels.", { default: "16" }),
      takesText("color", "A CSS color."),
    ],
    children: "none",
    isInline: true,
  }),
  Badge: define(badge, {
    description: "A label in the text.",
    props: [
      takesWord("color", badgeColors, "The color of the label.", { default: "gray" }),
      takesWord("size", badgeSizes, "The size of the label.", { default: "md" }),
      takesWord("shape", ["rounded", "pill"], "The shape of the label.", { default: "rounded" }),
      ...iconProps,
      takesFlag("stroke", "Draws a border."),
      takesFlag("disabled", "Shows the label as inactive."),
    ],
    children: "text",
    isInline: true,
  }),
  Tooltip: define(tooltip, {
    description: "An explanation that appears on hover.",
    props: [
      takesText("tip", "The explanation.", required),
      takesText("headline", "Shown above the explanation."),
      takesText("cta", "The text of the link.", { default: "Read more" }),
      takesPage("href", "Where the link leads."),
    ],
    children: "text",
    isInline: true,
  }),
  Latex: define(latex, { description: "A formula in TeX, like `$…$`.", children: "text", isInline: true }),
};
