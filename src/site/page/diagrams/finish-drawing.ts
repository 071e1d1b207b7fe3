import { type HtmlElement, type HtmlNode, isElement, textOf } from "../../ground/html/html-node.ts";
import { restoreSigns } from "./label-signs.ts";

const cornerRadius = 6;
/** A wide drawing shrinks to its column down to this scale. If that isn't enough, its box scrolls and its text is larger. */
const fittedScale = 0.55;
const scrolledScale = 0.85;
const darkText = "#18181b";
const lightText = "#fafafa";

/**
 * Prepares a drawing for a page: its IDs become unique, so that two diagrams don't share arrowheads; its colors come
 * from the stylesheet; and text on author-chosen colors stays readable in both modes.
 */
export function finishDrawing(drawing: HtmlElement, name: string, label: string): HtmlElement {
  const { viewBox, width, height } = drawing.attributes;
  const children = restoreSigns(drawing.children)
    .filter((child) => !isElement(child) || child.tag !== "style")
    .map((child) => finishNode(child, name));
  // The factor makes a switch of it: the difference is below zero where the drawing fits, and far above the maximum elsewhere.
  const [fitted, scrolled] = [fittedScale, scrolledScale].map((scale) => Math.round(Number(width) * scale));
  const style = `min-width: clamp(0px, (${fitted}px - 100%) * 9999, ${scrolled}px)`;
  const attributes = { class: "drawing", viewBox, width, height, style, role: "img", "aria-label": label };
  return { tag: "svg", attributes, children };
}

/** The text of a drawing in order, for screen readers. */
export function drawingWords(drawing: HtmlElement): string {
  const words: string[] = [];
  const visit = (node: HtmlNode) => {
    if (!isElement(node)) return;
    if (node.tag === "text" || node.tag === "title")
      words.push(node.children.map(wordsOf).join("").replaceAll(/\s+/g, " ").trim());
    else node.children.forEach(visit);
  };
  restoreSigns(drawing.children).forEach(visit);
  return words.filter((word) => word !== "").join(", ");
}

/** A part with its own position is another line of the same text. */
function wordsOf(node: HtmlNode): string {
  const isLine = isElement(node) && node.attributes.x !== undefined;
  return `${isLine ? " " : ""}${textOf([node])}`;
}

function finishNode(node: HtmlNode, name: string): HtmlNode {
  if (!isElement(node)) return node;
  const { class: className, id, ...rest } = node.attributes;
  const attributes = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      typeof value === "string" ? value.replaceAll("url(#", `url(#${name}-`) : value,
    ]),
  );
  if (typeof id === "string") attributes.id = `${name}-${id}`;
  const isBox = node.tag === "rect" && attributes.rx === "0";
  if (isBox) Object.assign(attributes, { rx: cornerRadius, ry: cornerRadius });
  const children = node.children.map((child) => finishNode(child, name));
  const isNode = String(className).split(" ").includes("node");
  return { ...node, attributes, children: isNode ? withReadableText(children) : children };
}

/** A node colored by its author looks the same in both modes, so its text must not change with the mode. */
function withReadableText(children: HtmlNode[]): HtmlNode[] {
  const fill = children
    .filter(isElement)
    .map(({ attributes }) => luminanceOf(attributes.fill))
    .find((value) => value !== undefined);
  if (fill === undefined) return children;
  const color = fill > 0.4 ? darkText : lightText;
  return children.map((child) => {
    if (!isElement(child) || child.tag !== "text" || !String(child.attributes.fill).startsWith("var(")) return child;
    return { ...child, attributes: { ...child.attributes, fill: color } };
  });
}

/** The luminance of a hex color, from 0 for black to 1 for white. */
function luminanceOf(color: unknown): number | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(String(color))?.[1];
  if (digits === undefined) return undefined;
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => (Number.parseInt(pair, 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
