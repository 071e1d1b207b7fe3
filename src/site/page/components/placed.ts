import { element } from "../../ground/html/html-node.ts";
import { flowContent } from "../markdown/flow-content.ts";
import { textProp } from "../markdown/props.ts";
import type { Component } from "./component.ts";

/** `for="agents"` stands in the Markdown of the page only, `for="humans"` on the page only. */
export const visibility: Component = ({ props, children, node }, context) => {
  const audience = textProp(props, "for");
  const isInText = node.type === "mdxJsxTextElement";
  const content = isInText ? context.renderNodes(children, context) : flowContent(children, context);
  if (audience === "agents") return [{ readers: [], machines: content }];
  if (audience !== "humans") {
    context.warn(`<Visibility for="${audience ?? ""}"> names no audience`, node, {
      hint: 'write for="humans" or for="agents"',
    });
  }
  return [{ readers: content, machines: audience === "humans" ? [] : content }];
};

/** Stands beside the text, in place of the outline. */
export const panel: Component = ({ children }, context) => {
  context.page.aside.push(element("div", { class: "panel prose" }, flowContent(children, context)));
  return [];
};
