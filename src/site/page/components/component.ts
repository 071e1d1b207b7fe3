import type { HtmlNode } from "../../ground/html/html-node.ts";
import type { Props } from "../markdown/props.ts";
import type { RenderContext } from "../markdown/render-context.ts";
import type { MarkdownNode } from "../page-tree.ts";

export interface ComponentCall {
  name: string;
  props: Props;
  children: MarkdownNode[];
  node: MarkdownNode;
}

/** A component maps its props and children to HTML. It runs nothing of the author and escapes nothing itself. */
export type Component = (call: ComponentCall, context: RenderContext) => HtmlNode[];

/** A component with the names of the props it knows. */
export interface ComponentDefinition {
  render: Component;
  props: readonly string[];
}

export function define(render: Component, props = ""): ComponentDefinition {
  return { render, props: props === "" ? [] : props.split(" ") };
}
