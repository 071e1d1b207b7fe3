import type { MarkdownNode } from "../page/markdown-node.ts";
import { flagProp, numberProp, textProp } from "../page/props.ts";
import { readProps } from "../page/read-props.ts";
import type { RenderContext } from "../page/render-context.ts";
import type { Component } from "./component.ts";
import { type TabPanel, tabSet } from "./tab-set.ts";

export const tabs: Component = ({ props, children }, context) => {
  context.page.partsCounted += 1;
  const name = `tabs-${context.page.partsCounted}`;
  const tabNodes = children.flatMap(tabsWithin);
  const panels = tabNodes.map((node, index) => tabPanel(node, index, context));
  if (panels.length === 0) return context.renderNodes(children, context);
  const active = numberProp(props, "defaultTabIndex") ?? 0;
  return [tabSet(panels, { name, kind: "tabs", active, synced: flagProp(props, "sync") ?? true, extra: [] })];
};

/** A `<Tab>` outside of `<Tabs>`: its content is shown as it stands. */
export const tab: Component = ({ children }, context) => context.renderNodes(children, context);

/** Tabs on one line are wrapped in a paragraph by the parser. */
function tabsWithin(node: MarkdownNode): MarkdownNode[] {
  if (node.name === "Tab") return [node];
  return node.type === "paragraph" ? (node.children ?? []).flatMap(tabsWithin) : [];
}

function tabPanel(node: MarkdownNode, index: number, context: RenderContext): TabPanel {
  const props = readProps(node, context);
  const title = textProp(props, "title") ?? `Tab ${index + 1}`;
  const chosen = textProp(props, "id");
  const { headingIds } = context.page;
  const id = chosen === undefined ? headingIds.idFor(title) : headingIds.claim(chosen);
  return { title, id, content: context.renderNodes(node.children, context) };
}
