import { element, type HtmlElement, type HtmlNode } from "../../shared/html/html-node.ts";
import type { ArticleWords } from "../../translations/find-translations.ts";
import { flowContent } from "../markdown/flow-content.ts";
import { flagProp, textProp } from "../markdown/props.ts";
import { type Component, define } from "./component.ts";
import { iconProp, lucideIcon } from "./icon-prop.ts";
import { iconProps, required, takesFlag, takesText } from "./prop.ts";
import { propMarkdown, titleText } from "./prop-markdown.ts";

const accordionGroup: Component = ({ children }, context) => {
  return [element("div", { class: "accordion-group" }, context.renderNodes(children, context))];
};

/** A `<details>`, so that find-in-page and links to its anchor can open it without JavaScript. */
const accordion: Component = ({ props, children, node }, context) => {
  const { details } = context.page.words;
  const title = textProp(props, "title") ?? details.charAt(0).toUpperCase() + details.slice(1);
  const description = textProp(props, "description");
  const id = context.page.headingIds.idFor(title, textProp(props, "id"));
  const words: HtmlNode[] = [element("span", { class: "accordion-title" }, titleText(title))];
  if (description !== undefined) {
    words.push(element("span", { class: "accordion-description" }, propMarkdown(description, node, context)));
  }
  const icon = iconProp(props, node, context);
  const icons = icon === undefined ? [] : [element("span", { class: "accordion-icon" }, [icon])];
  return [
    element("details", { class: "accordion", id, open: flagProp(props, "defaultOpen") === true }, [
      element("summary", {}, [
        lucideIcon("chevron-right", "chevron"),
        ...icons,
        element("span", { class: "accordion-words" }, words),
      ]),
      element("div", { class: "accordion-body" }, flowContent(children, context)),
    ]),
  ];
};

const expandable: Component = ({ props, children }, context) => {
  const title = titleText(textProp(props, "title") ?? context.page.words.details);
  const isOpen = flagProp(props, "defaultOpen") === true;
  return [expandableElement(title, flowContent(children, context), isOpen, context.page.words)];
};

/** Contains nested fields. The label says whether a click shows or hides them. */
export function expandableElement(
  title: HtmlNode[],
  body: HtmlNode[],
  isOpen: boolean,
  { show, hide }: ArticleWords,
): HtmlElement {
  const verbs = [
    element("span", { class: "when-closed" }, [`${show} `]),
    element("span", { class: "when-open" }, [`${hide} `]),
  ];
  return element("details", { class: "expandable", open: isOpen }, [
    element("summary", {}, [lucideIcon("chevron-right", "chevron"), { onPage: verbs, inMarkdown: [] }, ...title]),
    element("div", { class: "expandable-body" }, body),
  ]);
}

const defaultOpen = takesFlag("defaultOpen", "Starts open.");

export const accordionComponents = {
  Accordion: define(accordion, {
    description: "Content that opens with a click.",
    props: [
      takesText("title", "Always visible.", required),
      takesText("description", "A line below the title."),
      defaultOpen,
      takesText("id", "The anchor; otherwise made from the title."),
      ...iconProps,
    ],
  }),
  AccordionGroup: define(accordionGroup, { description: "Accordions in one frame.", children: ["Accordion"] }),
  Expandable: define(expandable, {
    description: "Nested fields that open with a click.",
    props: [takesText("title", "Always visible."), defaultOpen],
  }),
};
