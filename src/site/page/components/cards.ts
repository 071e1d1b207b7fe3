import { element, type HtmlNode } from "../../shared/html/html-node.ts";
import { isExternalUrl, safeLinkUrl } from "../../shared/html/safe-url.ts";
import { flowContent } from "../markdown/flow-content.ts";
import { imageElement, linkElement } from "../markdown/links-and-images.ts";
import { flagProp, numberProp, textProp } from "../markdown/props.ts";
import { calloutKinds, findCalloutKind } from "./callouts.ts";
import { type Component, define } from "./component.ts";
import { iconProp, lucideIcon } from "./icon-prop.ts";
import { iconProps, takesFlag, takesNumber, takesPage, takesText, takesWord } from "./prop.ts";
import { titleText } from "./prop-markdown.ts";

const columnsMax = 4;

const columns: Component = ({ props, children }, context) => {
  const count = Math.min(Math.max(Math.round(numberProp(props, "cols") ?? 2), 1), columnsMax);
  return [element("div", { class: "columns", "data-cols": count }, context.renderNodes(children, context))];
};

const column: Component = ({ children }, context) => {
  return [element("div", { class: "column" }, flowContent(children, context))];
};

/** The link is on the title and is stretched over the whole card, so that links in the card's text still work. */
const card: Component = ({ props, children, node }, context) => {
  const href = textProp(props, "href");
  const image = textProp(props, "img");
  const cta = textProp(props, "cta");
  const color = textProp(props, "color");
  const kind = findCalloutKind(textProp(props, "type"));
  const icon = iconProp(props, node, context);
  const words: HtmlNode[] = [];
  const title = cardTitle(textProp(props, "title"), href, children.length > 0);
  if (title.length > 0) {
    const heading = href === undefined ? title : [linkElement(href, title, node, context)];
    words.push(element("p", { class: "card-title" }, heading));
  }
  // `description` is a prop of tiles, but cards accept it too.
  const description = textProp(props, "description");
  const body = [
    ...(description === undefined ? [] : [element("p", {}, [description])]),
    ...flowContent(children, context),
  ];
  if (body.length > 0) words.push(element("div", { class: "card-body" }, body));
  if (cta !== undefined) words.push(element("p", { class: "card-cta" }, [cta, lucideIcon("chevron-right")]));
  const content: HtmlNode[] = [];
  if (image !== undefined) content.push(imageElement({ src: image, alt: "", class: "card-image" }, node, context));
  if (icon !== undefined)
    content.push(element("span", { class: "card-icon", style: color && `color: ${color}` }, [icon]));
  content.push(element("div", { class: "card-words" }, words));
  const hasArrow = href !== undefined && (flagProp(props, "arrow") ?? isExternalUrl(href));
  if (hasArrow) content.push(lucideIcon("arrow-up-right", "card-arrow"));
  const classes = [
    "card",
    href !== undefined && "card-link",
    flagProp(props, "horizontal") && "card-horizontal",
    kind !== undefined && `card-typed callout-${kind}`,
  ];
  return [element("div", { class: classes.filter(Boolean).join(" ") }, content)];
};

/** A preview with a title and a description below; the whole tile is a link. */
const tile: Component = ({ props, children, node }, context) => {
  const href = textProp(props, "href");
  const title = cardTitle(textProp(props, "title"), href);
  const description = textProp(props, "description");
  const words: HtmlNode[] = [
    element("p", { class: "card-title" }, href === undefined ? title : [linkElement(href, title, node, context)]),
  ];
  if (description !== undefined) words.push(element("p", { class: "tile-description" }, [description]));
  return [
    element("div", { class: href === undefined ? "tile" : "tile card-link" }, [
      element("div", { class: "tile-preview" }, context.renderNodes(children, context)),
      element("div", { class: "tile-words" }, words),
    ]),
  ];
};

/** Without a title, the link has the text of its address. The content of a card replaces it for everyone who sees it. */
function cardTitle(title: string | undefined, href: string | undefined, hasContent = false): HtmlNode[] {
  if (title !== undefined) return titleText(title);
  const address = href === undefined ? [] : [safeLinkUrl(href) ?? ""];
  return hasContent && address.length > 0 ? [element("span", { class: "unseen-title" }, address)] : address;
}

const columnsDefinition = define(columns, {
  description: "Cards or other content in columns.",
  props: [takesNumber("cols", `The number of columns, from 1 to ${columnsMax}.`, { default: "2" })],
});

export const cardComponents = {
  Card: define(card, {
    description: "A box with a title and text, often a link.",
    props: [
      takesText("title", "The heading of the card."),
      takesText("description", "A line below the title."),
      ...iconProps,
      takesText("color", "The color of the icon."),
      takesPage("href", "Where the card leads."),
      takesFlag("horizontal", "Places the icon next to the text."),
      takesText("img", "The path of an image above the text."),
      takesText("cta", "The text of the link at the bottom."),
      takesFlag("arrow", "Shows an arrow; links to other sites have one."),
      takesWord("type", calloutKinds, "The look of a callout."),
    ],
  }),
  CardGroup: columnsDefinition,
  Columns: columnsDefinition,
  Column: define(column, { description: "One column of several." }),
  Tile: define(tile, {
    description: "A preview with a title and a description below; the whole tile is a link.",
    props: [
      takesPage("href", "Where the tile leads."),
      takesText("title", "The heading of the tile."),
      takesText("description", "A line below the title."),
    ],
  }),
};
