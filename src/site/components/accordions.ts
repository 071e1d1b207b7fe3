import { element } from "../html/html-node.ts";
import { flagProp, textProp } from "../page/props.ts";
import type { Component } from "./component.ts";
import { icon } from "./icons.ts";

export const accordionGroup: Component = ({ children }, context) => {
  return [element("div", { class: "accordion-group" }, context.renderNodes(children, context))];
};

/** A `<details>`, so that it opens without JavaScript, by find-in-page and by its address. */
export const accordion: Component = ({ props, children }, context) => {
  const title = textProp(props, "title") ?? "Details";
  const description = textProp(props, "description");
  const { headingIds } = context.page;
  const chosen = textProp(props, "id");
  const id = chosen === undefined ? headingIds.idFor(title) : headingIds.claim(chosen);
  const words = [element("span", { class: "accordion-title" }, [title])];
  if (description !== undefined) words.push(element("span", { class: "accordion-description" }, [description]));
  return [
    element("details", { class: "accordion", id, open: flagProp(props, "defaultOpen") === true }, [
      element("summary", {}, [icon("chevron"), element("span", { class: "accordion-words" }, words)]),
      element("div", { class: "accordion-body" }, context.renderNodes(children, context)),
    ]),
  ];
};
