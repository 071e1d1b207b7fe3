import { element, type HtmlNode } from "../html/html-node.ts";
import { flagProp, textProp } from "../page/props.ts";
import type { Component } from "./component.ts";

const titleSizes: ReadonlySet<string> = new Set(["h2", "h3", "h4"]);

export const steps: Component = ({ props, children }, context) => {
  const size = textProp(props, "titleSize");
  const attributes = { class: "steps", "data-title-size": titleSizes.has(size ?? "") ? size : undefined };
  return [element("div", { ...attributes, role: "list" }, context.renderNodes(children, context))];
};

/** The title of a step is an anchor and enters the outline of the page. The stylesheet counts the numbers. */
export const step: Component = ({ props, children }, context) => {
  const title = textProp(props, "title");
  const content: HtmlNode[] = [];
  if (title !== undefined) {
    const { headingIds } = context.page;
    const chosen = textProp(props, "id");
    const id = chosen === undefined ? headingIds.idFor(title) : headingIds.claim(chosen);
    const link = element(
      "a",
      { class: "heading-link", href: `#${encodeURIComponent(id)}`, "aria-label": `Link to ${title}` },
      ["#"],
    );
    const hasAnchor = flagProp(props, "noAnchor") !== true;
    content.push(
      element(
        "p",
        { class: "step-title", id, "data-step": hasAnchor ? true : undefined },
        hasAnchor ? [title, link] : [title],
      ),
    );
  }
  content.push(...context.renderNodes(children, context));
  return [element("div", { class: "step", role: "listitem" }, content)];
};
